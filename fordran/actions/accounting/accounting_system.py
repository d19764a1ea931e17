"""An accounting system of a creditor, as far as entries are sent to it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal
from typing import Literal, Protocol, TypeAlias

from fordran.actions.accounting.accounting_creditor import AccountingCreditor
from fordran.domain.service.accounting_systems import AccountingSystemCode
from fordran.formats.accounting import AccountingCompany, OverdueInvoice
from fordran.formats.accounting_invoices import AccountingInvoice
from fordran.store.connections.clock_lock import Begin

AccountingEntryKind: TypeAlias = Literal["payment", "crediting", "payout"]
"""The kind of an entry: capital that money paid or that the creditor credited, or money that was paid out."""

PayoutUse: TypeAlias = Literal[
    "paid_capital",
    "other_capital",
    "operator_invoices",
    "interest",
    "creditor_outlay",
    "creditor_commission",
    "vat",
]
"""The purpose of a part of a payout. Capital is `paid_capital` where its payment is an entry, too."""

AccountingEntryState: TypeAlias = Literal[
    "waiting", "added", "booked", "there_already", "withdrawn", "taken_back", "refused"
]
"""The state of an entry: it is to be sent, or is there and not booked yet; or it is done, or for a person to do."""

AccountingRefusal: TypeAlias = Literal["more_than_left", "cancelled", "differs", "not_taken"]
"""Why an entry cannot be sent."""


class EntryRefused(Exception):
    """An entry that cannot be sent, with why and the system's own error. Nothing of a person is in it."""

    def __init__(self, refusal: AccountingRefusal, error: str = "") -> None:
        super().__init__(f"{refusal} ({error})" if error else refusal)
        self.refusal = refusal
        self.error = error


class EntryThereAlready(Exception):
    """An entry that the creditor has booked itself."""


@dataclass(frozen=True)
class EntryToSend:
    """An entry, and what is known of its invoice or payout. Amounts are öre."""

    id: str
    kind: AccountingEntryKind
    amount: int
    day: date
    reference: str
    """The number of the invoice, or the reference of the payout."""
    key: str
    """By which the system knows the invoice; empty of a payout."""
    known: frozenset[str]
    """The numbers there of other entries about the same."""
    expected: int = 0
    """The rest of the invoice once the entry is there, where all else that was sent is there."""
    by_hand: int = 0
    """The amount that a person has to book there, since it was refused."""
    sent: int = 0
    """The amount of what was sent before about the same invoice."""
    lines: Mapping[PayoutUse, int] = field(default_factory=dict)
    """Of a payout: öre by what they are for, which sum to its amount."""


class AccountingSource(Protocol):
    """An accounting system that invoices come from. Each question raises `AccountingTrouble` where it has no answer."""

    @property
    def system(self) -> AccountingSystemCode:
        """Which one it is."""

    async def company(self) -> AccountingCompany:
        """The company whose books they are."""

    async def overdue(self, day: date) -> Mapping[str, OverdueInvoice]:
        """The invoices that are overdue and unpaid on a day, by the key by which the system knows each."""

    async def read(self, key: str) -> AccountingInvoice:
        """An invoice with its customer."""

    async def rest(self, key: str) -> Decimal | None:
        """The rest of an invoice in kronor; None of one that is cancelled. Raises `InvoiceRefused`."""

    async def pdf(self, key: str) -> bytes:
        """The paper of an invoice."""


class AccountingSystem(Protocol):
    """An accounting system. Each question raises `AccountingTrouble` where it has no answer."""

    @property
    def name(self) -> str:
        """The name that people know it by."""

    async def check(self, creditor: AccountingCreditor) -> None:
        """Raise `AccountingTrouble` where it is another company's."""

    async def find(self, entry: EntryToSend) -> str | None:
        """The number of an entry that is there although nobody noted it."""

    async def add(self, entry: EntryToSend) -> str:
        """Add an entry; its number. Raises `EntryRefused` and `EntryThereAlready`."""

    async def book(self, kind: AccountingEntryKind, number: str) -> None:
        """Book an entry that was added; nothing where it is booked."""


SourceOf: TypeAlias = Callable[[Begin], AccountingSource]
"""Makes a source where transactions begin: one may keep something of its own."""
SystemOf: TypeAlias = Callable[[Begin], AccountingSystem]
"""Likewise for a system that entries are sent to."""
