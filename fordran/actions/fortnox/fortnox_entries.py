"""Entries in Fortnox: capital that was paid or credited becomes a payment of the invoice, once."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import Any, Protocol

from fordran.actions.accounting.accounting_creditor import AccountingCreditor
from fordran.actions.accounting.accounting_system import (
    AccountingEntryKind,
    EntryRefused,
    EntryThereAlready,
    EntryToSend,
)
from fordran.domain.money import ore_of
from fordran.formats.accounting import AccountingTrouble
from fordran.formats.fortnox import FortnoxCompany
from fordran.formats.fortnox_invoices import FortnoxInvoice, InvoiceRefused
from fordran.formats.fortnox_payments import InvoicePayment


class FortnoxTarget(Protocol):
    """A creditor's Fortnox, as far as it is written to. Each question raises `AccountingTrouble` where it has no answer."""

    async def company(self) -> FortnoxCompany: ...
    async def invoice(self, number: str) -> dict[str, Any]: ...
    async def payments(self, invoice: str) -> list[InvoicePayment]: ...
    async def payment(self, number: str) -> InvoicePayment: ...
    async def add_payment(self, invoice: str, amount: int, day: date, account: int) -> str: ...
    async def book_payment(self, number: str) -> None: ...


@dataclass(frozen=True)
class FortnoxAccounts:
    """The accounts of a creditor's books."""

    payment: int
    crediting: int

    def of(self, kind: AccountingEntryKind) -> int:
        """The account against which an entry is booked."""
        return self.payment if kind == "payment" else self.crediting


@dataclass(frozen=True)
class FortnoxEntries:
    """A creditor's Fortnox as an accounting system."""

    target: FortnoxTarget
    accounts: FortnoxAccounts
    name: str = "Fortnox"

    async def check(self, creditor: AccountingCreditor) -> None:
        """Raise `AccountingTrouble` where it is another company's."""
        if not creditor.is_company((await self.target.company()).organisation_number):
            raise AccountingTrouble("other_company")

    async def find(self, entry: EntryToSend) -> str | None:
        """A payment of the amount, day and account that is none of the known ones: ours, whose answer was lost."""
        for one in await self.target.payments(entry.invoice):
            is_same = (one.amount, one.day) == (entry.amount, entry.day) and one.number not in entry.known
            if is_same and (await self.target.payment(one.number)).account == self.accounts.of(entry.kind):
                return one.number
        return None

    async def add(self, entry: EntryToSend) -> str:
        """Register the payment, where the invoice has as much left."""
        try:
            invoice = FortnoxInvoice(await self.target.invoice(entry.invoice), {})
            balance = ore_of(invoice.balance)
        except InvoiceRefused as unreadable:
            raise EntryRefused("not_taken", unreadable.detail) from None
        if invoice.is_cancelled:
            raise EntryRefused("cancelled")
        if entry.kind == "crediting":
            # Creditors credit in Fortnox, too, and report it here.
            if balance <= entry.expected:
                raise EntryThereAlready
            if balance - entry.amount < entry.expected + entry.by_hand:
                raise EntryRefused("differs")
        if entry.amount > balance:
            raise EntryRefused("more_than_left")
        return await self.target.add_payment(entry.invoice, entry.amount, entry.day, self.accounts.of(entry.kind))

    async def book(self, number: str) -> None:
        """Book the payment, if nobody has."""
        if not (await self.target.payment(number)).is_booked:
            await self.target.book_payment(number)
