"""The pages of complaints: the register, a new one, and one with who sees to it and what was answered."""

from __future__ import annotations

from datetime import date
from typing import Any

from starlette.responses import Response

from fordran import clock
from fordran.actions.work.complaints import change_complaint, register_complaint
from fordran.console.cases import names_of_cases
from fordran.console.fields import NOT_READ, day, issues_of
from fordran.console.form_acts import change_document
from fordran.console.listing import listed
from fordran.console.who import STAFF
from fordran.domain.service.complaints import COMPLAINT_OUTCOMES
from fordran.formats.table_documents import BadCell
from fordran.resources.cases import CASES
from fordran.resources.complaints import COMPLAINTS, ComplaintInput
from fordran.resources.customers import CUSTOMERS
from fordran.resources.users import USERS
from fordran.shape.fields import Refused, read
from fordran.store.connections.database import Connection
from fordran.store.reading.documents import Values
from fordran.store.upkeep.installation import business_day
from fordran.texts.catalogue import Texts
from fordran.web.acts import do_once
from fordran.web.formatting import day_in
from fordran.web.page import AUDITOR
from fordran.web.visit import Visit

HERE = "/console/complaints"
_WRITTEN = ("from", "about", "text")
_ANSWERED = ("handler", "answer", "outcome", "cause")


async def complaints_page(visit: Visit) -> Response:
    """The register: those that wait for an answer, or all."""
    shows_all = visit.query.get("all") == "yes"
    async with visit.database.connection() as connection:
        today = await business_day(connection, clock.now())
        where = None if shows_all else {"answered": {"$exists": False}}
        complaints, pager = await listed(visit, connection, COMPLAINTS, where)
        names = await names_of_cases(visit, connection, complaints)
        people = await _people(visit, connection)
    return visit.render(
        "complaints.html",
        complaints=[one | {"is_late": _is_late(one, today)} for one in complaints],
        pager=pager,
        names=names,
        people=people,
        shows_all=shows_all,
        outcome_of=lambda outcome: outcome_text(visit.t, outcome),
        may_act=bool(visit.signed_in.roles & STAFF),
    )


def _is_late(complaint: Values, today: date) -> bool:
    """Whether it was not answered in time."""
    last = day_in(complaint["answer_by"])
    assert last is not None
    return (day_in(complaint.get("answered")) or today) > last


def outcome_text(t: Texts, outcome: str) -> str:
    """An outcome in words; one that the interface was given in other words is as it was."""
    return t.of("complaint_outcome", outcome) if outcome in COMPLAINT_OUTCOMES else outcome


async def _people(visit: Visit, connection: Connection) -> dict[str, str]:
    """Those who can see to a complaint: the operator's people."""
    where = {"account": "", "system_user": False, "is_enabled": True}
    return {user["_id"]: user["name"] for user in await visit.read(connection, USERS, where, sort=())}


async def new_complaint(visit: Visit) -> Response:
    """Register a complaint, about the case or the customer that the address names."""
    return await _new(visit, {})


async def _new(visit: Visit, issues: dict[str, str], status: int = 200) -> Response:
    about: dict[str, Values] = {}
    async with visit.database.connection() as connection:
        today = await business_day(connection, clock.now())
        for name, resource in (("case", CASES), ("customer", CUSTOMERS)):
            if id_ := visit.query.get(name):
                about[name] = await visit.find(connection, resource, id_)
                visit.note_reading(resource.name, [id_])
    return visit.render(
        "complaint_new.html",
        status,
        case=about.get("case"),
        customer=about.get("customer"),
        kept={name: one["_id"] for name, one in about.items()},
        today=today,
        issues=issues,
        form=visit.form,
        may_act=bool(visit.signed_in.roles & STAFF),
    )


async def register(visit: Visit) -> Response:
    """Keep a new complaint."""
    body = {name: visit.form.text(name) for name in _WRITTEN}
    body |= {name: visit.query[name] for name in ("case", "customer") if visit.query.get(name)}
    try:
        body["received"] = day(visit.form.text("received"))
    except BadCell:
        return await _new(visit, {"received": visit.t(NOT_READ["date"])}, 422)

    async def work(tx: Connection) -> str:
        made = await register_complaint(tx, visit.signed_in, read(ComplaintInput, body), clock.now())
        return f"{HERE}/{made['_id']}"

    try:
        return visit.redirect(await do_once(visit, work))
    except Refused as refused:
        return await _new(visit, issues_of(visit.t, refused), 422)


async def complaint_page(visit: Visit) -> Response:
    """One complaint, and what is done about it."""
    return await _one(visit, {})


async def _one(visit: Visit, issues: dict[str, str], status: int = 200) -> Response:
    async with visit.database.connection() as connection:
        today = await business_day(connection, clock.now())
        complaint = await visit.find(connection, COMPLAINTS)
        names = await names_of_cases(visit, connection, [complaint])
        customer = None
        if "customer" in complaint:
            customer = await visit.find(connection, CUSTOMERS, complaint["customer"])
        people = await _people(visit, connection)
    visit.note_reading(COMPLAINTS.name, [complaint["_id"]])
    outcomes = [("", ""), *visit.t.options("complaint_outcome", COMPLAINT_OUTCOMES)]
    if (outcome := complaint.get("outcome")) and outcome not in COMPLAINT_OUTCOMES:
        outcomes.append((outcome, outcome))
    return visit.render(
        "complaint.html",
        status,
        complaint=complaint,
        is_late=_is_late(complaint, today),
        names=names,
        customer=customer,
        people=[("", visit.t("console.work.nobody")), *people.items()],
        who=people.get(complaint.get("handler", "")),
        outcomes=outcomes,
        issues=issues,
        form=visit.form,
        may_act=bool(visit.signed_in.roles & STAFF),
    )


async def change(visit: Visit) -> Response:
    """Give it to somebody, or keep what was answered."""
    changes: dict[str, Any] = {name: visit.form.text(name) for name in _ANSWERED}
    try:
        if written := visit.form.text("answered"):
            changes["answered"] = day(written)
    except BadCell:
        return await _one(visit, {"answered": visit.t(NOT_READ["date"])}, 422)

    async def work(tx: Connection) -> str:
        await change_document(visit, tx, COMPLAINTS, change_complaint, changes)
        return f"{HERE}/{visit.path['id']}"

    try:
        return visit.redirect(await do_once(visit, work))
    except Refused as refused:
        return await _one(visit, issues_of(visit.t, refused), 422)


async def complaints_about(visit: Visit, connection: Connection, where: dict[str, str]) -> list[Values] | None:
    """The complaints about a case or a customer, the newest first; None for who may not see any."""
    if not visit.signed_in.roles & (STAFF | {AUDITOR}):
        return None
    found = await visit.read(connection, COMPLAINTS, where)
    if found:
        visit.note_reading(COMPLAINTS.name, [one["_id"] for one in found])
    return found
