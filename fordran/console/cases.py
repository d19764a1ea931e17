"""The list of cases: filters in the address, totals, and the same as a table to take away."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from decimal import Decimal
from typing import Any, get_args

from starlette.responses import Response

from fordran import clock
from fordran.actions.assigning.handlers import handlers
from fordran.actions.cases.state_case import state_seen_cases
from fordran.actions.flow.release_application import release_all
from fordran.console.downloads import table_download
from fordran.console.listing import NEWEST, Pager, address, listed, sort_of
from fordran.console.saved_views import saved_views, shown_address
from fordran.console.who import STAFF
from fordran.domain.flow.next_step import shown_day
from fordran.domain.kinds.application_needs import WAITS_FOR
from fordran.domain.kinds.case_states import State, Status
from fordran.resources.case_acts import MOST_RELEASED
from fordran.resources.cases import CASES
from fordran.store.connections.database import Connection
from fordran.store.reading.documents import Values
from fordran.store.reading.totals import read_totals
from fordran.store.rows.ids import is_id
from fordran.store.rows.rows import find
from fordran.texts.catalogue import Texts
from fordran.web.acts import do_once
from fordran.web.formatting import amount_text, day_in
from fordran.web.troubles import NoSuchPage
from fordran.web.visit import Visit

SEES_HANDLERS = STAFF | {"auditor"}
OWED = "total_remaining_transaction_amount"
MOST_TAKEN = 10_000
STATED_AT_A_TIME = 200
COLUMNS: Mapping[str, str] = {
    "case_number": "console.cases.case_number",
    "ocr_number": "console.ocr",
    "customer_name": "console.customer",
    "customer_id_number": "console.personal_or_org_number",
    "creditor_name": "console.creditor",
    "state": "console.cases.phase",
    "status": "console.status",
    "next_step": "console.next_step",
    "next_step_date": "console.cases.next_step_day",
    "_created": "console.case.registered",
    "closed": "console.closed",
    "total_added_capital_amount": "console.cases.capital",
    "booked": "console.cases.owed_as_booked",
    OWED: "console.cases.owed_today",
}
"""Columns of the file → the codes of their headings."""
SORTED = ("customer_name", "ocr_number", "creditor_name", "status", "next_step_date", OWED)
"""Columns by which the list is sorted. What is owed is sorted as booked, which is without the interest since."""
LISTS = {"state": "case_state", "status": "case_status", "next_step": "next_step"}


def where_of(visit: Visit) -> dict[str, Any] | None:
    """The filter of the address: state, status, creditor, one's own, and whether closed cases are included."""
    wanted: dict[str, Any] = {}
    for name, known in (("state", get_args(State)), ("status", get_args(Status))):
        if visit.query.get(name) in known:
            wanted[name] = visit.query[name]
    if visit.query.get("waits_for") in WAITS_FOR:
        wanted["waits_for"] = visit.query["waits_for"]
    if visit.query.get("creditor"):
        wanted["creditor"] = visit.query["creditor"]
    if visit.query.get("mine") == "yes":
        wanted["assigned_to"] = visit.signed_in.user
    if not wanted.keys() & {"state", "status"} and visit.query.get("all") != "yes":
        wanted["state"] = {"$ne": "closed"}
    return wanted or None


async def cases_page(visit: Visit) -> Response:
    """A page of cases, with how many there are and what they owe together."""
    where = where_of(visit)

    async def read(connection: Connection) -> tuple[int, int, list[Values], Pager, dict[str, str], list[Values]]:
        count, (owed,) = await read_totals(connection, CASES, visit.signed_in, where, [OWED])
        people = await names_of_handlers(visit, connection)
        views = await saved_views(visit, connection)
        # Last, since it notes what was shown.
        cases, pager = await listed(visit, connection, CASES, where, sortable=SORTED)
        return count, owed, await owing_today(connection, cases), pager, people, views

    count, owed, cases, pager, people, views = await visit.database.read(read)
    return visit.render(
        "cases.html",
        cases=cases,
        pager=pager,
        count=count,
        owed=owed,
        people=people,
        views=views,
        view_address=shown_address(visit),
        may_save=bool(visit.signed_in.roles & STAFF),
        state_options=[("", visit.t("console.cases.all_open")), *visit.t.options("case_state", get_args(State))],
        status_options=[("", visit.t("console.all")), *visit.t.options("case_status", get_args(Status))],
        waits_for_options=[("", visit.t("console.all")), *visit.t.options("waits_for", WAITS_FOR)],
        may_release=visit.query.get("waits_for") == "application_release" and bool(visit.signed_in.roles & STAFF),
        done=visit.query.get("done"),
        shown_day=lambda step, day: shown_day(step, day_in(day)),
        asked=dict(visit.query),
        in_bulk=address(visit, after="").replace("/console/cases", "/console/bulk-acts/new", 1),
        as_csv=_file(visit, "csv"),
        as_excel=_file(visit, "xlsx"),
    )


