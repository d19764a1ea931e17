"""Move a case: to another state or status by an act of the transition table, and to what comes next."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime

from fordran.actions.cases.book import write_changes
from fordran.actions.cases.booking import CaseChange, change_of
from fordran.actions.cases.case_facts import NewFact
from fordran.actions.cases.case_settings import LAYERS, settings_for
from fordran.actions.cases.locked_case import (
    LOCKED,
    WHOSE,
    CasePositionRow,
    LockedCase,
    locked_case,
    stand,
    standing,
)
from fordran.actions.cases.situation import (
    CASE,
    CUSTOMER,
    CUSTOMER_OF_CASE,
    INVOICE_OF_CASE,
    Flow,
    FlowingRow,
    flow_of,
    situation_of,
)
from fordran.domain.days import days_after
from fordran.domain.flow.before_application import changes_on, waits_for
from fordran.domain.flow.case_flow import transition
from fordran.domain.flow.case_settings import FlowSettings
from fordran.domain.flow.next_step import (
    CaseSituation,
    is_too_little,
    limitation_day,
    looked_at_again,
    next_step,
    stopped_by,
    waits_for_forbearance,
    waits_for_payment,
)
from fordran.domain.kinds.application_needs import WaitsFor
from fordran.domain.kinds.case_states import HOLDS, CasePosition, Hold, Status
from fordran.domain.kinds.steps import Awaited, NextStepCode
from fordran.store.connections.database import Connection
from fordran.store.connections.one_account import change_found, everywhere
from fordran.store.connections.typed_rows import fetch_row, fetch_the_row, own_copy
from fordran.store.rows.recordset import recordset

# The next step that is shown if its day is unknown.
_AWAITED: dict[Status, Awaited] = {"disputed": "dispute_answer"}


@dataclass
class FlowingCase:
    """A locked case together with what the flow knows of it."""

    case: LockedCase
    row: FlowingRow
    """The same row as the locked case's, with more columns."""
    flow: Flow
    settings: FlowSettings
    change: CaseChange | None = None
    """The pending booking of the case's step."""

    @property
    def place(self) -> CasePosition:
        return CasePosition(self.row["state"], self.row["status"])

    @property
    def hold(self) -> Hold | None:
        """The hold that the case is under, if any."""
        return next((hold for hold in HOLDS if hold == self.row["status"]), None)

    @property
    def today(self) -> date:
        return self.case.today

    def situation(self) -> CaseSituation:
        """Its position now."""
        if self.change is None:
            known, remaining = self.case.facts, self.case.remaining
        else:
            known, remaining = self.change.facts, self.change.after.remaining
        return situation_of(self.case, self.row, self.flow, known, remaining, self.settings)


CASE_ROWS = f"""
select {LOCKED}, {CASE}, {CUSTOMER}, {LAYERS}
from cases k
{CUSTOMER_OF_CASE}
{INVOICE_OF_CASE}
join creditors d on d.account_id = k.account_id and d.id = k.creditor_id
join accounts a on a.id = k.account_id
"""


async def lock_flowing(tx: Connection, id_: str, creditor: str, account: str, now: datetime) -> FlowingCase | None:
    """The case, locked, with what the flow knows of it; None where it neither is nor was that creditor's."""
    # Where locking it had to wait for its assignment to another creditor, the row that is joined is the former creditor's,
    # and nothing is found: the case, locked by then, is read again.
    row = await _lock_row(tx, id_, creditor, account) or await _lock_row(tx, id_, creditor, account)
    return None if row is None else await flowing(tx, row, now)


async def _lock_row(tx: Connection, id_: str, creditor: str, account: str) -> FlowingRow | None:
    return await fetch_row(
        tx,
        FlowingRow,
        everywhere(
            tx, f"{CASE_ROWS}where k.account_id = $1 and k.id = $2 and {WHOSE.format(creditor='$3')} for update of k", 1
        ),
        account,
        id_,
        creditor,
    )


async def read_flowing(connection: Connection, id_: str, account: str, now: datetime) -> FlowingCase:
    """The case with what the flow knows of it, not locked: to be looked at, and not to be changed."""
    statement = everywhere(connection, CASE_ROWS + "where k.account_id = $1 and k.id = $2", 1)
    row = await fetch_the_row(connection, FlowingRow, statement, account, id_)
    return await flowing(connection, row, now)


async def flowing(tx: Connection, row: FlowingRow, now: datetime) -> FlowingCase:
    """The case of a row of `CASE_ROWS`, which the statement that brought it has locked."""
    own = own_copy(row)
    case = await locked_case(tx, own, now)
    rules_day = case.terms.particulars.rules_day
    return FlowingCase(case, own, flow_of(own), settings_for(own, own["own_settings"], case.today, rules_day))


