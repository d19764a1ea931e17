"""Bank transaction: what happened on the bank account, and where its money went; and payments that nobody knows the case of."""

from __future__ import annotations

from pydantic import Field

from fordran.domain.bank.bank_states import SuspenseReason, TransactionKind, TransactionStatus
from fordran.domain.money import Currency
from fordran.domain.payouts.payout import PayeeKind
from fordran.domain.service.retention import ANONYMISED, BOOKKEEPING, KEPT, VERIFICATION
from fordran.shape.fields import Shape
from fordran.shape.kept import Only, RetentionRule
from fordran.shape.kinds import CaseId, Flag, Id, Integer, Moment, Money, Name, PositiveMoney, Text
from fordran.shape.resource import Resource


class PaymentReference(Shape):
    """A reference of the payer, and its amount if one was given."""

    reference: Text
    """The payer's references."""
    amount: Money | None = None
    """How much of it, where that was said."""


class Payer(Shape):
    """Who paid, as far as the bank says."""

    name: Text | None = None
    """The payer's name."""
    extra_name: Text | None = None
    """A second line of the payer's name."""
    street: Text | None = None
    """The payer's street, as the bank wrote it."""
    postal_code: Text | None = None
    """The payer's postal code, as the bank wrote it."""
    town: Text | None = None
    """The payer's town, as the bank wrote it."""
    country: Text | None = None
    """The payer's country, as the bank wrote it."""
    organization_no: Text | None = None
    """Personal or organisation number."""
    account: Text | None = None
    """The payer's account."""


class CasePart(Shape):
    """The part of a transaction that belongs to a case; negative if a deduction lowers a payment."""

    account: Id
    """The account that the case belongs to."""
    creditor: Id
    """The creditor whose claim it is about."""
    case: Id
    """The case that it went to."""
    amount: Money
    """Negative where a deduction lowers a payment."""
    is_settled: Flag
    """Whether the case has it in its journal already."""


class BankTransaction(Shape):
    bank_file: Id
    """The file that brought it first."""
    position: Integer
    """The line in BgMax, in camt the entry's number in the file."""
    key: Text
    """The transaction's key, whatever file brings it."""
    kind: TransactionKind
    """`payment`, `deduction`, `recall` or `withdrawal`."""
    status: TransactionStatus
    """`matched`, `suspense`, `to_refund`, `refunded`, `recalled`, `withdrawn` or `duplicate`."""
    reason: SuspenseReason | None = None
    """Why it waits."""
    booking_date: Moment
    """The bank date."""
    value_date: Moment
    """The day from which the bank counts the money."""
    currency: Currency
    """`SEK`."""
    amount: Money
    """Positive in, negative out."""
    suspense_amount: Money
    """The waiting part."""
    bank_account: Text
    """The account of ours that it is on."""
    receiver: Text
    """The bankgiro that was paid to."""
    references: list[PaymentReference]
    """The payer's references."""
    payer: Payer
    """Who paid, as far as the bank says."""
    information: list[Text]
    """The payer's message and the bank's."""
    bank_reference: Text
    """The bank's own number."""
    own_reference: Text
    """The payer's own, such as EndToEndId."""
    is_itemised: Flag
    """False for a booking of which the bank gave the sum alone."""
    recalled_payment: Id | None = None
    """Of a recall: the transaction that it took back."""
    cases: list[CasePart]
    """The parts by case."""


class UnmatchedPayment(Shape):
    bank_file: Id
    """The file that brought it first."""
    kind: TransactionKind
    """`payment`, `deduction` or `recall`."""
    reason: SuspenseReason | None = None
    """Why it waits."""
    booking_date: Moment
    """The bank date."""
    value_date: Moment
    """The day from which the bank counts the money."""
    currency: Currency
    """`SEK`."""
    amount: Money
    """The whole transaction."""
    suspense_amount: Money
    """The waiting part."""
    bank_account: Text
    """The account of ours that it is on."""
    receiver: Text
    """The bankgiro that was paid to."""
    references: list[PaymentReference]
    """The payer's references."""
    payer: Payer
    """Who paid, as far as the bank says."""
    information: list[Text]
    """The payer's message and the bank's."""
    bank_reference: Text
    """The bank's own number."""
    own_reference: Text
    """The payer's own, such as EndToEndId."""
    is_itemised: Flag
    """False for a booking of which the bank gave the sum alone."""


class MatchInput(Shape):
    """The case that all of what waits is for."""

    case: CaseId


class UnmatchInput(Shape):
    """The end of a match that was a mistake."""

    reason: Text | None = None
    """Why; kept in the journal."""


class SplitPart(Shape):
    case: CaseId
    amount: PositiveMoney
    """The part of the payment for the case."""


class SplitInput(Shape):
    """Which cases what waits is for; the amounts make up all of it."""

    parts: list[SplitPart] = Field(min_length=1, max_length=100)
    """The cases, each with what of the payment is for it."""


class RefundAccount(Shape):
    """Where a refund is paid to. An account of the kind `bank_account` begins with its clearing number."""

    kind: PayeeKind
    """The kind of account."""
    number: Name
    """The number of the account, as it is written in Sweden or as an IBAN."""


class RefundInput(Shape):
    """Where what waits is to go back to."""

    bank_account: RefundAccount
    """The account that the money goes back to."""
    name: Name | None = None
    """Whose account it is, if not the payer's by the name that the bank gave."""


class PaymentDecided(Shape):
    """How the transaction stands after a person's decision."""

    status: TransactionStatus
    """The status of the transaction."""
    suspense_amount: Money
    """The part that still waits."""


ALL_ANONYMISED: Only = "once all whose payment it was are anonymised"
"""One payment may be several customers' money: who paid is known until the last of them is anonymised."""

BANK_TRANSACTIONS = Resource(
    "bank--transactions",
    BankTransaction,
    owner="operator",
    personal=True,
    about="What happened on the bank account.",
    made_costs={"cases": 600},
    kept=(
        RetentionRule("bank_transactions", ("payer",), ANONYMISED, "empty object", VERIFICATION, only=ALL_ANONYMISED),
        RetentionRule(
            "bank_transactions",
            ("references", "information"),
            ANONYMISED,
            "empty list",
            VERIFICATION,
            only=ALL_ANONYMISED,
        ),
        RetentionRule("bank_transactions", ("reference",), ANONYMISED, "empty text", VERIFICATION, only=ALL_ANONYMISED),
        RetentionRule(
            "bank_transactions",
            (
                *("key", "kind", "bank_account", "receiver", "bank_reference", "own_reference", "entry", "status"),
                *("reason", "head_hash", "booking_date", "value_date", "order_date", "is_itemised"),
            ),
            KEPT,
            "as it was",
            BOOKKEEPING,
            "the bank's own numbers, and our account",
        ),
    ),
)
UNMATCHED_PAYMENTS = Resource(
    "unmatched--payments",
    UnmatchedPayment,
    owner="operator",
    personal=True,
    about="Money that waits for somebody to say what it is for.",
)
