"""A locked case: what is known of it is what is so, however long it had to be waited for, and nobody waits in a circle."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import date, datetime

import asyncpg
import pytest

from fordran import clock
from fordran.actions.cases.case_facts import entry_from_json
from fordran.actions.cases.locked_case import LockedCase, lock_case, lock_cases, stand, standing
from fordran.actions.flow.credit_case import credit
from fordran.domain.kinds.case_states import CasePosition
from fordran.shape.moments import rfc_1123
from fordran.shape.wire import parsed
from fordran.store.connections.database import Connection
from fordran.store.rows.ids import new_id
from tests.actions.flow.days import Days
from tests.actions.office import Office
from tests.actions.waiting import until_it_waits

DAY = date(2026, 9, 1)
NOT_DUE = {"invoice_date": "2026-09-01", "invoice_due_date": "2026-10-01"}
"""So that there is no interest yet."""
LOCK_AT_ONCE = "select id from cases where account_id = $1 and id = $2 for update nowait"


async def locked(office: Office, tx: Connection, case: str, now: datetime) -> LockedCase:
    found = await lock_case(tx, case, office.creditor, office.account, now)
    assert found is not None
    return found


@asynccontextmanager
async def waited_for(office: Office, waiter: asyncio.Task[object]) -> AsyncIterator[Connection]:
    """A connection beside a task that waits for a lock by now."""
    async with office.app.database.connection() as watcher:
        await until_it_waits(watcher, waiter)
        yield watcher


async def test_what_was_booked_while_it_was_waited_for_is_known(office: Office, days: Days) -> None:
    now = days.at(DAY)
    case = await office.register_invoice(1000, **NOT_DUE)

    async def second() -> LockedCase:
        async with days.transaction() as tx:
            found = await locked(office, tx, case, now)
            # The statement that locked it was begun before the other's booking was there.
            assert len(parsed(found.row["booked"])) == 1
            assert (found.bookings, found.remaining) == (2, 700_00)
            await credit(tx, found, 200_00, now)
            return found

    async with days.transaction() as tx:
        first = await locked(office, tx, case, now)
        waiting = asyncio.create_task(second())
        async with waited_for(office, waiting):
            await credit(tx, first, 300_00, now)
    found = await waiting
    async with days.transaction() as tx:
        rows = await tx.fetch(
            "select position, entries, previous_hash, hash from bookings where case_id = $1 order by position", case
        )
    stored = [entry_from_json(entry) for row in rows for entry in parsed(row["entries"])]
    assert found.entries == stored
    assert [row["position"] for row in rows] == [1, 2, 3]
    assert [row["previous_hash"] for row in rows[1:]] == [row["hash"] for row in rows[:-1]]
    assert found.head_hash == rows[-1]["hash"]
    assert (await office.case(case))["total_remaining_capital_amount"] == 500
    assert await office.differences() == []


async def test_cases_are_locked_in_the_order_of_their_ids_however_they_are_asked_for(
    office: Office, days: Days
) -> None:
    now = days.at(DAY)
    first, second = sorted(
        [await office.register_invoice(1000, **NOT_DUE), await office.register_invoice(1000, **NOT_DUE)]
    )

    async def both() -> list[str]:
        async with days.transaction() as tx:
            return [case.id for case in await lock_cases(tx, office.account, [second, first], now)]

    async with days.transaction() as tx:
        await locked(office, tx, first, now)
        waiting = asyncio.create_task(both())
        async with waited_for(office, waiting) as beside:
            # Whoever waits for the first of them has nothing that another could wait for.
            assert await beside.fetchval(LOCK_AT_ONCE, office.account, second) == second
    assert await waiting == [first, second]


async def test_a_case_that_is_locked_is_nobody_elses_until_the_transaction_ends(office: Office, days: Days) -> None:
    now = days.at(DAY)
    case = await office.register_invoice(1000, **NOT_DUE)
    async with days.transaction() as tx, office.app.database.connection() as beside:
        await locked(office, tx, case, now)
        with pytest.raises(asyncpg.LockNotAvailableError):
            await beside.fetchval(LOCK_AT_ONCE, office.account, case)


async def test_a_case_of_another_creditor_or_account_is_not_there(office: Office, days: Days) -> None:
    now = days.at(DAY)
    case = await office.register_invoice(1000, **NOT_DUE)
    async with days.transaction() as tx:
        assert await lock_case(tx, case, new_id(), office.account, now) is None
        assert await lock_case(tx, case, office.creditor, new_id(), now) is None
        assert await lock_cases(tx, new_id(), [case], now) == []
        # A body that names no account means the creditor's.
        assert await lock_case(tx, case, office.creditor, None, now) is not None


async def test_where_a_case_stands_is_told_by_its_row_and_its_histories(office: Office, days: Days) -> None:
    now = days.at(DAY)
    id_ = await office.register_invoice(1000, **NOT_DUE)
    async with days.transaction() as tx:
        case = await locked(office, tx, id_, now)
        before = standing(case.row)
        moment = rfc_1123(case.business_now)
        stand(case, CasePosition("invoice", "respite"))
        assert case.row["status_history"] == [
            *parsed(before["status_history"]),
            {"status": "respite", "status_date": moment},
        ]
        # The state is the same, and so is the day since when.
        assert case.row["state_history"] == before["state_history"]
        assert case.row["latest_state_date"] == before["latest_state_date"]
        stand(case, CasePosition("reminder", "reminder_active"))
        assert case.row["state_history"] == [
            *parsed(before["state_history"]),
            {"state": "reminder", "status_date": moment},
        ]
        after = standing(case.row)
    assert (after["state"], after["status"], after["latest_state_date"]) == ("reminder", "reminder_active", now)
    assert case.today == clock.stockholm_date(now)
