"""Take the step of one case by itself, where a batch has failed: the case that fails waits for a person, with the reason."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, TypedDict

from fordran.actions.cases.move_case import CASE_ROWS, flowing
from fordran.actions.cases.work_list import put_on_work_list
from fordran.actions.flow.take_step import take_due_steps
from fordran.domain.days import ONE_DAY
from fordran.domain.message import Message
from fordran.store.connections.database import Connection
from fordran.store.connections.one_account import everywhere
from fordran.store.connections.savepoints import SavepointRolledBack, part
from fordran.store.connections.typed_rows import fetch_the_row
from fordran.store.upkeep.installation import business_day


class _FailedRow(TypedDict):
    creditor_id: str
    partner_id: str | None


@dataclass(frozen=True)
class _Failed:
    """A case whose step failed, which may be such that no more can be read of it."""

    account: str
    creditor: str
    partner: str | None
    id: str


async def take_alone(tx: Connection, account: str, case: str, now: datetime) -> None:
    """Take the step that is due of a case; where that fails, put it on the work list, and look at it again tomorrow."""
    try:
        async with part(tx):
            rows: list[Any] = await tx.fetch(
                everywhere(tx, CASE_ROWS + "where k.account_id = $1 and k.id = $2 for update of k", 1), account, case
            )
            await take_due_steps(tx, [await flowing(tx, row, now) for row in rows], now)
            await resolve_failed(tx, account, [case], now)
    except SavepointRolledBack as undone:
        await _put_off(tx, account, case, f"the step cannot be taken: {undone}", now)


async def resolve_failed(tx: Connection, account: str, cases: Sequence[str], now: datetime) -> None:
    """Resolve what the work list says of cases whose step was taken after all."""
    await tx.execute(
        """update work_items set resolved = $3, updated = $3, revision = revision + 1
           where account_id = $1 and case_id = any($2::text[]) and kind = 'step_failed' and resolved is null""",
        account,
        cases,
        now,
    )


async def _put_off(tx: Connection, account: str, case: str, reason: str, now: datetime) -> None:
    row = await fetch_the_row(
        tx,
        _FailedRow,
        """update cases k set revision = revision + 1, updated = greatest(updated, $3), next_step_date = $4
           where account_id = $1 and id = $2
           returning creditor_id, (select partner_id from accounts a where a.id = k.account_id) as partner_id""",
        account,
        case,
        now,
        await business_day(tx, now) + ONE_DAY,
    )
    await put_on_work_list(
        tx,
        _Failed(account, row["creditor_id"], row["partner_id"], case),
        "step_failed",
        Message("work.technical", text=reason),
        now,
    )
