"""The accounts of a creditor's books, and the voucher of a payout against them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from fordran.actions.accounting.accounting_system import AccountingEntryKind, EntryToSend, PayoutUse
from fordran.domain.languages import SWEDISH
from fordran.domain.message import Message
from fordran.formats.accounting import AccountingVoucher
from fordran.texts.catalogue import texts


@dataclass(frozen=True)
class AccountingAccounts:
    """The accounts of a creditor's books."""

    payment: int
    crediting: int
    bank: int
    receivable: int
    series: str
    """The series of vouchers."""
    by_use: Mapping[PayoutUse, int]
    """The accounts of the parts of a payout."""

    def of(self, kind: AccountingEntryKind) -> int:
        """The account against which a payment or crediting is booked."""
        return self.payment if kind == "payment" else self.crediting

    def payout(self, entry: EntryToSend, most: int) -> AccountingVoucher:
        """The voucher of a payout: the bank against what it is for. Its text has so much of the reference."""
        rows = {self.bank: entry.amount}
        for use, amount in entry.lines.items():
            rows[self.by_use[use]] = rows.get(self.by_use[use], 0) - amount
        code = "accounting.payout" if entry.amount > 0 else "accounting.payout_returned"
        return self._voucher(entry, Message(code, reference=entry.reference[:most], entry=mark_of(entry)), rows)

    def settlement(self, entry: EntryToSend, most: int) -> AccountingVoucher:
        """The voucher of a payment or crediting: its account against the receivable."""
        code = "accounting.payment" if entry.kind == "payment" else "accounting.crediting"
        rows = {self.of(entry.kind): entry.amount, self.receivable: -entry.amount}
        return self._voucher(entry, Message(code, reference=entry.reference[:most], entry=mark_of(entry)), rows)

    def _voucher(self, entry: EntryToSend, message: Message, rows: Mapping[int, int]) -> AccountingVoucher:
        return AccountingVoucher(self.series, texts(SWEDISH).say(message), entry.day, rows, entry.reference)


def mark_of(entry: EntryToSend) -> str:
    """The part of a voucher's text by which it is found again."""
    return entry.id[-8:]
