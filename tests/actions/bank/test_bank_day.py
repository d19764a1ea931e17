"""A bank day of every sort of payment: the books close to the öre, and neither order nor repetition makes a difference."""

from __future__ import annotations

import asyncio
import io
import random
from collections.abc import AsyncIterator
from dataclasses import dataclass, replace
from datetime import date
from typing import Any

import pytest

from fordran import clock
from fordran.actions.bank.import_bank_file import import_bank_file
from fordran.actions.bank.store_file import sent_file
from fordran.actions.proof.verify import verify
from fordran.api.app import create_app
from fordran.domain.books.journal import CLIENT_FUNDS
from fordran.formats.bank import BankReference
from fordran.formats.making import DemoTransaction, Deposit
from fordran.operator import Operator
from fordran.settings import Settings
from fordran.store.connections.database import Database
from tests.actions.bank_hall import BankHall, bgmax, camt053, camt054, deposit, paid
from tests.actions.office import open_office
from tests.conftest import copy_database, execute, named

CASES = 240
DAY, NEXT_DAY = date(2026, 4, 10), date(2026, 4, 17)


@dataclass(frozen=True)
class Street:
    """An installation with cases that nobody has paid yet, to be copied, and their OCR numbers."""

    server: str
    name: str
    ocr_numbers: tuple[str, ...]


@dataclass(frozen=True)
class BankDay:
    files: tuple[bytes, ...]
    received: int
    """Öre on the bank account in the end."""
    waiting: int
    """Öre of it that nobody knows the case of."""


@pytest.fixture(scope="module")
async def street(server: str, template: str) -> AsyncIterator[Street]:
    await copy_database(server, "street", template)
    app = create_app(replace(Settings(), database_url=named(server, "street"), rate_limit_per_second=0))
    numbers: list[str] = []
    for _ in range(2):
        office = await open_office(app)
        body = office.case_body(*(office.debt(100 + number) for number in range(CASES // 2)))
        numbers += (await office.post("case--registrations", body))["_ocr_numbers_ocr"]
        await office.client.aclose()
    await app.database.close()
    yield Street(server, "street", tuple(numbers))
    await execute(server, "drop database street with (force)")


def make_day(ocr_numbers: tuple[str, ...], seed: int, payments: int) -> BankDay:
    """Files of a day: some payments in one of them, some in two or three, some as a sum, some recalled a week later."""
    draw = random.Random(seed)
    bookings: list[Deposit] = []
    recalls: list[DemoTransaction] = []
    received = waiting = 0

    def one() -> DemoTransaction:
        nonlocal received, waiting
        ocr, other = draw.sample(ocr_numbers, 2)
        amount = draw.choice((10_000, 15_000, 5_000, draw.randrange(1, 50_000)))
        match draw.choice(("paid", "paid", "paid", "wrong", "several", "unclear", "recalled", "wrong and recalled")):
            case "paid":
                receipt = paid(amount, ocr)
            case "wrong":
                receipt = paid(amount, ocr + "0")
                waiting += amount
            case "several":
                parts = (BankReference(ocr, amount), BankReference(other, 100), BankReference("9", 7))
                receipt = paid(amount + 107, extra_references=parts)
                waiting += 7
            case "unclear":
                receipt = paid(amount, extra_references=(BankReference(ocr), BankReference(other)))
                waiting += amount
            case reference:
                receipt = paid(amount, ocr if reference == "recalled" else "1")
                recalls.append(paid(amount, receipt.reference, kind="recall", end_to_end_id=receipt.end_to_end_id))
                received -= amount
        received += receipt.amount
        return receipt

    for _ in range(payments // 20):
        bookings.append(deposit(*(one() for _ in range(20)), day=DAY))
    by_bgmax = []
    for _ in range(5):
        ocr = draw.choice(ocr_numbers)
        by_bgmax.append(deposit(paid(9_000, ocr), paid(2_000, ocr, kind="deduction"), paid(500, "5", kind="deduction")))
        received += 6_500
        waiting -= 500
    third = len(bookings) // 3
    sums = [replace(booking, itemised=False) for booking in bookings[:third]]
    files = (
        camt054(*bookings[:third]),
        camt054(*bookings[third : 2 * third], message_id="second"),
        camt053(*bookings[third // 2 :]),
        camt053(*sums, message_id="sums"),
        camt054(*(deposit(recall, day=NEXT_DAY) for recall in recalls), message_id="recalls"),
        bgmax(*by_bgmax),
    )
    return BankDay(files, received, waiting)


async def outcome(street: Street, name: str, files: list[bytes], day: BankDay) -> dict[str, Any]:
    """Where everything stands after the files have been brought in their order."""
    await copy_database(street.server, name, street.name)
    database = Database(named(street.server, name), 4)
    hall = BankHall(database)
    try:
        for file in files:
            await hall.bring(file)
        assert await hall.reconciled() == day.received
        async with database.connection() as connection:
            assert await connection.fetchval("select sum(suspense_amount) from bank_transactions") == day.waiting
        async with database.transaction() as tx:
            assert [found async for found in verify(tx)] == []
        return await hall.state()
    finally:
        await database.close()
        await execute(street.server, f"drop database {name} with (force)")


async def test_the_books_of_a_day_of_thousands_of_payments_close_to_the_ore(street: Street) -> None:
    day = make_day(street.ocr_numbers, seed=6, payments=2400)
    closed = await outcome(street, "thousands", list(day.files), day)
    assert closed["balances"][CLIENT_FUNDS] == day.received


async def test_the_same_files_in_any_order_and_any_number_of_times_give_the_same_end(street: Street) -> None:
    day = make_day(street.ocr_numbers, seed=7, payments=300)
    files = list(day.files)
    first = await outcome(street, "in_order", files, day)
    draw = random.Random(3)
    for number in range(3):
        others = files + draw.sample(files, 3)
        draw.shuffle(others)
        assert await outcome(street, f"shuffled_{number}", others, day) == first


async def test_files_that_come_at_once_count_once(street: Street) -> None:
    day = make_day(street.ocr_numbers, seed=8, payments=300)
    together = await outcome(street, "one_by_one", list(day.files), day)
    await copy_database(street.server, "at_once", street.name)
    database = Database(named(street.server, "at_once"), 40, 60)
    hall = BankHall(database)
    try:

        async def bring(file: bytes) -> int:
            sent = sent_file(io.BytesIO(file), "file")
            stored = await import_bank_file(database, sent, Operator().bankgiro, clock.now())
            return stored.counts["transactions"] - stored.counts["duplicates"]

        taken = await asyncio.gather(*(bring(file) for file in day.files * 4))
        assert await hall.state() == together
        async with database.connection() as connection:
            kept = await connection.fetchval("select count(*) from bank_transactions where status <> 'duplicate'")
            sums = await connection.fetchval("select count(*) from bank_transactions where not is_itemised")
        assert kept <= sum(taken) <= kept + sums
        async with database.transaction() as tx:
            assert [found async for found in verify(tx)] == []
    finally:
        await database.close()
        await execute(street.server, "drop database at_once with (force)")
