"""Closing months of the operator's ledger. The months of one database are closed in order, each test the next ones."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from datetime import date, timedelta
from pathlib import Path

import pytest

from fordran import clock
from fordran.actions.books.close_period import (
    Books,
    close_period,
    closed_periods,
    confirm_period,
    last_day_of,
    next_to_close,
)
from fordran.actions.books.export_sie import export_sie
from fordran.actions.people.add_person import add_person
from fordran.actions.people.find_person import caller_named
from fordran.actions.proof.periods import check_periods
from fordran.actions.refusals import Conflict, NotAllowed
from fordran.api.app import Api
from fordran.domain.books.ledger_accounts import LedgerNumbers
from fordran.formats.sie import Voucher, read_sie
from fordran.operator import Operator
from fordran.store.reading.scope import Caller
from tests.actions.payouts.payout_desk import PayoutDesk, noon, open_desk

FIRST = date(2030, 1, 1)
ALONE = Books(Operator(), LedgerNumbers(), "off")
IN_PAIRS = Books(Operator(), LedgerNumbers(), "on")
DAY = timedelta(days=1)


@pytest.fixture
async def desk(app: Api, tmp_path: Path) -> PayoutDesk:
    return await open_desk(app, tmp_path)


async def month_to_close(desk: PayoutDesk) -> date:
    async with desk.database.transaction() as tx:
        return await next_to_close(tx) or FIRST


async def close(desk: PayoutDesk, month: date, on: date, books: Books = ALONE, by: Caller | None = None) -> None:
    async with desk.database.transaction() as tx:
        await close_period(tx, books, month, by, noon(on))


async def exported(desk: PayoutDesk, month: date) -> bytes:
    async with desk.database.transaction() as tx:
        file, _ = await export_sie(tx, Operator(), LedgerNumbers(), month, last_day_of(month), date(2035, 1, 1))
    return file


async def vouchers(desk: PayoutDesk, month: date, series: str = "A") -> Sequence[Voucher]:
    return [one for one in read_sie(await exported(desk, month)).vouchers if one.series == series]


def received(made: Sequence[Voucher]) -> dict[tuple[date, str], int]:
    """Money in, by day and text."""
    return {
        (voucher.date, voucher.text): row.amount
        for voucher in made
        for row in voucher.rows
        if row.ledger_account == "1990"
    }


async def person(desk: PayoutDesk, role: str) -> Caller:
    email = f"{role}.{clock.unix()}.{id(object())}@operator.example"
    async with desk.database.transaction() as tx:
        await add_person(tx, role, email, role, clock.now())  # type: ignore[arg-type]
        return await caller_named(tx, email)


TEXT = "Inbetalningar på klientmedelskontot"


async def test_payments_of_a_day_are_one_voucher_dated_by_the_bank(desk: PayoutDesk) -> None:
    month = await month_to_close(desk)
    for kronor in (100, 250):
        case = await desk.debt(kronor)
        await desk.paid(case, kronor * 100, month + 3 * DAY, booked_on=month + 5 * DAY)
    assert received(await vouchers(desk, month)) == {(month + 3 * DAY, TEXT): 350_00}
    await close(desk, month, last_day_of(month) + DAY)
    assert await desk.office.differences() == []


async def test_a_closed_month_never_changes_and_late_money_is_dated_after_it(desk: PayoutDesk) -> None:
    month = await month_to_close(desk)
    case, following = await desk.debt(900), last_day_of(month) + DAY
    await desk.paid(case, 100_00, month + 9 * DAY, booked_on=following)
    await close(desk, month, following)
    closed = await exported(desk, month)
    assert received(await vouchers(desk, month)) == {(month + 9 * DAY, TEXT): 100_00}, "of the closing day, before it"
    await desk.paid(case, 200_00, month + 10 * DAY, booked_on=following)
    await desk.paid(case, 300_00, month + 10 * DAY, booked_on=following + 4 * DAY)
    await desk.paid(case, 50_00, following + 4 * DAY)
    assert await exported(desk, month) == closed
    late = f"{TEXT}, avser {month + 10 * DAY}"
    assert received(await vouchers(desk, following)) == {(following, late): 500_00, (following + 4 * DAY, TEXT): 50_00}
    async with desk.database.transaction() as tx:
        (period,) = [row for row in await closed_periods(tx) if row["month"] == month]
    assert period["file_hash"] == hashlib.sha256(closed).hexdigest()
    await close(desk, following, last_day_of(following) + DAY)
    assert received(await vouchers(desk, following)) == {(following, late): 500_00, (following + 4 * DAY, TEXT): 50_00}
    assert await desk.office.differences() == []


async def test_months_are_closed_in_order_once_they_are_over(desk: PayoutDesk) -> None:
    month = await month_to_close(desk)
    following = last_day_of(month) + DAY
    await desk.paid(await desk.debt(100), 100_00, month)
    with pytest.raises(Conflict, match="is not over"):
        await close(desk, month, last_day_of(month))
    with pytest.raises(Conflict, match=f"{month:%Y-%m} is open"):
        await close(desk, following, last_day_of(following) + DAY)
    await close(desk, month, following)
    with pytest.raises(Conflict, match="is closed"):
        await close(desk, month, following)


async def test_another_person_of_the_finance_role_confirms(desk: PayoutDesk) -> None:
    month = await month_to_close(desk)
    on = last_day_of(month) + DAY
    await desk.paid(await desk.debt(100), 100_00, month)
    one, other, handler = await person(desk, "finance"), await person(desk, "admin"), await person(desk, "handler")

    async def confirm(by: Caller) -> None:
        async with desk.database.transaction() as tx:
            await confirm_period(tx, IN_PAIRS, month, by, noon(on))

    with pytest.raises(Conflict, match="Nobody has proposed"):
        await confirm(other)
    with pytest.raises(NotAllowed):
        await close(desk, month, on, IN_PAIRS, handler)
    await close(desk, month, on, IN_PAIRS, one)
    assert await month_to_close(desk) == month, "it is proposed, not closed"
    with pytest.raises(Conflict, match="You proposed"):
        await confirm(one)
    with pytest.raises(NotAllowed):
        await confirm(handler)
    await confirm(other)
    assert await month_to_close(desk) == on
    with pytest.raises(Conflict, match="is closed"):
        await confirm(other)


async def test_a_closed_month_is_not_opened_again_and_a_changed_file_is_found(desk: PayoutDesk) -> None:
    month = await month_to_close(desk)
    await desk.paid(await desk.debt(100), 100_00, month)
    await close(desk, month, last_day_of(month) + DAY)
    for act in (
        "delete from closed_periods where month = $1",
        "update closed_periods set closed = null where month = $1",
    ):
        with pytest.raises(Exception, match="not opened again"):
            async with desk.database.transaction() as tx:
                await tx.execute(act, month)
    async with desk.database.transaction() as tx:
        assert [found async for found in check_periods(tx, lambda *_: None)] == []
        await tx.execute("alter table closed_periods disable trigger closed_periods_stay_closed")
        file = (await exported(desk, month)).replace(b"100.00", b"900.00")
        await tx.execute("update closed_periods set file = $2 where month = $1", month, file)
        fields = {found.what async for found in check_periods(tx, lambda *_: None)}
        await tx.execute(
            "update closed_periods set file = $2, file_hash = $3 where month = $1",
            month,
            file,
            hashlib.sha256(file).hexdigest(),
        )
        forged = {found.what async for found in check_periods(tx, lambda *_: None)}
        await tx.execute("alter table closed_periods enable trigger closed_periods_stay_closed")
        await tx.execute("rollback")
    assert (fields, forged) == ({"file_hash", "vouchers"}, {"vouchers"})
