"""The debtor's cases, as pages need them: the case of a path, its position, and why an act cannot be done now."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any, TypeAlias, get_args

from fordran import clock
from fordran.actions.cases.move_case import read_flowing
from fordran.actions.cases.state_case import state_seen_cases
from fordran.actions.flow.read_plans import read_plans
from fordran.domain.claims.entries import LedgerEntry
from fordran.domain.flow.case_flow import NotATransition, require
from fordran.domain.flow.next_step import shown_day
from fordran.domain.kinds.case_states import CasePosition, Hold
from fordran.resources.cases import CASES
from fordran.store.connections.database import Connection
from fordran.store.reading.documents import Values
from fordran.store.upkeep.installation import business_day
from fordran.web.formatting import amount_text, day_in, day_text
from fordran.web.visit import Visit


@dataclass(frozen=True)
class OwnCase:
    """A case of the debtor's with what is owed on it today, in öre."""

    document: Values
    owed: int
    lines: Sequence[LedgerEntry]

    @property
    def id(self) -> str:
        return str(self.document["_id"])

    @property
    def etag(self) -> str:
        return str(self.document["_etag"])

    @property
    def is_closed(self) -> bool:
        return bool(self.document["state"] == "closed")

    @property
    def status_name(self) -> str:
        """Its status as the list `my.status` names it."""
        if self.is_closed:
            return "closed"
        return str(self.document["status"]) if self.document["status"] in get_args(Hold) else "open"

    @property
    def status_kind(self) -> str:
        """How that looks."""
        looks = {"respite": "good", "disputed": "warn", "amortization": "good"}
        return "" if self.is_closed else looks.get(self.document["status"], "info")

    def why_not(self, act: str) -> str | None:
        """Why an act of the flow cannot be done now, as the list `my.not_now` names it; None where it can."""
        try:
            require(CasePosition(self.document["state"], self.document["status"]), act)
        except NotATransition:
            where = "closed" if self.is_closed else self.document["status"]
            return where if where in ("closed", *get_args(Hold)) else "other"
        return None


async def own_case(visit: Visit, connection: Connection, id_: str) -> OwnCase:
    """The case with that id, if it is one that the code opens."""
    return (await _with_what_is_owed(connection, [await visit.find(connection, CASES, id_)]))[0]


async def _with_what_is_owed(connection: Connection, documents: list[Values]) -> list[OwnCase]:
    """The cases, each with its statement: one question for all of them."""
    stated = await state_seen_cases(connection, [document["_id"] for document in documents], clock.now())
    of_each = [(document, stated[document["_id"]]) for document in documents]
    return [OwnCase(document, of_case.owed, of_case.debt.lines) for document, of_case in of_each]


async def own_cases(visit: Visit, connection: Connection) -> list[OwnCase]:
    """Every case that the visitor has opened: those that are open first, and the oldest of each first."""
    documents = await visit.read(connection, CASES, most=len(visit.signed_in.cases))
    found = await _with_what_is_owed(connection, documents)
    return sorted(found, key=lambda case: (case.is_closed, case.id))


def is_first_debtor(visit: Visit, customer: str) -> bool:
    """Whether the visitor is the customer of a case or a letter, and no further debtor of it."""
    return not visit.signed_in.customers or customer in visit.signed_in.customers


async def today_of(connection: Connection) -> date:
    """The business day."""
    return await business_day(connection, clock.now())


async def running_plan(connection: Connection, case: OwnCase) -> dict[str, Any] | None:
    """The instalment plan that the case is paid by, if there is one."""
    if case.document["status"] != "amortization":
        return None
    flowing = await read_flowing(connection, case.id, case.document["account"], clock.now())
    running = [plan for plan in await read_plans(connection, flowing) if plan["status"] == "running"]
    return running[-1] if running else None


def due_instalment(plan: dict[str, Any]) -> dict[str, Any] | None:
    """The first instalment that is not paid."""
    return next((one for one in plan["instalments"] if one["remaining_amount"]), None)


Changes: TypeAlias = list[tuple[str, str, str]]
"""Name, before and after."""


async def changes_of(visit: Visit, tx: Connection, before: OwnCase) -> Changes:
    """How a case differs from what it was, in the transaction in which something was done to it."""
    after = await own_case(visit, tx, before.id)
    t = visit.t
    return [
        (
            t("my.act.how_stands"),
            t.of("case_status", before.document["status"], "debtor_sentence"),
            t.of("case_status", after.document["status"], "debtor_sentence"),
        ),
        (t("my.act.next_step"), _coming(visit, before), _coming(visit, after)),
        (t("my.debt_today"), amount_text(before.owed, t.language), amount_text(after.owed, t.language)),
    ]


def _coming(visit: Visit, case: OwnCase) -> str:
    step = case.document.get("next_step")
    if step is None:
        return ""
    text, day = visit.t.of("next_step", step, "debtor"), shown_day(step, day_in(case.document.get("next_step_date")))
    return text if day is None else f"{text}, {day_text(day, visit.t.language)}"
