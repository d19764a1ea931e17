"""Reconciliation: the bank's balances against the books, day by day, with what is under way, and each difference named."""

from __future__ import annotations

import io
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from fordran.actions.bank.import_bank_file import import_bank_file
from fordran.actions.bank.store_file import sent_file
from fordran.actions.books.reconciliation import reconciliation
from fordran.api.app import Api
from fordran.formats.camt_making import make_camt053
from fordran.formats.making import DemoTransaction, Deposit
from fordran.operator import Operator
from tests.actions.bank_hall import deposit, paid
from tests.actions.payouts.payout_desk import PayoutDesk, noon, open_desk

MONDAY, TUESDAY, WEDNESDAY, THURSDAY = (date(2026, 11, 16) + timedelta(days=number) for number in range(4))
FRIDAY = THURSDAY + timedelta(days=1)
CONFIG = {"payout_frequency": "daily"}
ACCOUNT = Operator().bank_account


@pytest.fixture
async def desk(app: Api, tmp_path: Path) -> PayoutDesk:
    return await open_desk(app, tmp_path, case_config=CONFIG)


async def bring(desk: PayoutDesk, file: bytes, day: date) -> None:
    """A file that is imported on a day."""
    sent = sent_file(io.BytesIO(file), "file")
    await import_bank_file(desk.database, sent, Operator().bankgiro, noon(day))


def statement(day: date, opening: int, *deposits: Deposit, number: int = 1) -> bytes:
    """The bank's statement of a day."""
    created = datetime(day.year, day.month, day.day, 20, tzinfo=UTC)
    message = f"{day:%Y%m%d}-{number}"
    return make_camt053(deposits, account=ACCOUNT, created=created, opening_ore=opening, message_id=message)


def left(amount: int, end_to_end_id: str = "") -> DemoTransaction:
    return paid(amount, kind="withdrawal", end_to_end_id=end_to_end_id)


async def days(desk: PayoutDesk) -> dict[date, dict[str, Any]]:
    async with desk.database.transaction() as tx:
        report = await reconciliation(tx, MONDAY, FRIDAY)
    return {row[0]: dict(zip(report.columns, row, strict=True)) for row in report.rows}


async def test_the_bank_agrees_with_the_books_each_day(desk: PayoutDesk) -> None:
    """Money comes on Monday and is told of on Tuesday; a payout is ordered on Wednesday and paid on Thursday."""
    case = await desk.debt(1000)
    number = (await desk.office.case(case))["ocr_number"]
    receipt = deposit(paid(1000_00, number), day=MONDAY)
    await bring(desk, statement(MONDAY, 0, receipt), TUESDAY)
    await desk.prepare(WEDNESDAY)
    assert await desk.export(WEDNESDAY) is not None
    payout = await desk.payout()
    await bring(desk, statement(TUESDAY, 1000_00), WEDNESDAY)
    await bring(desk, statement(WEDNESDAY, 1000_00), THURSDAY)
    out = deposit(left(1000_00, payout["creditor_payment_reference"]), day=THURSDAY)
    await bring(desk, statement(THURSDAY, 1000_00, out), FRIDAY)
    found = await days(desk)
    told = {
        day: (row["bank_balance"], row["books"], row["in_transit"], row["difference"]) for day, row in found.items()
    }
    assert told == {
        MONDAY: (1000_00, 1000_00, 0, 0),
        TUESDAY: (1000_00, 1000_00, 0, 0),
        WEDNESDAY: (1000_00, 0, 1000_00, 0),
        THURSDAY: (0, 0, 0, 0),
        FRIDAY: (None, 0, 0, 0),
    }
    assert (found[MONDAY]["client_funds"], found[TUESDAY]["client_funds"]) == (0, 1000_00), "as it was booked"
    assert all(row["made_up_of"] is None and row["owed_differs_by"] == 0 for row in found.values())
    assert found[FRIDAY]["documents_differ_by"] == 0
    assert await desk.office.differences() == []
