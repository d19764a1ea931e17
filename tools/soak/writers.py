"""Writers: creditors' systems that register invoices and debts, and pay, credit and cancel them.

Everything that is sent can be told from everything else: invoices by their number, payments by their reference, creditings by
their amount, and a case is cancelled by one request at most.
"""

from __future__ import annotations

import asyncio
import itertools
from dataclasses import dataclass, field
from datetime import date, timedelta
from random import Random
from typing import Any

from fordran.domain.numbers.digits import with_check_digit
from tools.soak.client import Client
from tools.soak.records import Body, Sent

INVOICES, CASES = "/invoice--registrations", "/case--registrations"
PAYMENTS, CREDITINGS, CANCELLATIONS = "/creditor--payments", "/creditor--creditings", "/creditor--cancellations"
ADDRESS = {"address_line_1": "Storgatan 1", "zip_code": "111 22", "city": "Örebro", "country": "SE"}
PEOPLE = 60
"""How many customers an account's cases are shared among."""
GIVES_UP = 0.05
"""How often a writer lets a request be that failed once."""
PAUSE_SECONDS = 0.4


@dataclass
class Creditor:
    """A creditor, and the cases that its systems know of."""

    number: int
    account: str
    id: str
    cases: list[tuple[str, str, int]] = field(default_factory=list)
    """Case, payment reference, capital in öre."""
    cancelled: set[str] = field(default_factory=set)
    numbers: itertools.count[int] = field(default_factory=lambda: itertools.count(1))

    @property
    def owner(self) -> dict[str, str]:
        return {"account": self.account, "creditor": self.id}


class Writer:
    """One system of a creditor. What it does next follows from its own chance; on which case, from what there is by then."""

    def __init__(self, name: str, client: Client, creditor: Creditor, chance: Random, today: date) -> None:
        self.name = name
        self.client = client
        self.creditor = creditor
        self.chance = chance
        self.today = today
        self._keys = itertools.count(1)

    async def write(self, stop: asyncio.Event) -> None:
        """Write until told to stop; what has begun then is brought to its end."""
        acts = [self._invoice, self._invoices, self._debts, self._pay, self._credit, self._cancel]
        while not stop.is_set():
            act = self.chance.choices(acts, weights=[6, 1, 3, 7, 3, 1])[0]
            made = act()
            if made is None:
                made = self._invoice()
            path, body = made
            sent = Sent(self.client.name, f"{self.name}-{next(self._keys)}", path, body)
            await self.client.send(sent, gives_up=self.chance.random() < GIVES_UP)
            self._learn(sent)
            await asyncio.sleep(self.chance.uniform(0, PAUSE_SECONDS))

    def _learn(self, sent: Sent) -> None:
        """Take note of new cases, which every system of the creditor may then act on."""
        for body, answer in sent.promises:
            if answer is not None and sent.path == INVOICES:
                capital = ore(body["matrix"][0]["total_price_excluding_vat"])
                self.creditor.cases.append((answer["_case"], answer["ocr_number_ocr"], capital))
            elif answer is not None and sent.path == CASES:
                pairs = zip(answer["_cases"], answer["_ocr_numbers_ocr"], body["debts"], strict=True)
                self.creditor.cases += [(case, ocr, ore(debt["capital_to_claim"])) for case, ocr, debt in pairs]

    # What is sent -------------------------------------------------------------------------------------------------------------

    def _invoice(self) -> tuple[str, Any]:
        return INVOICES, self._invoice_body()

    def _invoices(self) -> tuple[str, Any]:
        return INVOICES, [self._invoice_body() for _ in range(self.chance.randint(2, 4))]

    def _debts(self) -> tuple[str, Any]:
        debts = [
            {
                "invoice_number": self._number(),
                "debt_description": "Papper",
                "invoice_date": str(self._some_day(60, 90)),
                "capital_to_claim": self.chance.randint(20_000, 500_000) / 100,
                "invoice_due_days_after_invoice_date": 30,
            }
            for _ in range(self.chance.randint(1, 2))
        ]
        about = {"first_action": self.chance.choice(["debt_collection", "reminder"]), "currency": "SEK"}
        return CASES, self.creditor.owner | about | {"customer": self._person(), "debts": debts}

    def _pay(self) -> tuple[str, Any] | None:
        if not self.creditor.cases:
            return None
        case, _, capital = self.chance.choice(self.creditor.cases)
        part = self.chance.choice([0.1, 0.3, 1.0, 1.2])
        return PAYMENTS, self.creditor.owner | {
            "case": case,
            "currency": "SEK",
            "amount": int(capital * part) / 100,
            "bank_transaction_date": str(self._some_day(0, 20)),
            "creditor_payment_reference": f"{self.name}-{next(self.creditor.numbers)}",
            "origin": "creditor_system",
        }

    def _credit(self) -> tuple[str, Any] | None:
        if not self.creditor.cases:
            return None
        case, _, _ = self.chance.choice(self.creditor.cases)
        # No two creditings of a creditor are of the same amount.
        amount = (100 + next(self.creditor.numbers)) / 100
        about = {"case": case, "currency": "SEK", "amount": amount, "origin": "creditor_system"}
        return CREDITINGS, self.creditor.owner | about

    def _cancel(self) -> tuple[str, Any] | None:
        left = [case for case, _, _ in self.creditor.cases if case not in self.creditor.cancelled]
        if not left:
            return None
        case = self.chance.choice(left)
        self.creditor.cancelled.add(case)
        return CANCELLATIONS, {"creditor": self.creditor.id, "case": case, "origin": "creditor_system"}

    def _invoice_body(self) -> Body:
        dated = self._some_day(20, 50)
        amount = self.chance.randint(100, 5_000)
        line = {"article_description": "Papper", "total_price_excluding_vat": amount, "unit_vat_percent": "0%"}
        return self.creditor.owner | {
            "customer": self._person(),
            "invoice_type": "invoice",
            "invoice_number": self._number(),
            "invoice_date": str(dated),
            "invoice_due_date": str(dated + timedelta(days=20)),
            "currency": "SEK",
            "matrix": [line],
        }

    def _number(self) -> str:
        return f"{self.name}-{next(self.creditor.numbers)}"

    def _some_day(self, fewest: int, most: int) -> date:
        """So many days ago."""
        return self.today - timedelta(days=self.chance.randint(fewest, most))

    def _person(self) -> Body:
        # No two accounts have a customer in common, so that a customer's number says whose it is.
        number = self.creditor.number * PEOPLE + self.chance.randrange(PEOPLE)
        born = f"81{number % 12 + 1:02}{number % 28 + 1:02}{number + 100:03}"
        return {
            "name": f"Kim Öberg {number}",
            "id_number": f"19{with_check_digit(born)}",
            "is_person": True,
            "address": ADDRESS,
        }


def ore(kronor: float) -> int:
    """Kronor on the wire as öre."""
    return round(kronor * 100)