async def names_of_handlers(visit: Visit, connection: Connection) -> dict[str, str]:
    """The names of those who can be given cases, for the operator's people; empty for others."""
    if not visit.signed_in.roles & SEES_HANDLERS:
        return {}
    return {one["id"]: one["name"] for one in await handlers(connection)}


async def owing_today(connection: Connection, cases: list[Values]) -> list[Values]:
    """The cases with what is owed today, interest until today included, as their own pages show it."""
    stated = await state_seen_cases(connection, [case["_id"] for case in cases], clock.now()) if cases else {}
    return [case | {OWED: stated[case["_id"]].owed} for case in cases]


async def release_shown(visit: Visit) -> Response:
    """Release the applications of the cases that the page showed."""
    cases = visit.form.text("cases").split()

    async def work(tx: Connection) -> str:
        done = await release_all(tx, visit.signed_in, cases[:MOST_RELEASED], clock.now())
        return f"/console/cases?waits_for=application_release&done={len(done.released)}"

    return visit.redirect(await do_once(visit, work))


def _file(visit: Visit, form: str) -> str:
    return address(visit, after="").replace("/console/cases", f"/console/cases.{form}", 1)


async def cases_file(visit: Visit) -> Response:
    """The cases that the filters let through, in the order of the page, as a CSV or an Excel file."""
    form = visit.path["form"]
    if form not in ("csv", "xlsx"):
        raise NoSuchPage

    async def read(connection: Connection) -> list[Values]:
        order = sort_of(visit, SORTED) or NEWEST
        cases = await visit.read(connection, CASES, where_of(visit), MOST_TAKEN, order)
        found: list[Values] = []
        for first in range(0, len(cases), STATED_AT_A_TIME):
            part = cases[first : first + STATED_AT_A_TIME]
            found += await owing_today(connection, [case | {"booked": case[OWED]} for case in part])
        return found

    items = await visit.database.read(read)
    visit.note_reading(CASES.name, [item["_id"] for item in items])
    t = visit.t
    return table_download(
        t("console.cases.file"), form, [t(code) for code in COLUMNS.values()], [_row(t, item) for item in items]
    )


def _row(t: Texts, case: Values) -> list[Any]:
    return [_cell(t, name, case.get(name)) for name in COLUMNS]


def _cell(t: Texts, name: str, value: Any) -> Any:
    """A value as a spreadsheet has it: words, days and kronor."""
    if value is None:
        return None
    if name in LISTS:
        return t.of(LISTS[name], value)
    if name in ("next_step_date", "closed", "_created"):
        return day_in(value)
    return Decimal(value).scaleb(-2) if isinstance(value, int) else value


class UnknownCaseName(Exception):
    """No case that the visitor sees is called so, or several are; says so in the visitor's language."""


async def case_named(visit: Visit, connection: Connection, text: str) -> str:
    """The id of the case that was written."""
    if is_id(text) and await find(connection, CASES, visit.signed_in, text) is not None:
        return text
    written = "".join(text.split())
    where = {"$or": [{"ocr_number": written}, {"case_number": written}]}
    found = await visit.read(connection, CASES, where, 2)
    if len(found) != 1:
        raise UnknownCaseName(visit.t("console.bank.no_such_case"))
    id_: str = found[0]["_id"]
    return id_


async def names_of_cases(visit: Visit, connection: Connection, items: Iterable[Mapping[str, Any]]) -> dict[str, str]:
    """The debtor's name and the OCR number of each case that the items name, by its id, in one statement."""
    cases = sorted({item["case"] for item in items if item.get("case")})
    if not cases:
        return {}
    found = await visit.read(connection, CASES, {"_id": {"$in": cases}}, len(cases))
    return {case["_id"]: f"{case['customer_name']}, {case['ocr_number']}" for case in found}


def owed_text(t: Texts, case: Values) -> str:
    """The amount owed on a case, by its last booking."""
    return amount_text(case[OWED], t.language)


def step_text(t: Texts, case: Values) -> str:
    """The next step of a case and its day; empty where there is none."""
    if not case.get("next_step"):
        return ""
    day = shown_day(case["next_step"], day_in(case.get("next_step_date")))
    return f"{t.of('next_step', case['next_step'])}{f', {day}' if day else ''}"
