"""Entries in Visma eAccounting: a voucher for each payment, crediting and payout; once each, by the mark in its text.

Visma's API registers payments of invoices, and lists none: one whose answer was lost could not be found again.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import Protocol

from fordran.actions.accounting.accounting_accounts import AccountingAccounts, mark_of
from fordran.actions.accounting.accounting_creditor import AccountingCreditor
from fordran.actions.accounting.accounting_system import (
    AccountingEntryKind,
    EntryRefused,
    EntryThereAlready,
    EntryToSend,
)
from fordran.domain.money import NotMoney, ore_of
from fordran.domain.service.accounting_systems import ACCOUNTING_SYSTEMS
from fordran.formats.accounting import AccountingCompany, AccountingTrouble, AccountingVoucher, BookedVoucher
from fordran.formats.accounting_invoices import InvoiceRefused

MOST_REFERENCE = 40
"""How much of a reference the text of a voucher names, so that the mark after it is whole."""


class VismaTarget(Protocol):
    """A creditor's Visma, as far as it is written to. Each question raises `AccountingTrouble` where it has no answer."""

    async def company(self) -> AccountingCompany: ...
    async def rest(self, key: str) -> Decimal | None: ...
    async def vouchers(self, day: date) -> list[BookedVoucher]: ...
    async def add_voucher(self, voucher: AccountingVoucher) -> str: ...


@dataclass(frozen=True)
class VismaEntries:
    """A creditor's Visma eAccounting as an accounting system."""

    target: VismaTarget
    accounts: AccountingAccounts
    name: str = ACCOUNTING_SYSTEMS["visma"].name

    async def check(self, creditor: AccountingCreditor) -> None:
        """Raise `AccountingTrouble` where it is another company's."""
        if not creditor.is_company((await self.target.company()).organisation_number):
            raise AccountingTrouble("other_company")

    async def find(self, entry: EntryToSend) -> str | None:
        """The voucher of ours whose answer was lost."""
        there = await self.target.vouchers(entry.day)
        ours = (one.number for one in there if f"({mark_of(entry)})" in one.description)
        return next((number for number in ours if number not in entry.known), None)

    async def add(self, entry: EntryToSend) -> str:
        """Book the voucher, where the invoice has as much left."""
        if entry.kind == "payout":
            return await self.target.add_voucher(self.accounts.payout(entry, MOST_REFERENCE))
        try:
            balance = ore_of(await self.target.rest(entry.key) or Decimal(0))
        except InvoiceRefused as unreadable:
            raise EntryRefused("not_taken", unreadable.detail) from None
        except NotMoney:
            raise EntryRefused("not_taken", "RemainingAmount") from None
        if entry.kind == "crediting":
            # The rest there falls by the vouchers that somebody has matched with the invoice: by none of them, or by some.
            if balance <= entry.expected:
                raise EntryThereAlready
            if balance - entry.amount < entry.expected + entry.by_hand + entry.sent:
                raise EntryRefused("differs")
        if entry.amount > balance:
            raise EntryRefused("more_than_left")
        return await self.target.add_voucher(self.accounts.settlement(entry, MOST_REFERENCE))

    async def book(self, kind: AccountingEntryKind, number: str) -> None:
        """A voucher is booked as it is added."""
