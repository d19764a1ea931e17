"""Move a case: to another state or status by an act of the transition table, and to what comes next."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

import orjson

from fordran.actions.cases.booking import Change
from fordran.actions.cases.case_settings import LAYERS, settings_for
from fordran.actions.cases.locked_case import LOCKED, LockedCase, locked_case, stand
from fordran.actions.cases.situation import CASE, CUSTOMER, Flow, flow_of, situation_of
from fordran.domain.case_flow import transition
from fordran.domain.case_settings import Settings
from fordran.domain.case_states import Place, Status
from fordran.domain.days import ONE_DAY
from fordran.domain.next_step import Awaited, CaseSituation, Upcoming, next_step
from fordran.store.database import Connection

# What is shown to come next where no day is known for it.
_AWAITED: dict[Status, Awaited] = {"disputed": "dispute_answer"}


@dataclass
class FlowingCase:
    """A locked case together with what the flow knows of it."""

    case: LockedCase
    flow: Flow
    settings: Settings
    change: Change | None = None
    """What its step books, while that is not yet written."""

    @property
    def row(self) -> dict[str, Any]:
        return self.case.row

    @property
    def place(self) -> Place:
        return Place(self.row["state"], self.row["status"])

    @property
    def today(self) -> date:
        return self.case.today

    def situation(self) -> CaseSituation:
        """How it stands now."""
        if self.change is None:
            return situation_of(self.case, self.flow, self.case.facts, self.case.remaining)
        return situation_of(self.case, self.flow, self.change.facts, self.change.after.remaining)


CASE_ROWS = f"""
select {LOCKED}, {CASE}, {CUSTOMER}, {LAYERS}
from cases k
join customers c on c.account_id = k.account_id and c.id = k.customer_id
join creditors d on d.account_id = k.account_id and d.id = k.creditor_id
join accounts a on a.id = k.account_id
"""


async def lock_flowing(tx: Connection, id_: str, creditor: str, account: str, now: datetime) -> FlowingCase | None:
    """The case, locked, with what the flow knows of it; None where it is not that creditor's."""
    row = await tx.fetchrow(
        CASE_ROWS + "where k.account_id = $1 and k.id = $2 and k.creditor_id = $3 for update of k",
        account,
        id_,
        creditor,
    )
    return None if row is None else await flowing(tx, row, now)


async def flowing(tx: Connection, row: Mapping[str, Any], now: datetime) -> FlowingCase:
    """The case of a row of `CASE_ROWS`, which the statement that brought it has locked."""
    case = await locked_case(tx, row, now)
    return FlowingCase(case, flow_of(row), settings_for(row, row["own_settings"]))


async def move(tx: Connection, one: FlowingCase, target: Place, act: str, now: datetime) -> None:
    """Let the case go to another place, which the transition table must allow, and say what comes next."""
    go(one, target, act)
    await save(tx, [one], now)


def go(one: FlowingCase, target: Place, act: str) -> None:
    """The same, not yet stored."""
    transition(one.place, target, act)
    stand(one.case, target)


def look_ahead(one: FlowingCase) -> None:
    """Let the case's row say what the flow remembers, and what comes next."""
    one.row["flow"] = one.flow.shown()
    one.row["next_step"], one.row["next_step_date"] = upcoming(one)


async def save(tx: Connection, ones: Sequence[FlowingCase], now: datetime) -> None:
    """Store where cases are, what the flow remembers, and what comes next."""
    rows = []
    for one in ones:
        look_ahead(one)
        row = one.row
        rows.append(
            (
                one.case.account,
                one.case.id,
                row["state"],
                row["status"],
                orjson.dumps(row["state_history"]).decode(),
                orjson.dumps(row["status_history"]).decode(),
                row["latest_state_date"],
                orjson.dumps(row["flow"]).decode(),
                row["start_flow"],
                row["next_step"],
                row["next_step_date"],
            )
        )
    await tx.execute(
        """update cases k set revision = k.revision + 1, updated = greatest(k.updated, $1), state = g.state,
               status = g.status, state_history = g.state_history::jsonb, status_history = g.status_history::jsonb,
               latest_state_date = g.latest_state_date, flow = g.flow::jsonb, start_flow = g.start_flow,
               next_step = g.next_step, next_step_date = g.next_step_date
           from unnest($2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::timestamptz[],
                       $9::text[], $10::boolean[], $11::text[], $12::date[])
                as g (account_id, id, state, status, state_history, status_history, latest_state_date, flow, start_flow,
                      next_step, next_step_date)
           where k.account_id = g.account_id and k.id = g.id""",
        now,
        *zip(*rows, strict=True),
    )
    for one in ones:
        one.row["revision"] += 1


def upcoming(one: FlowingCase) -> tuple[Upcoming | None, date | None]:
    """What comes next and when. Where only somebody's act can come next, that act, and the day that limitation sets."""
    if one.row["state"] == "closed":
        return None, None
    situation = one.situation()
    coming = next_step(situation, one.settings, one.today)
    if coming is not None:
        return coming.step, coming.date
    if not one.row["start_flow"]:
        return "start", None
    if one.row["status"] in _AWAITED:
        return _AWAITED[one.row["status"]], None
    if one.flow.leaving:
        return "letter", situation.last_day + ONE_DAY
    if one.row["state"] == "enforcement":
        return "enforcement_reply", None
    return "review", situation.last_day + ONE_DAY
