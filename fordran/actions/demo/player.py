"""Plays invented stories: registers their cases and does what their people do, on the days that the stories say."""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Any

from fordran.actions.bank.store_file import sent_file, store_bank_file
from fordran.actions.demo.deeds import Deed, Played
from fordran.actions.demo.people import child, company, person
from fordran.actions.demo.stories import Story, Who
from fordran.actions.refusals import Conflict
from fordran.actions.registrations.register_case import register_case
from fordran.actions.registrations.register_invoice import register_invoice
from fordran.domain.days import days_after
from fordran.domain.flow.case_flow import NotATransition
from fordran.domain.numbers import bankgiro
from fordran.formats.bgmax_making import make_bgmax
from fordran.formats.making import Deposit
from fordran.operator import Operator
from fordran.resources.case_registrations import CaseRegistrationInput
from fordran.resources.invoice_registrations import InvoiceRegistrationInput
from fordran.shape.fields import read
from fordran.store.connections.clock_lock import Begin
from fordran.store.connections.database import Connection
from fordran.store.reading.scope import SYSTEM
from fordran.store.upkeep.installation import business_day

PAY_DAYS = 30


@dataclass
class Player:
    """Plays the stories, each from the day beside it, for creditors of one account in turn."""

    account: str
    creditors: Sequence[str]
    stories: Sequence[tuple[int, Story]]
    operator: Operator
    first_number: int = 1001
    """Of the invoices."""
    _cases: dict[int, list[Played]] = field(default_factory=dict)

    async def play(self, begin: Begin, day: int, now: datetime) -> None:
        """What people do on a day of the stories."""
        for number, (first, story) in enumerate(self.stories):
            if day == first:
                async with begin() as tx:
                    self._cases[number] = await self._registered(tx, number, story, now)
            for after, deed in story.deeds:
                if day == first + after:
                    for played in self._cases[number]:
                        await _do(begin, deed, played, now)
        await self._bring_to_bank(begin, day, now)

    async def _registered(self, tx: Connection, number: int, story: Story, now: datetime) -> list[Played]:
        today = await business_day(tx, now)
        creditor = self.creditors[number % len(self.creditors)]
        body: dict[str, Any] = {
            "account": self.account,
            "creditor": creditor,
            "customer": _customer(story.who, number, today),
            "currency": "SEK",
            "case_settings": {"use_enforcement": story.is_sued},
            "start_flow": not story.waits,
        }
        first_number = self.first_number + number
        if story.registers == "invoice":
            given = read(InvoiceRegistrationInput, body | _invoice(story, first_number, today))
            cases = [(await register_invoice(tx, SYSTEM, given, now))["_case"]]
        else:
            overdue = read(CaseRegistrationInput, body | _debts(story, first_number, today))
            cases = (await register_case(tx, SYSTEM, overdue, now))["_cases"]
        return [Played(self.account, creditor, case) for case in cases]

    async def _bring_to_bank(self, begin: Begin, day: int, now: datetime) -> None:
        """What was paid to us on the day, as one file from the bank."""
        paying = [played for cases in self._cases.values() for played in cases if played.receipts]
        receipts = tuple(receipt for played in paying for receipt in played.receipts)
        for played in paying:
            played.receipts = []
        if not receipts:
            return
        async with begin() as tx:
            today = await business_day(tx, now)
            deposit = Deposit(bankgiro.compact(self.operator.bankgiro), today, day % 100_000, receipts)
            content = io.BytesIO(make_bgmax([deposit], created=now))
            file = sent_file(content, f"bgmax-{today}.txt")
            await store_bank_file(tx, file, self.operator.bankgiro, now)


def _customer(who: Who, number: int, today: date) -> dict[str, Any]:
    if who == "company":
        return company(number)
    if who == "child":
        return child(number, today)
    car = {"car_registration": {"number": f"ABC{number % 1000:03d}", "country": "SE"}}
    return person(number) | (car if who == "car" else {})


def _invoice(story: Story, number: int, today: date) -> dict[str, Any]:
    line = {"article_description": "Kontorsvaror", "total_price_excluding_vat": story.kronor}
    return {
        "invoice_type": "invoice",
        "invoice_number": str(number),
        "invoice_date": today.isoformat(),
        "invoice_due_date": days_after(today, PAY_DAYS).isoformat(),
        "matrix": [line],
    }


def _debts(story: Story, number: int, today: date) -> dict[str, Any]:
    """Debts that are overdue by then; those after the first have its number too, and one of their own behind it."""
    invoiced = days_after(today, -PAY_DAYS - story.overdue_days).isoformat()
    debts = [
        {
            "invoice_number": f"{number}{f'-{part + 1}' if part else ''}",
            "invoice_date": invoiced,
            "capital_to_claim": story.kronor * (part + 1),
            "invoice_due_days_after_invoice_date": PAY_DAYS,
        }
        for part in range(story.debts)
    ]
    return {"first_action": story.registers, "debts": debts}


async def _do(begin: Begin, deed: Deed, played: Played, now: datetime) -> None:
    try:
        async with begin() as tx:
            await deed(tx, played, now)
    except (NotATransition, Conflict):
        # The case has gone where this can no longer be done to it.
        return
