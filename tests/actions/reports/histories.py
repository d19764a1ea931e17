"""Random histories for reports: creditors with cases of all kinds, paid, overpaid, recalled, credited and given up.

`FORDRAN_TEST_SEED` chooses another history, `FORDRAN_TEST_REPORT_DAYS` a longer one.
"""

from __future__ import annotations

import os
import random
from collections import Counter
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from fordran import clock
from fordran.actions.cases.case_facts import SYSTEM, StoredFact
from fordran.actions.reports.ageing import ageing
from fordran.api.app import Api
from fordran.domain.books.journal import received
from fordran.domain.books.report import Report
from fordran.domain.claims.facts import PaymentFact
from fordran.store.rows.ids import new_id
from tests.actions.bank_hall import BankHall, bgmax, deposit, paid
from tests.actions.flow.people import person
from tests.actions.payouts.payout_desk import PayoutDesk, open_desk

SEED = int(os.environ.get("FORDRAN_TEST_SEED", "11"))
DAYS = int(os.environ.get("FORDRAN_TEST_REPORT_DAYS", "60"))
BEGINS = date(2025, 11, 17)
"""Over the turn of a year, and of what was known on the way some days are kept."""

CONFIGS: tuple[dict[str, Any], ...] = (
    {"commission_share_percent": 37.5, "commission_excluded_vat": False, "payout_frequency": "daily"},
    {"commission_share_percent": 20, "commission_excluded_vat": True, "payout_frequency": "monthly"},
    {},
)
RATES = ("25%", "12%", "6%", "0%")


@dataclass
class Registered:
    """A case as the history registered it."""

    desk: PayoutDesk
    id: str
    on: date
    due: date
    ore: int
    """Its capital."""


@dataclass
class Invoiced:
    """An invoice as the history sent it."""

    desk: PayoutDesk
    number: str
    month: str
    is_credit: bool
    lines: list[tuple[str, int]]
    """Rates, and amounts without VAT."""


