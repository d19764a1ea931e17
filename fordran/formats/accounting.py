"""The accounting systems of creditors: why one does not give what it is asked for, and what follows."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import Literal, TypeAlias

AccountingReason: TypeAlias = Literal[
    "no_connection",
    "no_answer",
    "half_answer",
    "system_error",
    "too_many_requests",
    "not_accepted",
    "no_licence",
    "no_permission",
    "no_account",
    "not_there",
    "bad_request",
    "too_large",
    "other_company",
]
"""Why an accounting system did not give what was asked for."""
AccountingConsequence: TypeAlias = Literal["later", "configuration", "refused"]
"""It is asked again; an operator has to change something; or this one thing cannot be had."""

CONSEQUENCES: Mapping[AccountingReason, AccountingConsequence] = {
    "no_connection": "later",
    "no_answer": "later",
    "half_answer": "later",
    "system_error": "later",
    "too_many_requests": "later",
    "not_accepted": "configuration",
    "no_licence": "configuration",
    "no_permission": "configuration",
    "no_account": "configuration",
    "not_there": "refused",
    "bad_request": "refused",
    "too_large": "refused",
    "other_company": "configuration",
}


class AccountingTrouble(Exception):
    """An accounting system did not give what was asked for. `code` is its own, or the status; nothing of a person is in it."""

    def __init__(self, reason: AccountingReason, code: str = "") -> None:
        super().__init__(f"{reason} ({code})" if code else reason)
        self.reason = reason
        self.code = code

    @property
    def then(self) -> AccountingConsequence:
        """The consequence."""
        return CONSEQUENCES[self.reason]


@dataclass(frozen=True)
class AccountingCompany:
    """The company whose books they are."""

    name: str
    organisation_number: str
    tenant: str = ""
    """The system's own number of it, where it says one."""


@dataclass(frozen=True)
class OverdueInvoice:
    """An invoice of a list: its number as people know it, and the rest in kronor."""

    number: str
    balance: Decimal


@dataclass(frozen=True)
class AccountingVoucher:
    """A voucher: öre by account, debit positive, which sum to zero."""

    series: str
    """Empty for the one that the system chooses."""
    description: str
    day: date
    rows: Mapping[int, int]
    information: str
    """The text of each row."""

    def __post_init__(self) -> None:
        assert not sum(self.rows.values()), "a voucher balances"


@dataclass(frozen=True)
class BookedVoucher:
    """A voucher that is in the books."""

    number: str
    """It is unique."""
    description: str
    day: date
