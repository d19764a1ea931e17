"""Autogiro: the contents of Bankgirot's five reports, as values. `autogiro` reads them."""

from dataclasses import dataclass
from datetime import date
from typing import Literal, TypeAlias

AutogiroReportKind: TypeAlias = Literal["mandates", "payments", "rejected", "cancelled", "e_mandates"]
DebitDirection: TypeAlias = Literal["in", "out"]
TransferKind: TypeAlias = Literal["deposit", "withdrawal", "refund"]


@dataclass(frozen=True, slots=True)
class MandateAdvice:
    """The news of one mandate (73). `bank_account` is clearing number and account, empty where the payer pays by bankgiro."""

    payer: str
    bank_account: str
    id_number: str
    information: str
    comment: str
    day: date
    line: int


@dataclass(frozen=True, slots=True)
class EMandate:
    """A mandate that a payer made in the bank (52 to 56). `reminder` counts how often Bankgirot asked before."""

    payer: str
    bank_account: str
    id_number: str
    reminder: int
    note: str
    lines: tuple[str, ...]
    """Name and address, as the bank wrote them."""
    postal_code: str
    town: str
    line: int


@dataclass(frozen=True, slots=True)
class AutogiroTransfer:
    """One sum into or out of our account (15, 16, 17), which the approved payments of its section make up."""

    kind: TransferKind
    bank_account: str
    day: date
    serial: str
    amount: int
    count: int
    line: int


@dataclass(frozen=True, slots=True)
class DebitOutcome:
    """The status of one debit or payout (82, 32) in the payment specification. `transfer` is the sum that it belongs to."""

    direction: DebitDirection
    payer: str
    day: date
    amount: int
    reference: str
    status: str
    transfer: AutogiroTransfer
    line: int


@dataclass(frozen=True, slots=True)
class RefundedDebit:
    """A debit that the payer's bank took back (77)."""

    payer: str
    day: date
    amount: int
    reference: str
    refunded: date
    reason: str
    transfer: AutogiroTransfer
    line: int


@dataclass(frozen=True, slots=True)
class RejectedDebit:
    """A debit or payout that Bankgirot refused to take. The day is None for one that was to be made at once, or is none."""

    direction: DebitDirection
    payer: str
    day: date | None
    amount: int
    reference: str
    comment: str
    line: int


@dataclass(frozen=True, slots=True)
class CancelledDebit:
    """The outcome of a debit's or payout's cancellation or new day, by our order (23 to 29) or another's (03, 11, 21, 22)."""

    code: str
    direction: DebitDirection
    payer: str
    day: date
    amount: int
    new_day: date | None
    reference: str
    comment: str
    line: int


AutogiroRecord: TypeAlias = MandateAdvice | EMandate | DebitOutcome | RefundedDebit | RejectedDebit | CancelledDebit


@dataclass(frozen=True, slots=True)
class AutogiroReport:
    """One report, with the records and the sums that it has. An e-mandates report names no customer number."""

    kind: AutogiroReportKind
    written: date
    customer_number: str
    bankgiro: str
    transfers: tuple[AutogiroTransfer, ...]
    records: tuple[AutogiroRecord, ...]