@dataclass
class History:
    """What was lived through, in its own words, for oracles."""

    app: Api
    desks: list[PayoutDesk]
    dice: random.Random
    patch: pytest.MonkeyPatch
    day: date = BEGINS
    cases: list[Registered] = field(default_factory=list)
    invoices: list[Invoiced] = field(default_factory=list)
    payments: list[tuple[Registered, str, int]] = field(default_factory=list)
    reported: dict[date, Report] = field(default_factory=dict)
    """Ageing as it was reported on the day itself."""
    acts: Counter[str] = field(default_factory=Counter)

    async def live(self) -> None:
        """Let a hundred and more days pass, with some acts on each of those that matter."""
        for number in range(DAYS):
            self.at(self.day)
            for _ in range(self.dice.randint(1, 6)):
                await self.act()
            if number % 9 == 4:
                self.reported[self.day] = await self.report()
            self.day += timedelta(days=self.dice.randint(1, 6))
        self.at(self.day)

    def at(self, day: date) -> None:
        now = datetime(day.year, day.month, day.day, 11, tzinfo=UTC)
        self.patch.setattr(clock, "now", lambda: now)

    async def report(self) -> Report:
        async with self.app.database.transaction() as tx:
            return await ageing(tx, self.day)

    async def act(self) -> None:
        ways = {
            self.register: 5, self.invoice: 3, self.pay: 8, self.pay_creditor: 2, self.charge: 5, self.credit: 2,
            self.recall: 2, self.close: 1, self.cancel: 1, self.pay_out: 2, self.pay_nobody: 1, self.credit_invoice: 1,
        }  # fmt: skip
        (way,) = self.dice.choices(list(ways), list(ways.values()))
        if self.cases or way in (self.register, self.invoice):
            await way()
            self.acts[way.__name__] += 1

    def some_case(self) -> Registered:
        return self.dice.choice(self.cases)

    def earlier(self, most: int = 20) -> date:
        """A day that has been, on which the bank had what we hear of today."""
        return self.day - timedelta(days=self.dice.choice([0, 0, 1, self.dice.randint(0, most)]))

    async def register(self) -> None:
        """A debt, with the interest of the law or with none."""
        desk, ore = self.dice.choice(self.desks), self.dice.randint(50_00, 3000_00)
        invoiced = self.day - timedelta(days=self.dice.randint(0, 500))
        debt = desk.office.debt(ore / 100, invoice_date=invoiced.isoformat())
        body = desk.office.case_body(debt, customer=person(len(self.cases)))
        case: str = (await desk.office.post("case--registrations", body))["_cases"][0]
        self.cases.append(Registered(desk, case, self.day, invoiced + timedelta(days=30), ore))

    async def invoice(self) -> None:
        desk, due = self.dice.choice(self.desks), self.day + timedelta(days=self.dice.randint(10, 40))
        made = await self.send(desk, self.lines(), due)
        shown = await desk.office.case(made["_case"])
        capital = round(shown["total_added_capital_amount"] * 100)
        self.cases.append(Registered(desk, made["_case"], self.day, due, capital))

    async def credit_invoice(self) -> None:
        """A credit invoice of a little of an invoice."""
        sent = [one for one in self.invoices if not one.is_credit]
        if sent:
            of = self.dice.choice(sent)
            lines = [(of.lines[0][0], self.dice.randint(1, 5) * 100)]
            await self.send(of.desk, lines, self.day, of.number)

    def lines(self) -> list[tuple[str, int]]:
        return [(self.dice.choice(RATES), self.dice.randint(1_00, 900_00)) for _ in range(self.dice.randint(1, 4))]

    async def send(
        self, desk: PayoutDesk, lines: list[tuple[str, int]], due: date, credited: str | None = None
    ) -> dict[str, Any]:
        """An invoice of today, or a credit invoice of another."""
        matrix = [
            {"article_description": "Papper", "total_price_excluding_vat": ore / 100, "unit_vat_percent": rate}
            for rate, ore in lines
        ]
        body = desk.office.invoice_body(
            invoice_date=self.day.isoformat(), invoice_due_date=due.isoformat(), matrix=matrix
        )
        if credited is not None:
            body |= {"invoice_type": "credit_invoice", "reference_number": credited}
        made = await desk.office.post("invoice--registrations", body)
        self.invoices.append(Invoiced(desk, body["invoice_number"], f"{self.day:%Y-%m}", credited is not None, lines))
        return made

    async def pay(self) -> None:
        """Money that reached us, sometimes all that is owed or more, of which we hear some days later."""
        case = self.some_case()
        owed = round((await case.desk.office.case(case.id))["total_remaining_transaction_amount"] * 100)
        ore = self.dice.choice(
            [self.dice.randint(1_00, 500_00), max(owed, 1_00), owed + self.dice.randint(1_00, 90_00)]
        )
        fact = PaymentFact(new_id(), self.earlier(), ore, reached_us=True)
        await case.desk._book(case.id, self.day, lambda known: StoredFact(fact, known, SYSTEM), received(ore))
        self.payments.append((case, fact.id, ore))

    async def pay_creditor(self) -> None:
        case = self.some_case()
        await case.desk.office.pay(case.id, self.dice.randint(1, 300), self.earlier())

    async def pay_nobody(self) -> None:
        """Money for a case that nobody knows."""
        file = bgmax(deposit(paid(self.dice.randint(1_00, 900_00), "999999"), day=self.day))
        await BankHall(self.app.database).bring(file)

    async def charge(self) -> None:
        case, (article, ore) = self.some_case(), self.dice.choice([("reminder", 60_00), ("debt_collection", 180_00)])
        await case.desk.charge(case.id, article, ore, self.day)

    async def credit(self) -> None:
        case = self.some_case()
        await case.desk.office.credit(case.id, self.dice.randint(1, max(1, case.ore // 100)))

    async def recall(self) -> None:
        if self.payments:
            case, payment, ore = self.payments.pop(self.dice.randrange(len(self.payments)))
            await case.desk.taken_back(case.id, payment, ore, self.day)

    async def close(self) -> None:
        await self.end("close", {"reason": self.dice.choice(["written_off", "returned", "bankruptcy", "deceased"])})

    async def end(self, act: str, body: dict[str, str]) -> None:
        case = self.some_case()
        if "closed" not in await case.desk.office.case(case.id):
            answer = await case.desk.office.client.post(f"/cases/{case.id}/{act}", json=body)
            assert answer.status_code in (200, 201), answer.text

    async def cancel(self) -> None:
        case = self.some_case()
        await case.desk.office.cancel(case.id)

    async def pay_out(self) -> None:
        desk = self.dice.choice(self.desks)
        await desk.prepare(self.day)
        await desk.export(self.day)


async def lived(app: Api, folder: Path, patch: pytest.MonkeyPatch) -> History:
    """A history that has been lived through."""
    desks = [await open_desk(app, folder, case_config=config) for config in CONFIGS]
    history = History(app, desks, random.Random(SEED), patch)
    await history.live()
    return history
