"""The visitor of the console, the person whose session the cookie names; and the frame around the visitor's pages."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from urllib.parse import urlencode

from starlette.responses import Response

from fordran import clock
from fordran.actions.people.sessions import read_session
from fordran.console.bank import SPLIT_ROWS
from fordran.console.case_act_table import CASE_ACTS
from fordran.console.creditor_blanks import BLANKS
from fordran.console.registering import CLAIM_FORM, INVOICE_FORM, LINES
from fordran.console.who import ADMINS, ALL, STAFF
from fordran.store.callers import load_caller
from fordran.store.reading.scope import Caller
from fordran.store.upkeep.installation import read_installation
from fordran.web.cookies import DOCS_COOKIE, DOCS_PATH
from fordran.web.page import AUDITOR, Page
from fordran.web.troubles import SessionEnded
from fordran.web.visit import Visit

ROOT = "/console"
SESSION_COOKIE = "fordran_session"


def session_cookies(token: str) -> list[tuple[str, str, str, int | None]]:
    """The cookies that keep a session's token; without a token, to drop them."""
    return [(SESSION_COOKIE, token, ROOT, None), (DOCS_COOKIE, token, DOCS_PATH, None)]


class SessionAccess:
    """Lets in a visitor with an open session, as the caller that the user is now."""

    async def authenticate(self, visit: Visit) -> None:
        """Set caller and session, where there is a session and its user may still do something."""
        token = visit.request.cookies.get(SESSION_COOKIE)
        if not token:
            return
        async with visit.database.connection() as connection:
            session = await read_session(connection, token, clock.now(), visit.session_term)
            if session is None:
                return
            caller = await load_caller(connection, session.user)
        if caller is not None:
            visit.caller, visit.session = replace(caller, let_in_by=session.let_in_by), session.id

    def deny(self, visit: Visit) -> Response:
        """To the sign-in page, and back from there; a visitor whose session has ended sees that it has."""
        if visit.request.method == "POST" or SESSION_COOKIE in visit.request.cookies:
            raise SessionEnded
        url = visit.request.url
        here = f"{url.path}?{url.query}" if url.query else url.path
        return visit.redirect(f"{ROOT}/sign-in?{urlencode({'next': here})}")

    async def add_layout(self, visit: Visit, page: Page | None) -> None:
        """The person, the pages that are theirs, and of a sandbox its business day."""
        async with visit.database.connection() as connection:
            installation = await read_installation(connection)
        visit.frame = {
            "root": ROOT,
            "sandbox": installation.sandbox,
            "today": clock.stockholm_date(clock.business(clock.now(), installation.clock_offset_days)),
            "person": visit.caller.name if visit.caller else None,
            "menu": menu_for(visit.caller) if visit.caller else [],
            "path": visit.request.url.path,
            "names": FIELD_NAMES,
            "seen": installation.at.isoformat(timespec="seconds"),
            "only_looks": visit.caller is not None and "auditor" in visit.caller.roles,
            "page": page.path if page else "",
        }


@dataclass(frozen=True)
class MenuItem:
    """A page of the menu. `name` is the code of its text."""

    name: str
    path: str
    roles: frozenset[str]


MENU = (
    MenuItem("console.overview", "/console", ALL),
    MenuItem("console.to_do", "/console/work", STAFF),
    MenuItem("console.cases", "/console/cases", ALL),
    MenuItem("console.customers", "/console/customers", ALL),
    MenuItem("console.invoices", "/console/invoices", ALL),
    MenuItem("console.letters", "/console/letters", ALL),
    MenuItem("console.enforcements", "/console/enforcements", ALL),
    MenuItem("console.complaints", "/console/complaints", STAFF),
    MenuItem("console.bank", "/console/bank", STAFF),
    MenuItem("console.payouts", "/console/payouts", STAFF),
    MenuItem("console.refunds", "/console/refunds", STAFF),
    MenuItem("console.approvals", "/console/approvals", STAFF),
    MenuItem("console.operator_invoices", "/console/operator-invoices", ALL),
    MenuItem("console.books", "/console/books", STAFF),
    MenuItem("console.creditors", "/console/creditors", ALL),
    MenuItem("console.reports", "/console/reports", ALL),
    MenuItem("console.users", "/console/users", ADMINS),
    MenuItem("console.api_clients", "/console/clients", ADMINS),
    MenuItem("console.webhooks", "/console/webhooks", ADMINS),
    MenuItem("console.connections", "/console/connections", STAFF),
    MenuItem("console.operator", "/console/operator", STAFF),
    MenuItem("console.letter_texts", "/console/letter-texts", frozenset({"operator"})),
    MenuItem("console.law", "/console/law", frozenset({"operator"})),
    MenuItem("console.erasures", "/console/erasures", frozenset({"operator"})),
    MenuItem("console.log", "/console/audit", frozenset({"operator"})),
    MenuItem("console.time", "/console/time", STAFF),
)


def menu_for(caller: Caller) -> list[MenuItem]:
    """The entries of pages that the caller may open."""
    return [entry for entry in MENU if caller.roles & (entry.roles | {AUDITOR})]


# A field of several forms has a common name.
_OTHERS: Mapping[str, str] = {
    "text": "console.text",
    "article": "console.law.what",
    "value": "console.law.value",
    "source": "console.law.source",
    "reason": "console.reason",
    "until": "console.until",
    "assigned_to": "console.to",
    "note": "console.what_done",
    "snoozed_until": "console.until",
    "name": "console.name",
    "case": "console.case",
    "number": "console.number",
    "kind": "console.kind",
    "channel": "console.send_again_as",
    "date": "console.or_to_day",
    "days": "console.days_forward",
    "ahead": "console.days_to_look_ahead",
    "description": "console.description",
    "addresses": "console.addresses_may_call_from",
    "owner": "console.what_sees",
    "public_key": "console.public_key",
    "grace_hours": "console.hours_of_old_one",
    "url": "console.address",
    "event": "console.or_one_event_by_id",
    "event_types": "console.events",
    "from_position": "console.from_position",
    "to_position": "console.to_position",
    "email": "console.email",
    "email_oauth": "console.email_to_sign_in",
    "mobile_number": "console.phone",
    "address_line_1": "console.street_address",
    "address_line_2": "console.second_line_of_address",
    "zip_code": "console.postal_code",
    "city": "console.town",
}
FIELD_NAMES: Mapping[str, str] = {
    **{blank.path: blank.label for blank in BLANKS},
    **{field.name: field.label for act in CASE_ACTS for field in act.fields},
    "from": "console.creditor.mandate_from",
    **{f"case_{row}": "console.case" for row in range(SPLIT_ROWS)},
    **{f"amount_{row}": "console.amount" for row in range(SPLIT_ROWS)},
    **_OTHERS,
    **{
        field.name: field.label
        for form in (INVOICE_FORM, CLAIM_FORM)
        for field in form.fields
        if field.name not in _OTHERS
    },
    "creditor": "console.creditor",
    "about": "console.complaints.subject",
    "received": "console.complaints.received",
    "id_number": "console.personal_or_org_number",
    "customer_number": "console.register.customer_number",
    **{f"what_{row}": "page.what" for row in range(LINES)},
    **{f"units_{row}": "console.invoice.units" for row in range(LINES)},
    **{f"price_{row}": "console.register.unit_price" for row in range(LINES)},
    **{f"vat_{row}": "console.vat" for row in range(LINES)},
}
"""The name of a field → its label."""
