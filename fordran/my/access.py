"""The visitor of the debtor's page: somebody who has opened it with a code, and sees the cases that the code opens."""

from __future__ import annotations

from datetime import timedelta

from starlette.responses import Response

from fordran import clock
from fordran.actions.debtors.debtor_sessions import read_debtor_session
from fordran.actions.people.sessions import SessionTerm
from fordran.my.menu import FIELD_NAMES, MENU
from fordran.settings import Settings
from fordran.store.upkeep.installation import read_installation
from fordran.web.page import Page
from fordran.web.troubles import SessionEnded
from fordran.web.visit import Visit

ROOT = "/my"
SESSION_COOKIE = "fordran_my"


def term_of(settings: Settings) -> SessionTerm:
    """How long a debtor's session lasts: as long as those of people who work here."""
    return SessionTerm(timedelta(hours=settings.session_hours), timedelta(minutes=settings.session_idle_minutes))


class CodeAccess:
    """Lets in a visitor who has opened the page with a code that still opens something."""

    async def authenticate(self, visit: Visit) -> None:
        """Set caller and session, where there is a session that is open."""
        token = visit.request.cookies.get(SESSION_COOKIE)
        if token:
            async with visit.database.connection() as connection:
                session = await read_debtor_session(connection, token, clock.now(), term_of(visit.settings))
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
