"""Plays invented stories: registers their cases and does what their people do, on the days that the stories say."""

from __future__ import annotations

import io
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Any

from fordran.actions.bank.store_file import sent_file, store_bank_file
from fordran.actions.demo.bank_account import DemoBankAccount
from fordran.actions.demo.deeds import Deed, StoryDay
from fordran.actions.demo.import_together import import_together
from fordran.actions.demo.people import child, company, person
from fordran.actions.demo.sign_applications import sign_applications
from fordran.actions.demo.stories import Story, Who
from fordran.actions.keep_file import Put
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
_RELEASED = {"application_release": "automatic", "unpaid_confirmation_days": 0}
"""Nobody confirms and releases the applications of the demo's past."""


@dataclass
class StoryPlayer:
    """Plays the stories, each from the day beside it, for creditors of one account in turn."""

    account: str
    creditors: Sequence[str]
    stories: Sequence[tuple[int, Story]]
    operator: Operator
    first_number: int = 1001
    """Of the invoices."""
    put: Put | None = None
    """Where files go that people of the stories send, where they send any."""
    account_of_bank: DemoBankAccount | None = None
    """The account that the money comes to, where the bank sends statements of it; else it sends lists of what was paid."""
    _cases: dict[int, list[StoryDay]] = field(default_factory=dict)
    _next_day: int = 0
    _begin_on: dict[int, list[int]] = field(default_factory=lambda: defaultdict(list))
    _deeds_on: dict[int, list[tuple[int, Deed]]] = field(default_factory=lambda: defaultdict(list))

    def __post_init__(self) -> None:
        for number, (first, story) in enumerate(self.stories):
            self._begin_on[first].append(number)
            for after, deed in story.deeds:
                self._deeds_on[first + after].append((number, deed))

    async def play(self, begin: Begin, day: int, now: datetime) -> None:
        """The acts of people on a day of the stories, and those of skipped days before it."""
        days = range(self._next_day, day + 1)
        self._next_day = day + 1
        numbers = [number for one in days for number in self._begin_on[one]]
        for number in numbers:
            if not self.stories[number][1].by_file:
                async with begin() as tx:
                    self._cases[number] = await self._registered(tx, number, self.stories[number][1], now)
        await self._import(begin, [number for number in numbers if self.stories[number][1].by_file], now)
        paying: list[StoryDay] = []
        for number, deed in (done for one in days for done in self._deeds_on[one]):
            for played in self._cases[number]:
                await _do(begin, deed, played, now)
                paying.append(played)
        await self._bring_to_bank(begin, paying, day, now)
        async with begin() as tx:
            await sign_applications(tx, now)

    async def _import(self, begin: Begin, numbers: Sequence[int], now: datetime) -> None:
        """Have the account bring what is new of all its creditors in a file."""
        if not numbers:
            return
        async with begin() as tx:
            today = await business_day(tx, now)
            documents = [self._document(number, self.stories[number][1], today) for number in numbers]
            cases = await import_together(tx, self.account, documents, now)
        for number, document, case in zip(numbers, documents, cases, strict=True):
            played = StoryDay(self.account, document["creditor"], case.id, put=self.put)
            played.reference, played.amount = case.ocr_number, case.amount
            played.payer = document["customer"]["name"]
            self._cases[number] = [played]

    def _document(self, number: int, story: Story, today: date) -> dict[str, Any]:
        creditor = self.creditors[number % len(self.creditors)]
        customer = number if story.customer is None else story.customer
        body: dict[str, Any] = {
            "account": self.account,
            "creditor": creditor,
            "customer": _customer(story.who, customer, today),
            "currency": "SEK",
            "case_settings": {"use_enforcement": story.is_sued} | ({} if story.is_asked else _RELEASED),
            "start_flow": not story.waits,
        }
        of_kind = _invoice if story.registers == "invoice" else _debts
        return body | of_kind(story, self.first_number + number, today)

    async def _registered(self, tx: Connection, number: int, story: Story, now: datetime) -> list[StoryDay]:
        document = self._document(number, story, await business_day(tx, now))
        if story.registers == "invoice":
            cases = [(await register_invoice(tx, SYSTEM, read(InvoiceRegistrationInput, document), now))["_case"]]
        else:
            cases = (await register_case(tx, SYSTEM, read(CaseRegistrationInput, document), now))["_cases"]
        return [StoryDay(self.account, document["creditor"], case) for case in cases]

    async def _bring_to_bank(self, begin: Begin, paying: Sequence[StoryDay], day: int, now: datetime) -> None:
        """The payments of the day, as one bank file."""
        receipts = tuple(receipt for played in paying for receipt in played.receipts)
        for played in paying:
            played.receipts = []
        if not receipts:
            return
        async with begin() as tx:
            today = await business_day(tx, now)
            deposit = Deposit(bankgiro.compact(self.operator.bankgiro), today, 2 * day % 100_000, receipts)
            if self.account_of_bank is None:
                name, content = f"bgmax-{today}.txt", make_bgmax([deposit], created=now)
            else:
                name, content = f"kontoutdrag-{today}.xml", await self.account_of_bank.statement(tx, deposit, now)
            await store_bank_file(tx, sent_file(io.BytesIO(content), name), self.operator.bankgiro, now)


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


async def _do(begin: Begin, deed: Deed, played: StoryDay, now: datetime) -> None:
    try:
        async with begin() as tx:
            await deed(tx, played, now)
    except (NotATransition, Conflict):
        # The case has gone where this can no longer be done to it.
        return
