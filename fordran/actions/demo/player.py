"""Plays invented stories: registers their cases and does what their people do, on the days that the stories say."""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from fordran.actions.bank.store_file import sent_file, store_bank_file
from fordran.actions.demo.acts import Act, Played
from fordran.actions.demo.people import child, company, person
from fordran.actions.demo.stories import Story
from fordran.actions.refusals import Conflict
from fordran.actions.registrations.register_case import register_case
from fordran.actions.registrations.register_invoice import register_invoice
from fordran.domain.case_flow import NotATransition
from fordran.domain.days import days_after
from fordran.domain.numbers import bankgiro
from fordran.formats.bgmax_making import make_bgmax
from fordran.formats.making import Deposit
from fordran.operator import Operator
from fordran.resources.case_registrations import CaseRegistrationInput
from fordran.resources.invoice_registrations import InvoiceRegistrationInput
from fordran.shape.fields import read
from fordran.store.clock_lock import Begin
from fordran.store.database import Connection
from fordran.store.installation import business_day
from fordran.store.scope import SYSTEM

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
            for after, act in story.acts:
                if day == first + after:
                    for played in self._cases[number]:
                        await _do(begin, act, played, now)
        await self._bring_to_bank(begin, day, now)

    async def _registered(self, tx: Connection, number: int, story: Story, now: datetime) -> list[Played]:
        today = await business_day(tx, now)
        creditor = self.creditors[number % len(self.creditors)]
        customer = {
            "person": lambda: person(number),
            "car": lambda: (
                person(number) | {"car_registration": {"number": f"ABC{number % 1000:03d}", "country": "SE"}}
            ),
            "company": lambda: company(number),
            "child": lambda: child(number, today),
        }[story.who]()
        body: dict[str, Any] = {
            "account": self.account,
            "creditor": creditor,
            "customer": customer,
            "currency": "SEK",
            "case_settings": {"use_enforcement": story.is_sued},
            "start_flow": not story.waits,
        }
        if story.registers == "invoice":
            line = {"article_description": "Kontorsvaror", "total_price_excluding_vat": story.kronor}
            body |= {
                "invoice_type": "invoice",
                "invoice_number": str(self.first_number + number),
                "invoice_date": today.isoformat(),
                "invoice_due_date": days_after(today, PAY_DAYS).isoformat(),
                "matrix": [line],
            }
            made = await register_invoice(tx, SYSTEM, read(InvoiceRegistrationInput, body), now)
            return [Played(self.account, creditor, made["_case"])]
        invoiced = days_after(today, -PAY_DAYS - story.overdue_days).isoformat()
        debts = [
            {
                "invoice_number": f"{self.first_number + number}{f'-{part + 1}' if part else ''}",
                "invoice_date": invoiced,
                "capital_to_claim": story.kronor * (part + 1),
                "invoice_due_days_after_invoice_date": PAY_DAYS,
            }
            for part in range(story.debts)
        ]
        body |= {"first_action": story.registers, "debts": debts}
        cases = (await register_case(tx, SYSTEM, read(CaseRegistrationInput, body), now))["_cases"]
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


async def _do(begin: Begin, act: Act, played: Played, now: datetime) -> None:
    try:
        async with begin() as tx:
            await act(tx, played, now)
    except (NotATransition, Conflict):
        # The case has gone where this can no longer be done to it.
        return
