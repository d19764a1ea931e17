"""A case: what is owed on any day and why, what happened, what comes next and why, and what can be done."""

from __future__ import annotations

from datetime import date
from typing import Any

from starlette.responses import Response

from fordran import clock
from fordran.actions.assigning.assign_case import change_case
from fordran.actions.cases.move_case import FlowingCase, read_flowing
from fordran.actions.cases.state_case import StatedCase, state_case
from fordran.actions.flow.dispute_records import read_disputes
from fordran.actions.flow.read_plans import read_plans
from fordran.actions.locale_texts import locale_text
from fordran.actions.parties.case_parties import read_parties
from fordran.actions.spar.last_answer import last_answer
from fordran.actions.work.case_notes import read_notes
from fordran.console.case_act import options_of
from fordran.console.case_act_table import CASE_ACTS
from fordran.console.case_timeline import timeline_of
from fordran.console.cases import names_of_handlers
from fordran.console.complaints import complaints_about
from fordran.console.form_acts import change_document
from fordran.console.who import STAFF
from fordran.console.work import with_reasons
from fordran.domain.claims.course import course
from fordran.domain.claims.entries import COMPONENTS
from fordran.domain.flow.marks import MARKS
from fordran.domain.flow.next_step import next_step, shown_day
from fordran.domain.kinds.work_item_kinds import WORK_ITEM_KINDS
from fordran.resources.cases import CASES
from fordran.resources.customers import CUSTOMERS
from fordran.resources.enforcements import ENFORCEMENTS
from fordran.resources.letters import LETTERS as LETTERS_OF
from fordran.resources.work_items import WORK_ITEMS
from fordran.shape.fields import Refused
from fordran.shape.moments import day_of
from fordran.store.connections.database import Connection
from fordran.store.reading.documents import Values
from fordran.store.reading.who_changed import status_changes_of
from fordran.texts.catalogue import Texts
from fordran.web.acts import do_once
from fordran.web.formatting import day_in
from fordran.web.plots import Plot, amount_writers, bars
from fordran.web.troubles import NoSuchPage
from fordran.web.visit import Visit

MOST_NOTES = 100


async def case_page(visit: Visit) -> Response:
    """The case, whole. The day that it is stated on, and what was known by then, are asked for in the address."""
    at, known = visit.day("at"), visit.day("known")
    async with visit.database.connection() as connection:
        case = await visit.find(connection, CASES)
        stated, is_too_early = await _stated(visit, connection, case, at, known)
        flowing = await read_flowing(connection, case["_id"], case["account"], clock.now())
        parts = await _parts(visit, connection, case, flowing)
        customer = await visit.find(connection, CUSTOMERS, case["customer"])
        spar = await last_answer(connection, case["customer"])
        open_items = {"case": case["_id"], "resolved": {"$exists": False}}
        items = await with_reasons(visit, connection, await visit.read(connection, WORK_ITEMS, open_items))
        people = await names_of_handlers(visit, connection)
        parties = await read_parties(connection, case["account"], case["_id"])
        complaints = await complaints_about(visit, connection, {"case": case["_id"]})
    visit.note_reading(CASES.name, case["_id"])
    return visit.render(
        "case.html",
        case=case,
        stated=stated,
        text_of=lambda line: locale_text(line.description, visit.t.language),
        asked={"at": visit.query.get("at", ""), "known": visit.query.get("known", "")},
        known_day=known,
        is_too_early=is_too_early,
        done=visit.query.get("done"),
        customer=customer,
        spar=spar,
        marks=[mark for mark in MARKS if mark in flowing.situation().marks],
        items=[item | {"settled": WORK_ITEM_KINDS[item["kind"]].settled} for item in items],
        people=people,
        complaints=complaints,
        parties=parties,
        may_work=bool(visit.signed_in.roles & STAFF),
        pay_by=next((one["pay_by"] for one in parts["letters"] if one.get("sent") and one.get("pay_by")), None),
        next_step=next_of(visit.t, case, flowing),
        timeline=timeline_of(visit.t, case, parts),
        course=debt_plot(visit.t, flowing),
        documents=_documents(visit.t, case, parts["disputes"]),
        acts=[
            (act, options_of(visit.t, act)) for act in CASE_ACTS if act.roles & visit.signed_in.roles and act.when(case)
        ],
        **parts,
    )


