"""Bulk acts in the pages: chosen for the cases of a filter, tried, confirmed, and followed until they are done."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, get_args

from starlette.responses import Response

from fordran import clock
from fordran.actions.bulk.ask_bulk_act import ask_bulk_act, confirm_bulk_act, resume_bulk_act, stop_bulk_act
from fordran.actions.bulk.bulk_messages import asker_of, refusals_of
from fordran.console.cases import names_of_cases, names_of_handlers, where_of
from fordran.console.fields import NOT_READ, day, issue_text
from fordran.console.listing import listed
from fordran.console.who import STAFF
from fordran.domain.kinds.bulk_acts import BulkActKind
from fordran.domain.kinds.close_reasons import DecidedReason
from fordran.formats.table_documents import BadCell
from fordran.resources.bulk_acts import BULK_ACTS, BulkActInput
from fordran.resources.case_acts import WrittenKind
from fordran.resources.cases import CASES
from fordran.shape.fields import Refused, read
from fordran.store.connections.database import Connection
from fordran.store.reading.documents import Values
from fordran.store.reading.totals import read_totals
from fordran.store.rows.rows import find
from fordran.texts.catalogue import Texts
from fordran.web.acts import do_once
from fordran.web.troubles import NoSuchPage
from fordran.web.visit import Visit

HERE = "/console/bulk-acts"
FILTERS = ("state", "status", "waits_for", "creditor", "mine", "all")
"""The parameters of the list of cases that choose the cases."""
MOST_SHOWN = 200


async def bulk_acts_page(visit: Visit) -> Response:
    """The bulk acts, the newest first."""
    async with visit.database.connection() as connection:
        acts, pager = await listed(visit, connection, BULK_ACTS, None)
    return visit.render("bulk_acts.html", acts=acts, pager=pager)


async def new_bulk_act(visit: Visit) -> Response:
    """Choose what is done to the cases that the filter in the address finds."""
    return await _new(visit, {})


async def _new(visit: Visit, issues: dict[str, str], status: int = 200) -> Response:
    where = where_of(visit)

    async def read_page(connection: Connection) -> tuple[int, dict[str, str]]:
        count, _ = await read_totals(connection, CASES, visit.signed_in, where, [])
        return count, await names_of_handlers(visit, connection)

    count, people = await visit.database.read(read_page)
    t = visit.t
    return visit.render(
        "bulk_act_new.html",
        status,
        count=count,
        kept={name: visit.query[name] for name in FILTERS if visit.query.get(name)},
        act_options=t.options("bulk_act_kind", get_args(BulkActKind)),
        people=[("", t("console.work.nobody")), *people.items()],
        note_options=t.options("note_kind", get_args(WrittenKind)),
        reason_options=t.options("case_status", get_args(DecidedReason)),
        issues=issues,
        form=visit.form,
        may_act=bool(visit.signed_in.roles & STAFF),
    )


def _body(act: str, form: Mapping[str, str]) -> dict[str, Any]:
    """The input of an act, of the form's fields that belong to it."""
    text = {name: value for name in ("subject", "text") if (value := form.get(name, ""))}
    match act:
        case "assign":
            return {"assigned_to": form.get("assigned_to", "")}
        case "snooze":
            return {"snoozed_until": day(form.get("date", ""))}
        case "respite":
            return {"until": day(form.get("date", ""))}
        case "note":
            return {"kind": form.get("kind", ""), **{name: text[name] for name in text if name == "text"}}
        case "letter":
            return text
        case "close":
            return {"reason": form.get("reason", "")}
    return {}


async def try_bulk_act(visit: Visit) -> Response:
    """Try the act on every case; the page that follows shows what would be refused, and asks whether to do it."""
    form = {name: visit.form.text(name) for name in ("act", "assigned_to", "date", "kind", "subject", "text", "reason")}
    try:
        body = _body(form["act"], form)
    except BadCell:
        return await _new(visit, {"date": visit.t(NOT_READ["date"])}, 422)
    where = where_of(visit) or {}

    async def work(tx: Connection) -> str:
        given = read(BulkActInput, {"act": form["act"], "where": where, "body": body, "dry_run": True})
        asked = await ask_bulk_act(tx, visit.signed_in, given, clock.now())
        return f"{HERE}/{asked['_id']}"

    try:
        return visit.redirect(await do_once(visit, work))
    except Refused as refused:
        return await _new(visit, _by_field(visit.t, refused), 422)


_FIELDS = {"snoozed_until": "date", "until": "date", "where": "act"}


def _by_field(t: Texts, refused: Refused) -> dict[str, str]:
    """Issues by the fields of the form; those of the body are the fields' own."""
    body = refused.issues.get("body", {})
    issues = {name: issue for name, issue in refused.issues.items() if name != "body"}
    issues |= body if isinstance(body, dict) else {"act": body}
    return {_FIELDS.get(name, name): issue_text(t, issue) for name, issue in issues.items()}


async def bulk_act_page(visit: Visit) -> Response:
    """How far a bulk act has come, and what was refused. While it runs the page asks again by itself."""
    async with visit.database.connection() as connection:
        act = await visit.find(connection, BULK_ACTS)
        refusals = await refusals_of(connection, act["_id"], MOST_SHOWN)
        names = await names_of_cases(visit, connection, [{"case": one.case} for one in refusals])
        user = await asker_of(connection, act["asked_by"])
    visit.note_reading(CASES.name, [one.case for one in refusals])
    return visit.render(
        "bulk_act.html",
        act=act,
        asked_by=user,
        refusals=[(one.case, names.get(one.case, one.case), visit.t.sentence(one.reason)) for one in refusals],
        runs=act["status"] == "running",
        may_act=bool(visit.signed_in.roles & STAFF),
    )


async def confirm_act(visit: Visit) -> Response:
    """Carry out what was tried."""

    async def work(tx: Connection) -> str:
        tried = await _document(visit, tx)
        return f"{HERE}/{await confirm_bulk_act(tx, visit.signed_in, tried['_id'], clock.now())}"

    return visit.redirect(await do_once(visit, work))


async def stop_act(visit: Visit) -> Response:
    """Stop it; what was done stays."""

    async def work(tx: Connection) -> str:
        act = await _document(visit, tx)
        await stop_bulk_act(tx, act["_id"], clock.now())
        return f"{HERE}/{act['_id']}"

    return visit.redirect(await do_once(visit, work))


async def resume_act(visit: Visit) -> Response:
    """Go on with the cases that are left."""

    async def work(tx: Connection) -> str:
        act = await _document(visit, tx)
        await resume_bulk_act(tx, act["_id"], clock.now())
        return f"{HERE}/{act['_id']}"

    return visit.redirect(await do_once(visit, work))


async def _document(visit: Visit, tx: Connection) -> Values:
    found = await find(tx, BULK_ACTS, visit.signed_in, visit.path["id"])
    if found is None:
        raise NoSuchPage
    return found.document
