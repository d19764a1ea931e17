"""The bank: payments that reached us, in files, each of which comes twice at once."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import Sequence
from datetime import UTC, date, datetime
from random import Random

from fordran.formats.bgmax_making import make_bgmax
from fordran.formats.making import DemoTransaction, Deposit
from fordran.operator import Operator
from tools.soak.client import Client
from tools.soak.records import BankLine
from tools.soak.writers import Creditor

PAUSE_SECONDS = (1.0, 5.0)
MOST_PAYMENTS = 6


class Bank:
    """Sends files for as long as it may. A file that was acknowledged never comes to be unknown."""

    def __init__(self, client: Client, creditors: Sequence[Creditor], chance: Random, today: date) -> None:
        self.client = client
        self.creditors = creditors
        self.chance = chance
        self.today = today
        self._serials = itertools.count(1)
        self._amounts = itertools.count(1)

    async def send_files(self, stop: asyncio.Event) -> None:
        """Send until told to stop; a file that was begun is sent to its end."""
        for number in itertools.count(1):
            if stop.is_set():
                return
            await asyncio.sleep(self.chance.uniform(*PAUSE_SECONDS))
            name = f"bg-{number}.txt"
            lines = self._lines(name)
            if lines:
                await self._send(name, number, lines)

    def _lines(self, name: str) -> list[BankLine]:
        known = [case for creditor in self.creditors for case in creditor.cases]
        chosen = self.chance.sample(known, min(len(known), self.chance.randint(1, MOST_PAYMENTS)))
        return [
            # No two payments are of the same amount.
            BankLine(name, f"{next(self._serials):012}", ocr, 5_000 + 7 * next(self._amounts))
            for _, ocr, _ in chosen
        ]

    async def _send(self, name: str, number: int, lines: Sequence[BankLine]) -> None:
        receipts = tuple(DemoTransaction(line.ore, line.reference, serial=line.serial) for line in lines)
        receiver = Operator().bankgiro.replace("-", "")
        file = make_bgmax([Deposit(receiver, self.today, number, receipts)], created=datetime.now(UTC))
        records = self.client.records
        records.sent_file(name, lines)
        # By keys of their own: that the file counts once is not the keys' doing.
        asked = [
            self.client.ask("POST", "/bank--files", f"{name}-{time}", content=file, params={"filename": name})
            for time in ("first", "second")
        ]
        for answer in await asyncio.gather(*asked):
            if answer.status_code not in (200, 201):
                self.client.counts.other(f"refused: {name} {answer.status_code} {answer.text}")
            else:
                records.acknowledged_file(name)
                self.client.counts.clients["acknowledged"] += 1
