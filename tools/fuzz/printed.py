"""Unbroken words of every script and length in every printed field: the paper is made, and nothing stands outside its margins.

Half of them are registered with the service, which has to print them; the other half are set here, where the pages can be seen.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from typing import Any

from fordran.documents.invoices import invoice as invoices
from fordran.documents.letters import letters
from fordran.shape.kinds import MAX_TEXT
from tests.documents.any_text import SCRIPTS, in_columns, ink_in_the_margins, letter_with, with_text
from tools.fuzz.asking import Asking
from tools.fuzz.counts import Counts
from tools.fuzz.installation import Installation

PART = "printed"
JOINS = ("", "", "", "\u00a0", "\u2060", "\u200d", "-", "\u00ad", " ")
"""What stands between a word's pieces; mostly nothing."""
FOUND_BY = 400
"""How long a name or number by which documents are found is: of four bytes a character, an index takes it."""
SEEN_AT_MOST = 2_000
"""How long a word is whose pages are looked at: a longer one takes seconds."""


class Printed:
    """Words drawn for one run."""

    def __init__(self, installation: Installation, counts: Counts, seeded: int) -> None:
        self.installation = installation
        self.counts = counts
        self.chance = random.Random(seeded)

    def run(self, most: int, is_over: Callable[[], bool] = lambda: False) -> None:
        """At most so many of either kind."""
        with Asking(self.installation, self.counts, PART) as asking:
            for number in range(most):
                if is_over():
                    return
                self.register(asking, number)
                self.set()

    def word(self, most: int) -> str:
        """A word of some scripts, of any length up to the most, and short ones as often as long ones."""
        pieces = self.chance.choices(list(SCRIPTS.values()), k=self.chance.choice((1, 1, 2, 3)))
        length = int(most ** self.chance.random()) or 1
        text = ""
        while len(text) < length:
            text += self.chance.choice(pieces) + self.chance.choice(JOINS)
        return text[:length]

    def register(self, asking: Asking, number: int) -> None:
        """Register an invoice with words in all that it prints, and have it printed."""
        body = self.invoice(number)
        made = asking.ask(
            "POST",
            "/invoice--registrations",
            headers={"content-type": "application/json"},
            content=json.dumps(body).encode(),
            may_be_slow=True,
        )
        if made.status_code != 201:
            self.counts.found(f"printed: {made.status_code} {made.text[:300]}: {str(body)[:300]}")
            return
        read = asking.ask("GET", f"/invoices/{made.json()['_invoice']}", may_be_slow=True).json()
        if "print" not in read:
            self.counts.found(f"printed: no paper of {str(body)[:600]}")
            return
        paper = asking.ask("GET", f"/media--files/{read['print']}", may_be_slow=True)
        if not paper.content.startswith(b"%PDF"):
            self.counts.found(f"printed: {paper.status_code} {paper.content[:100]!r} of {str(body)[:600]}")

    def invoice(self, number: int) -> dict[str, Any]:
        """An invoice with a word of its own in each printed field."""

        def word(most: int = MAX_TEXT) -> str:
            return self.word(most)

        line = {
            "article_description": word(),
            "article_number": word(),
            "order_line_reference": word(),
            "extra_rows": [word()],
            "custom_column_data": [word(), word()],
            "total_price_excluding_vat": 100,
        }
        names = ("your_contact", "your_reference", "our_reference", "your_additional_reference", "order_reference")
        return {
            "account": self.installation.account,
            "creditor": self.installation.creditor,
            "customer": {
                "name": "N" + word(FOUND_BY)[1:],
                "customer_number": word(FOUND_BY),
                "address": {name: word() for name in ("address_line_1", "address_line_2", "zip_code", "city")},
            },
            "invoice_type": "invoice",
            "invoice_number": f"P{number}-{self.chance.getrandbits(60):x}{word(FOUND_BY)}",
            "invoice_date": "2026-03-03",
            "invoice_due_date": "2026-04-02",
            "currency": "SEK",
            "invoice_headline": word(),
            "invoice_body_text": word(),
            "custom_column_headlines": [word(), word()],
            "matrix": [line],
            "start_flow": False,
        } | {name: word() for name in names}

    def set(self) -> None:
        """Set a paper with one word everywhere, and look at its pages."""
        text = self.word(SEEN_AT_MOST)
        kind = self.chance.choice(("fields", "columns", "letter"))
        if kind == "letter":
            letter = letter_with(text)
            pdf = letters.render(letter)
        else:
            document = with_text(text) if kind == "fields" else in_columns(text)
            pdf = invoices.render(document)
        self.counts.examples["papers"] += 1
        if not pdf.startswith(b"%PDF"):
            self.counts.found(f"printed: no PDF: {kind} with {text!r:.600}")
        for place in ink_in_the_margins(pdf):
            self.counts.found(f"printed: ink on {place}: {kind} with {text!r:.600}")
