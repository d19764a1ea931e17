"""A printer: a worker whose letters can be read."""

from __future__ import annotations

from datetime import date
from typing import Any

from fordran.actions.days.run_day import DAY, DayServices
from fordran.operator import Operator
from tests.actions.flow.days import FLOW, Days
from tests.pdf import text_of

OPERATOR = Operator(public_url="https://inkasso.example")


class Printer:
    """Lets days pass, and keeps what is made of letters."""

    def __init__(self, days: Days) -> None:
        self.days = days
        self.files: dict[str, bytes] = {}

    def put(self, id_: str, content: bytes) -> None:
        self.files[id_] = content

    async def work(self, day: date) -> None:
        now = self.days.at(day)
        means = DayServices(self.put, OPERATOR)
        for thing in (each for each in DAY if each.name in FLOW):
            did = 1
            while did:
                async with self.days.transaction() as tx:
                    did = await thing.do(tx, means, now)

    def text(self, letter: dict[str, Any]) -> str:
        """What a letter says, line by line."""
        return text_of(self.files[letter["document"]["id"]])

    def read(self, letter: dict[str, Any]) -> str:
        """What a letter says, on one line."""
        return " ".join(self.text(letter).split())