async def move(tx: Connection, flow_case: FlowingCase, target: CasePosition, act: str, now: datetime) -> None:
    """Let the case go to another place, which the transition table must allow, and say what comes next."""
    go(flow_case, target, act)
    await save(tx, [flow_case], now)


def go(flow_case: FlowingCase, target: CasePosition, act: str) -> None:
    """The same, not yet stored."""
    transition(flow_case.place, target, act)
    stand(flow_case.case, target)


def look_ahead(flow_case: FlowingCase, not_before: date = date.min) -> None:
    """Let the case's row say what the flow remembers, and what comes next."""
    flow_case.row["flow"] = flow_case.flow.shown()
    situation = flow_case.situation()
    waits = missing_before_step(situation, flow_case.today)
    flow_case.row["waits_for"] = list(waits)
    step, day = _upcoming(flow_case, situation, is_waiting=bool(waits))
    flow_case.row["next_step"], flow_case.row["next_step_date"] = step, None if day is None else max(day, not_before)


async def book_and_save(tx: Connection, flow_case: FlowingCase, facts: Sequence[NewFact], now: datetime) -> None:
    """Book facts of a case, and store where it is then and what comes next."""
    flow_case.change = change_of(flow_case.case, facts, now)
    look_ahead(flow_case)
    await write_changes(tx, [flow_case.change], now)
    flow_case.change = None


class _SavedRow(CasePositionRow):
    account_id: str
    id: str


_SAVE = f"""
update cases k set revision = k.revision + 1, updated = greatest(k.updated, $1), state = g.state, status = g.status,
    state_history = g.state_history, status_history = g.status_history, latest_state_date = g.latest_state_date,
    flow = g.flow, start_flow = g.start_flow, next_step = g.next_step, next_step_date = g.next_step_date,
    waits_for = g.waits_for
from {recordset(_SavedRow, 2, "g")}
where k.account_id = g.account_id and k.id = g.id
"""


async def save(tx: Connection, cases: Sequence[FlowingCase], now: datetime, not_before: date = date.min) -> None:
    """Store where cases are, what the flow remembers, and what comes next, which is not before a day."""
    for flow_case in cases:
        look_ahead(flow_case, not_before)
    rows = [_saved(flow_case) for flow_case in cases]
    await change_found(tx, _SAVE, rows, now)
    for flow_case in cases:
        flow_case.row["revision"] += 1


def _saved(flow_case: FlowingCase) -> _SavedRow:
    return {"account_id": flow_case.case.account, "id": flow_case.case.id, **standing(flow_case.row)}


def missing_before_step(situation: CaseSituation, today: date) -> tuple[WaitsFor, ...]:
    """The needs of a demand or an application that are missing on a day; empty where neither comes next."""
    if not situation.start_flow or situation.remaining <= 0:
        return ()
    if situation.came_time_barred:
        return ("time_barred_at_registration",)
    found: tuple[WaitsFor, ...] = ("payment_on_its_way",) if waits_for_payment(situation, today) else ()
    if situation.state == "debt_collection" and situation.application is not None:
        found = waits_for(situation.application, today)
    elif situation.lacks_forbearance and waits_for_forbearance(situation, today):
        found = (*found, "forbearance_offered")
    return () if found and stopped_by(situation) else found


def _upcoming(
    flow_case: FlowingCase, situation: CaseSituation, *, is_waiting: bool
) -> tuple[NextStepCode | None, date | None]:
    """The next step and its day. If only a person's act can come next: that act, and the day of limitation.

    Of a case that owes too little nothing comes next; the day is the one on which it is looked at again.
    """
    row = flow_case.row
    if row["state"] == "closed":
        return None, None
    coming = next_step(situation, flow_case.settings, flow_case.today)
    if coming is not None:
        gathers_until = flow_case.flow.gathers_until
        return coming.step, max(coming.date, date.fromisoformat(gathers_until)) if gathers_until else coming.date
    if not row["start_flow"]:
        return "start", None
    if row["status"] in _AWAITED:
        return _AWAITED[row["status"]], None
    if situation.payment_until is not None and waits_for_payment(situation, flow_case.today):
        return "payment", days_after(situation.payment_until, 1)
    barred = limitation_day(situation, flow_case.today)
    if flow_case.flow.disputed_amount and is_too_little(situation, flow_case.today):
        return "dispute_answer", looked_at_again(situation, flow_case.today)
    if flow_case.flow.leaving:
        return "letter", barred
    if row["state"] == "invoice" and situation.invoice_waits:
        return "delivery", barred
    if situation.remaining and is_too_little(situation, flow_case.today):
        return None, looked_at_again(situation, flow_case.today)
    if row["state"] == "enforcement":
        return "enforcement_reply", None
    if situation.application is not None and situation.letter is not None and is_waiting:
        again = changes_on(situation.application, flow_case.today)
        return "application", again if barred is None else min(again, barred)
    return "review", barred
