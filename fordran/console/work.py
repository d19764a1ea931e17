"""Work items: taken, handed over, postponed, resolved with a note, or answered if a debtor wrote."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, timedelta
from typing import Any, get_args

from starlette.responses import Response

from fordran import clock
from fordran.actions.cases.work_list import WISHES
from fordran.actions.monitoring.creditor_documents import page_of_document
from fordran.actions.work.case_notes import read_conversation, write_note
from fordran.actions.work.change_work_item import change_work_item
from fordran.actions.work.item_reasons import reasons_of
from fordran.console.cases import names_of_cases
from fordran.console.fields import NOT_READ, UnreadableForm, day, issues_of
from fordran.console.form_acts import change_document
from fordran.console.listing import NEWEST, OLDEST, listed
from fordran.console.saved_views import saved_views, shown_address
from fordran.console.who import STAFF
from fordran.domain.kinds.work_item_kinds import WORK_ITEM_KINDS, WorkItemKind
from fordran.formats.table_documents import BadCell
from fordran.resources.case_acts import NoteInput
from fordran.resources.cases import CASES
from fordran.resources.users import USERS
from fordran.resources.work_items import WORK_ITEMS
from fordran.shape.fields import Refused, read
from fordran.shape.moments import midnight, rfc_1123
from fordran.store.connections.database import Connection
from fordran.store.reading.documents import Values
from fordran.store.reading.totals import read_totals
from fordran.store.rows.schema_rows import CaseNoteRow
from fordran.store.upkeep.installation import business_day
from fordran.web.acts import do_once
from fordran.web.troubles import NoSuchPage, OutOfDate
from fordran.web.visit import Visit

PATH = "/console/work"
SORTED = ("kind", "assigned_to", "_created")
"""Columns by which the list is sorted."""
MESSAGE: WorkItemKind = "debtor_message"
PROPOSED_DAYS = ("first_date", "respite_until", "good_until")
USUAL_OFFER = timedelta(days=14)


async def work_page(visit: Visit) -> Response:
    """The list: what waits, the oldest first, of a kind or all, everybody's or one's own; settled things on demand."""
    async with visit.database.connection() as connection:
        today = await business_day(connection, clock.now())
        where = _where(visit, today)
        unsorted = NEWEST if visit.query.get("settled") == "yes" else OLDEST
        items, pager = await listed(visit, connection, WORK_ITEMS, where, sortable=SORTED, unsorted=unsorted)
        count, _ = await read_totals(connection, WORK_ITEMS, visit.signed_in, where, [])
        names = await names_of_cases(visit, connection, items)
        items = await with_reasons(visit, connection, items)
        people = await _people(visit, connection)
        views = await saved_views(visit, connection)
    t = visit.t
    return visit.render(
        "work.html",
        items=items,
        count=count,
        pager=pager,
        names=names,
        people=dict(people),
        views=views,
        view_address=shown_address(visit),
        may_save=bool(visit.signed_in.roles & STAFF),
        kind_options=[("", t("console.all")), *t.options("work_item_kind", get_args(WorkItemKind))],
        asked=dict(visit.query),
        done=visit.query.get("done"),
        may_act=bool(visit.signed_in.roles & STAFF),
    )


def _where(visit: Visit, today: date) -> dict[str, Any]:
    wanted: dict[str, Any] = {"resolved": {"$exists": visit.query.get("settled") == "yes"}}
    if visit.query.get("kind") in get_args(WorkItemKind):
        wanted["kind"] = visit.query["kind"]
    if visit.query.get("mine") == "yes":
        wanted["assigned_to"] = visit.signed_in.user
    if not {"snoozed", "settled"} & {name for name, value in visit.query.items() if value == "yes"}:
        due = rfc_1123(midnight(today))
        wanted["$or"] = [{"snoozed_until": {"$exists": False}}, {"snoozed_until": {"$lte": due}}]
    return wanted


async def _people(visit: Visit, connection: Connection) -> list[tuple[str, str]]:
    """Those whom a thing can be handed to: the operator's people."""
    where = {"account": "", "system_user": False, "is_enabled": True}
    return [(user["_id"], user["name"]) for user in await visit.read(connection, USERS, where, sort=())]


async def with_reasons(visit: Visit, connection: Connection, items: Sequence[Values]) -> list[Values]:
    """Items with their reasons in the visitor's language; one that was noted without a code has its English as it is."""
    messages = await reasons_of(connection, [item["_id"] for item in items])
    return [
        item | ({"sentence": visit.t.sentence(messages[item["_id"]])} if item["_id"] in messages else {})
        for item in items
    ]


