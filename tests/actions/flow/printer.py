"""A printer: a worker whose letters can be read."""

from __future__ import annotations

from datetime import date
from typing import Any

from fordran.actions.days.run_day import nowhere
from fordran.actions.flow.advance_cases import advance_cases
from fordran.actions.letters.make_letters import make_letters
from fordran.actions.letters.send_letters import send_letters
from fordran.operator import Operator
from tests.actions.flow.days import Days
from tests.documents.samples import text_of

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
        for act in (
            lambda tx: advance_cases(tx, now),
            lambda tx: make_letters(tx, self.put, OPERATOR, now),
            lambda tx: send_letters(tx, nowhere, now),
        ):
            did = 1
            while did:
                async with self.days.transaction() as tx:
                    did = await act(tx)

    def text(self, letter: dict[str, Any]) -> str:
        """What a letter says, line by line."""
        return text_of(self.files[letter["document"]["id"]])

    def read(self, letter: dict[str, Any]) -> str:
        """What a letter says, on one line."""
        return " ".join(self.text(letter).split())