async def give_case(visit: Visit) -> Response:
    """Give the case to a handler, or to nobody."""
    changes = {"assigned_to": visit.form.text("assigned_to")}

    async def work(tx: Connection) -> str:
        await change_document(visit, tx, CASES, change_case, changes)
        return f"/console/cases/{visit.path['id']}?done=yes"

    return visit.redirect(await do_once(visit, work))


async def _stated(
    visit: Visit, connection: Connection, case: Values, at: date | None, known: date | None
) -> tuple[StatedCase, bool]:
    """The statement that is asked for; by what is known now where the case was not known by then, and whether so."""
    now = clock.now()
    try:
        stated = await state_case(connection, visit.signed_in, case["_id"], at, now, known)
        is_too_early = False
    except Refused:
        stated = await state_case(connection, visit.signed_in, case["_id"], at, now)
        is_too_early = True
    if stated is None:
        raise NoSuchPage
    return stated, is_too_early


async def _parts(visit: Visit, connection: Connection, case: Values, flowing: FlowingCase) -> dict[str, Any]:
    account, id_ = case["account"], case["_id"]
    found = await read_notes(connection, visit.signed_in, account, id_, 1, MOST_NOTES)
    return {
        "notes": found.notes,
        "notes_total": found.total,
        "letters": await letters_with_files(visit, connection, {"case": id_}),
        "disputes": await read_disputes(connection, account, id_, is_closed="closed" in case),
        "plans": await read_plans(connection, flowing),
        "enforcements": await visit.read(connection, ENFORCEMENTS, {"cases": id_}),
        "status_changes": await status_changes_of(connection, id_),
    }


async def letters_with_files(visit: Visit, connection: Connection, where: dict[str, str]) -> list[Values]:
    """Letters, the newest first, each with the id of the file that it was made into, if it has been."""
    letters = await visit.read(connection, LETTERS_OF, where)
    return [letter | {"file": letter.get("document", {}).get("id")} for letter in letters]


def _documents(t: Texts, case: Values, disputes: list[dict[str, Any]]) -> list[tuple[dict[str, Any], str]]:
    """Files about the case that are no letters, and their kinds: the creditor's own invoice, and files from the debtor."""
    invoice = case.get("original_invoice")
    own = [(invoice, t("console.case.creditor_own_invoice"))] if invoice else []
    return own + [
        (file, t("console.case.came_with_objection_of", day=str(dispute["disputed"])))
        for dispute in disputes
        for file in dispute["attachments"]
    ]


def next_of(t: Texts, case: Values, flowing: FlowingCase) -> dict[str, Any] | None:
    """The next step, its day and its reason."""
    if not case.get("next_step"):
        return None
    coming = next_step(flowing.situation(), flowing.settings, flowing.today)
    is_this = coming is not None and coming.step == case["next_step"]
    return {
        "name": t.of("next_step", case["next_step"]),
        "day": shown_day(case["next_step"], day_in(case.get("next_step_date"))),
        "why": t.sentence(coming.reason) if coming is not None and is_this else "",
        "waits_for": [(t.of("waits_for", code), t.of("waits_for", code, "about")) for code in case["waits_for"]],
    }


MOST_BARS = 26


def debt_plot(t: Texts, flowing: FlowingCase) -> Plot | None:
    """The debt over time by component; None for a case that is too new."""
    case = flowing.case
    facts = [stored.fact for stored in case.facts]
    stated = course(facts, case.terms, day_of(flowing.row["invoice_date"]), case.today, MOST_BARS)
    if len(stated) < 2:
        return None
    rows = [(f"{one.at:%Y-%m-%d}", tuple(getattr(one, name).remaining for name in COMPONENTS)) for one in stated]
    return bars(
        t("console.case.debt_over_time"),
        t("console.day"),
        [t.of("component", name) for name in COMPONENTS],
        rows,
        *amount_writers(t.language),
    )
