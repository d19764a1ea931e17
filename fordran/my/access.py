"""The visitor of the debtor's page: somebody who has opened it with a code, and sees the cases that the code opens."""

from __future__ import annotations

from typing import Final

from starlette.responses import Response

from fordran import clock
from fordran.actions.debtors.debtor_sessions import read_debtor_session
from fordran.store.upkeep.installation import read_installation
from fordran.web.page import Page
from fordran.web.troubles import SessionEnded
from fordran.web.visit import Visit

ROOT = "/my"
SESSION_COOKIE = "fordran_my"


class CodeAccess:
    """Lets in a visitor who has opened the page with a code that still opens something."""

    async def authenticate(self, visit: Visit) -> None:
        """Set caller and session, where there is a session that is open."""
        token = visit.request.cookies.get(SESSION_COOKIE)
        if token:
            async with visit.database.connection() as connection:
                session = await read_debtor_session(connection, token, clock.now(), visit.session_term)
            if session is not None:
                visit.caller, visit.session = session.caller, session.id

    def deny(self, visit: Visit) -> Response:
        """To the page where the code is written; a visitor whose session has ended sees that it has."""
        if visit.request.method == "POST" or SESSION_COOKIE in visit.request.cookies:
            raise SessionEnded
        return visit.redirect(ROOT)

    async def add_layout(self, visit: Visit, page: Page | None) -> None:  # noqa: ARG002  (one frame for every page)
        """The start page: how to open a case, whom to call, and the business day of a sandbox."""
        async with visit.database.connection() as connection:
            installation = await read_installation(connection)
        visit.frame = {
            "root": ROOT,
            "sandbox": installation.sandbox,
            "today": clock.stockholm_date(clock.business(clock.now(), installation.clock_offset_days)),
            "operator": visit.settings.operator,
            "menu": MENU if visit.caller else (),
            "path": visit.request.url.path,
            "names": FIELD_NAMES,
        }


MENU: Final[tuple[tuple[str, str], ...]] = (
    ("my.your_debt", "/my"),
    ("my.pay", "/my/pay"),
    ("my.pay_in_parts", "/my/plan"),
    ("my.get_more_time", "/my/respite"),
    ("my.object", "/my/dispute"),
    ("my.your_details", "/my/details"),
    ("my.write_to_us", "/my/messages"),
    ("my.letter_real", "/my/genuine"),
)

FIELD_NAMES: Final[dict[str, str]] = {
    "code": "my.code",
    "letter_number": "my.letter_number",
    "instalments": "my.number_of_instalments",
    "first_date": "my.first_day_to_pay",
    "until": "my.until",
    "reason": "my.what_wrong",
    "text": "my.message",
    "phone": "my.telephone",
    "amount": "my.plan.amount",
    "email": "my.email",
    "mobile_number": "my.telephone",
    "account_number": "my.number",
}
"""The name of a form's field → its label, for the page that returns a refused form."""
