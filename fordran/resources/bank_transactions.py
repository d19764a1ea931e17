"""Bank transaction: what happened on the bank account, and where its money went; and payments that nobody knows the case of."""

from __future__ import annotations

from pydantic import Field

from fordran.domain.bank_states import SuspenseReason, TransactionKind, TransactionStatus
from fordran.domain.money import Currency
from fordran.domain.payout import PayeeKind
from fordran.shape.fields import Shape
from fordran.shape.kinds import CaseId, Flag, Id, Integer, Moment, Money, Name, PositiveMoney, Text
from fordran.shape.resource import Resource


class PaymentReference(Shape):
    """What the payer said the money is for, and how much of it if that was said."""

    reference: Text
    amount: Money | None = None


class Payer(Shape):
    """Who paid, as far as the bank says."""

    name: Text | None = None
    extra_name: Text | None = None
    street: Text | None = None
    postal_code: Text | None = None
    town: Text | None = None
    country: Text | None = None
    organization_no: Text | None = None
    account: Text | None = None


class CasePart(Shape):
    """What of a transaction is a case's; negative where a deduction lowers a payment."""

    account: Id
    creditor: Id
    case: Id
    amount: Money
    is_settled: Flag
    """Whether the case has it in its journal already."""


class BankTransaction(Shape):
    bank_file: Id
    position: Integer
    """The line in BgMax, in camt the entry's number in the file."""
    key: Text
    """What the transaction is known by, whatever file brings it."""
    kind: TransactionKind
    status: TransactionStatus
    reason: SuspenseReason | None = None
    """Why it waits, where it does."""
    booking_date: Moment
    value_date: Moment
    currency: Currency
    amount: Money
    """Positive in, negative out."""
    suspense_amount: Money
    bank_account: Text
    receiver: Text
    references: list[PaymentReference]
    payer: Payer
    information: list[Text]
    bank_reference: Text
    own_reference: Text
    is_itemised: Flag
    recalled_payment: Id | None = None
    cases: list[CasePart]


class UnmatchedPayment(Shape):
    bank_file: Id
    kind: TransactionKind
    reason: SuspenseReason | None = None
    """Why it waits."""
    booking_date: Moment
    value_date: Moment
    currency: Currency
    amount: Money
    suspense_amount: Money
    """What of it waits."""
    bank_account: Text
    receiver: Text
    references: list[PaymentReference]
    payer: Payer
    information: list[Text]
    bank_reference: Text
    own_reference: Text
    is_itemised: Flag


class MatchInput(Shape):
    """The case that all of what waits is for."""

    case: CaseId


class SplitPart(Shape):
    case: CaseId
    amount: PositiveMoney


class SplitInput(Shape):
    """Which cases what waits is for; the amounts make up all of it."""

    parts: list[SplitPart] = Field(min_length=1, max_length=100)


class RefundAccount(Shape):
    """Where a refund is paid to. An account of the kind `bank_account` begins with its clearing number."""

    kind: PayeeKind
    number: Name


class RefundInput(Shape):
    """Where what waits is to go back to."""

    bank_account: RefundAccount
    name: Name | None = None
    """Whose account it is, if not the payer's by the name that the bank gave."""


class PaymentDecided(Shape):
    """How the transaction stands after a person's decision."""

    status: TransactionStatus
    suspense_amount: Money


BANK_TRANSACTIONS = Resource(
    "bank--transactions", BankTransaction, owner="operator", personal=True, about="What happened on the bank account."
)
UNMATCHED_PAYMENTS = Resource(
    "unmatched--payments",
    UnmatchedPayment,
    owner="operator",
    personal=True,
    about="Money that waits for somebody to say what it is for.",
)