async def item_page(visit: Visit) -> Response:
    """One thing, with all that can be done about it."""
    return await _item(visit, {})


async def _item(visit: Visit, issues: dict[str, str], status: int = 200) -> Response:
    async with visit.database.connection() as connection:
        (item,) = await with_reasons(visit, connection, [await visit.find(connection, WORK_ITEMS)])
        names = await names_of_cases(visit, connection, [item])
        people = await _people(visit, connection)
        written = await _conversation(connection, item)
        wish = (await reasons_of(connection, [item["_id"]])).get(item["_id"])
        today = await business_day(connection, clock.now())
        document = None
        if item["kind"] == "delivery_failed" and "case" not in item:
            document = await page_of_document(connection, item["account"], item["_id"])
    visit.note_reading(WORK_ITEMS.name, item["_id"])
    return visit.render(
        "work_item.html",
        status,
        item=item,
        names=names,
        document=document,
        people=[("", visit.t("console.work.nobody")), *people],
        who=dict(people).get(item.get("assigned_to", "")),
        written=written,
        may_propose=wish is not None and wish.code in WISHES,
        good_until=(today + USUAL_OFFER).isoformat(),
        settled=WORK_ITEM_KINDS[item["kind"]].settled,
        issues=issues,
        form=visit.form,
        may_act=bool(visit.signed_in.roles & STAFF),
    )


async def _conversation(connection: Connection, item: Values) -> list[CaseNoteRow]:
    """Where the debtor has written: what was written to and fro about the case, the latest last."""
    if not WORK_ITEM_KINDS[item["kind"]].from_debtor or "case" not in item:
        return []
    return await read_conversation(connection, item["account"], item["case"])


async def act_on_item(visit: Visit) -> Response:
    """Take it, hand it over, put it off, settle it or answer the debtor, as the button says."""
    if visit.form.text("act") == "answer":
        return await _answer(visit)
    try:
        changes = _changes(visit)
    except BadCell:
        return await _item(visit, {"snoozed_until": visit.t(NOT_READ["date"])}, 422)
    except UnreadableForm as unreadable:
        return await _item(visit, dict(unreadable.issues), 422)

    async def work(tx: Connection) -> str:
        await change_document(visit, tx, WORK_ITEMS, change_work_item, changes)
        return f"{PATH}?done=yes"

    try:
        return visit.redirect(await do_once(visit, work))
    except Refused as refused:
        return await _item(visit, issues_of(visit.t, refused), 422)


async def _answer(visit: Visit) -> Response:
    """Write to the debtor, who reads it on the debtor's page; that settles what was waiting for an answer."""

    async def work(tx: Connection) -> str:
        item = await visit.find(tx, WORK_ITEMS)
        if item["kind"] != MESSAGE or "case" not in item:
            raise NoSuchPage
        if visit.form.text("_etag") != item["_etag"]:
            raise OutOfDate
        case = await visit.find(tx, CASES, item["case"])
        given = read(NoteInput, {"kind": "to_debtor", "text": visit.form.text("text")})
        await write_note(tx, visit.signed_in, case, given, clock.now())
        return f"{PATH}?done=yes"

    try:
        return visit.redirect(await do_once(visit, work))
    except Refused as refused:
        return await _item(visit, issues_of(visit.t, refused), 422)


def _proposal(visit: Visit) -> dict[str, Any]:
    """The proposal of the form: only filled fields, so that the verb says what is missing."""
    form = visit.form
    given: dict[str, Any] = {}
    issues = {}
    for name in PROPOSED_DAYS:
        if form.text(name):
            try:
                given[name] = day(form.text(name))
            except BadCell:
                issues[name] = visit.t(NOT_READ["date"])
    written = form.text("instalments")
    if written:
        is_number = written.isascii() and written.isdigit() and len(written) < 5
        given["instalments"] = int(written) if is_number else written
    if issues:
        raise UnreadableForm(issues)
    return given


def _changes(visit: Visit) -> dict[str, Any]:
    form = visit.form
    match form.text("act"):
        case "take":
            return {"assigned_to": visit.signed_in.user}
        case "hand_over":
            return {"assigned_to": form.text("assigned_to")}
        case "snooze":
            return {"snoozed_until": day(form.text("snoozed_until"))}
        case "settle":
            return {"resolved": True, "note": form.text("note")}
        case "grant" | "refuse" as decision:
            return {"decision": decision, "answer": form.text("answer")}
        case "propose":
            return {"decision": "propose", "answer": form.text("answer")} | _proposal(visit)
        case "reopen":
            return {"resolved": False}
    raise NoSuchPage
