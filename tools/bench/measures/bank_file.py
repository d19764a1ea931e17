"""A bank file: as many payments as cases, stored, matched and settled over fifty accounts."""

from __future__ import annotations

import asyncio
import io
import time
from collections.abc import Iterator
from datetime import UTC, date, datetime

from fordran import clock
from fordran.actions.bank.import_bank_file import import_bank_file
from fordran.actions.bank.store_file import StoredFile, sent_file
from fordran.commands.process_setup import settle_memory
from fordran.domain.numbers import bankgiro
from fordran.formats.bgmax_making import make_bgmax
from fordran.formats.making import DemoTransaction, Deposit
from fordran.operator import Operator
from fordran.settings import Settings
from fordran.store.connections.database import Database
from tools.bench.ground import Ground
from tools.bench.measures import night
from tools.bench.processors import Spent, spending
from tools.bench.results import Result

ABOUT = "payments a second of a bank file, stored, matched and settled"
BY_DEFAULT = True
PAYMENTS = 100_000
AIM = 5000
IN_A_DEPOSIT = 10_000
CONNECTIONS = 3


def measure(ground: Ground) -> Iterator[Result]:
    """How many payments a second are on their cases, from the first byte of the file to the last booking."""
    opened = asyncio.run(night.empty_installation(ground, "bank_file"))
    ground.say(f"Opening {PAYMENTS:,} cases.")
    asyncio.run(opened.fill(0, PAYMENTS))
    settle_memory()  # as the command does
    file, seconds, spent = asyncio.run(_import(opened.settings))
    assert file.counts["matched"] == PAYMENTS
    made_of = {"payments": float(PAYMENTS), "seconds": seconds} | spent.each(PAYMENTS)
    yield Result("payments of a bank file", PAYMENTS / seconds, "a second", AIM, made_of)


async def _import(settings: Settings) -> tuple[StoredFile, float, Spent]:
    database = Database(settings.database_url or "", CONNECTIONS)
    try:
        async with database.connection() as connection:
            cases = await connection.fetch("select ocr_number, capital_to_claim from cases order by md5(id)")
        file = _file([(row["ocr_number"], row["capital_to_claim"]) for row in cases])
        began = time.perf_counter()
        with spending(settings.data) as spent:
            stored = await import_bank_file(database, sent_file(file, "bank day"), Operator().bankgiro, clock.now())
        return stored, time.perf_counter() - began, spent
    finally:
        await database.close()


def _file(cases: list[tuple[str, int]]) -> io.BytesIO:
    """One in three pays half, one in three too much, the others what is claimed."""
    receipts = [
        DemoTransaction((amount // 2, amount, amount + 5000)[place % 3], ocr, serial=f"{place}")
        for place, (ocr, amount) in enumerate(cases)
    ]
    receiver = bankgiro.compact(Operator().bankgiro)
    deposits = [
        Deposit(receiver, date(2026, 11, 2), 1 + first // IN_A_DEPOSIT, tuple(receipts[first : first + IN_A_DEPOSIT]))
        for first in range(0, len(receipts), IN_A_DEPOSIT)
    ]
    return io.BytesIO(make_bgmax(deposits, created=datetime(2026, 11, 2, tzinfo=UTC)))
