"""Entries in Fortnox: capital that was paid or credited becomes a payment of the invoice, a payout a voucher; once each."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import Any, Protocol

from fordran.actions.accounting.accounting_accounts import AccountingAccounts, mark_of
from fordran.actions.accounting.accounting_creditor import AccountingCreditor
from fordran.actions.accounting.accounting_system import (
    AccountingEntryKind,
    EntryRefused,
    EntryThereAlready,
    EntryToSend,
)
from fordran.domain.money import ore_of
from fordran.formats.accounting import AccountingCompany, AccountingTrouble, AccountingVoucher, BookedVoucher
from fordran.formats.accounting_invoices import InvoiceRefused
from fordran.formats.fortnox_invoices import FortnoxInvoice
from fordran.formats.fortnox_payments import InvoicePayment

MOST_REFERENCE = 100
"""How much of the reference of a payout its voucher names."""


class FortnoxTarget(Protocol):
    """A creditor's Fortnox, as far as it is written to. Each question raises `AccountingTrouble` where it has no answer."""

    async def company(self) -> AccountingCompany: ...
    async def invoice(self, number: str) -> dict[str, Any]: ...
    async def payments(self, invoice: str) -> list[InvoicePayment]: ...
    async def payment(self, number: str) -> InvoicePayment: ...
    async def add_payment(self, invoice: str, amount: int, day: date, account: int) -> str: ...
    async def book_payment(self, number: str) -> None: ...
    async def vouchers(self, day: date) -> list[BookedVoucher]: ...
    async def add_voucher(self, voucher: AccountingVoucher) -> str: ...


@dataclass(frozen=True)
class FortnoxEntries:
    """A creditor's Fortnox as an accounting system."""

    target: FortnoxTarget
    accounts: AccountingAccounts
    name: str = "Fortnox"

    async def check(self, creditor: AccountingCreditor) -> None:
        """Raise `AccountingTrouble` where it is another company's."""
        if not creditor.is_company((await self.target.company()).organisation_number):
            raise AccountingTrouble("other_company")

    async def find(self, entry: EntryToSend) -> str | None:
        """The number of ours whose answer was lost: a voucher with our mark, or a payment that is none of the known ones."""
        if entry.kind == "payout":
            there = await self.target.vouchers(entry.day)
            ours = (one.number for one in there if f"({mark_of(entry)})" in one.description)
            return next((number for number in ours if number not in entry.known), None)
        for one in await self.target.payments(entry.key):
            is_same = (one.amount, one.day) == (entry.amount, entry.day) and one.number not in entry.known
            if is_same and (await self.target.payment(one.number)).account == self.accounts.of(entry.kind):
                return one.number
        return None

    async def add(self, entry: EntryToSend) -> str:
        """Book the voucher, or register the payment, where the invoice has as much left."""
        if entry.kind == "payout":
            return await self.target.add_voucher(self.accounts.payout(entry, MOST_REFERENCE))
        try:
            invoice = FortnoxInvoice(await self.target.invoice(entry.key), {})
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
        return await self.target.add_payment(entry.key, entry.amount, entry.day, self.accounts.of(entry.kind))

    async def book(self, kind: AccountingEntryKind, number: str) -> None:
        """Book the payment, if nobody has. A voucher is booked as it is added."""
        if kind != "payout" and not (await self.target.payment(number)).is_booked:
            await self.target.book_payment(number)
