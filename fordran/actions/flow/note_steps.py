"""Note steps: their own rows, each of which only one transaction can insert: the proof that it happened once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from datetime import date, datetime
from typing import TypedDict

from fordran.actions.cases.move_case import FlowingCase
from fordran.domain.kinds.steps import Step
from fordran.store.connections.database import Connection
from fordran.store.connections.one_account import by_account, is_on_a_cluster
from fordran.store.connections.typed_rows import fetch_rows
from fordran.store.rows.ids import new_id
from fordran.store.rows.recordset import recordset
from fordran.store.rows.tables import Table, insert_rows


class _TakenRow(TypedDict):
    account_id: str
    id: str
    creditor_id: str
    case_id: str
    step: str
    done_on: date


class _StepRow(_TakenRow):
    occurrence: int
    done: datetime
    outcome: str


_STEPS = Table("steps", _StepRow)

_NOTE = f"""
insert into steps (account_id, id, creditor_id, case_id, step, occurrence, done, done_on, outcome)
select g.account_id, g.id, g.creditor_id, g.case_id, g.step,
       (select 1 + count(*) from steps s where s.account_id = g.account_id and s.case_id = g.case_id and s.step = g.step),
       $1::timestamptz, g.done_on, 'done'
from {recordset(_TakenRow, 2, "g")}
"""


async def note_steps(tx: Connection, taken: Sequence[tuple[FlowingCase, Step]], now: datetime) -> None:
    """Note the steps that some cases have taken, each with how many of its kind its case had before."""
    rows: list[_TakenRow] = [
        {
            "account_id": flowing.case.account,
            "id": new_id(),
            "creditor_id": flowing.case.creditor,
            "case_id": flowing.case.id,
            "step": step,
            "done_on": flowing.today,
        }
        for flowing, step in taken
    ]
    if not is_on_a_cluster(tx):
        await tx.execute(_NOTE, now, rows)
        return
    for some in by_account(tx, rows):
        await _note_counted(tx, some, now)


class _EarlierRow(TypedDict):
    case_id: str
    step: str
    times: int


_EARLIER = """
select case_id, step, count(*) as times from steps where account_id = $1 and case_id = any($2::text[]) group by case_id, step
"""


async def _note_counted(tx: Connection, rows: Sequence[_TakenRow], now: datetime) -> None:
    """In two statements of one account: a cluster does not count along with what it inserts. The cases are locked."""
    found = await fetch_rows(tx, _EarlierRow, _EARLIER, rows[0]["account_id"], [row["case_id"] for row in rows])
    times = Counter({(row["case_id"], row["step"]): row["times"] for row in found})
    await insert_rows(
        tx,
        [
            _STEPS.row({**row, "occurrence": times[row["case_id"], row["step"]] + 1, "done": now, "outcome": "done"})
            for row in rows
        ],
    )
