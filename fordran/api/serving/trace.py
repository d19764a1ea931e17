"""GET /cases/{id}/trace: where a case's money came from and where it went."""

from __future__ import annotations

from pydantic import Field

from fordran.actions.books.trace import trace_case
from fordran.api.http.answers import Answer, answer
from fordran.api.http.errors import not_found
from fordran.api.http.request import Request
from fordran.api.serving.days import Day
from fordran.domain.bank.bank_states import TransactionStatus
from fordran.domain.books.journal import Category
from fordran.domain.kinds.articles import LineType, PayoutArticle
from fordran.shape.fields import Shape
from fordran.shape.kinds import Flag, Id, Integer, Money, Text
from fordran.store.connections.database import Database


class TracedBankLine(Shape):
    """A line of the bank's file."""

    transaction: Id
    """The bank transaction."""
    file: Text
    """The bank's file that it came with."""
    line: Integer = Field(description="The line in BgMax, in camt the entry's number in the file.")
    booking_date: Day
    """The bank date."""
    amount: Money
    """The amount of the line: positive in, negative out."""
    reference: Text
    """The payer's references."""
    bank_reference: Text
    """The bank's own number."""
    own_reference: Text
    """The payer's own, such as EndToEndId."""
    status: TransactionStatus
    """The status of the transaction."""


class TracedOrder(Shape):
    """A line of an order to the bank."""

    order: Id
    """The order to the bank."""
    position: Integer
    """Which line of the order it is, from 1."""
    end_to_end_id: Text
    """The payment's id in the banks' files."""
    execution_date: Day
    """The day on which the bank was asked to pay."""
    file: Text
    """The file that the order was sent with."""


class TracedRefund(TracedOrder):
    """A line of an order to the bank by which money went back to its payer."""

    amount: Money
    """The refunded amount."""


class TracedSpecification(Shape):
    """The creditor's share of the money, and how it was paid."""

    specification: Id
    """The finance payout specification."""
    booking_date: Day
    """The day on which it was booked."""
    article: PayoutArticle
    """The kind of amount."""
    finance_category: Category
    """The kind of money."""
    amount: Money
    """The amount owed of it, without VAT."""
    vat_amount: Money
    """The VAT of the amount."""
    payout: Id | None = None
    """The payout that it is in; absent before it is gathered."""
    payout_reference: Text | None = None
    """The payout's reference, which the creditor's bank shows."""
    bank_order: TracedOrder | None = None
    """The line of the order to the bank by which it was paid; absent before."""


class TracedSettlement(Shape):
    """The part of a payment that covered one thing, corrections included."""

    settles: Text = Field(description="What was covered: a capital, a fee.")
    type: LineType
    """The kind of amount."""
    date: Day
    """The day as of which it counts."""
    amount: Money
    """The part of the payment that covered it."""
    is_own_fee: Flag = Field(description="Whether it is a fee of the operator's.")
    specifications: list[TracedSpecification]
    """The part of it that is owed to the creditor."""


class TracedPayment(Shape):
    payment: Id
    """The payment's reference."""
    date: Day
    """The day on which it was paid."""
    amount: Money
    """The amount paid."""
    reached_us: Flag = Field(description="Whether it came over our bank; else the creditor reported it.")
    taken_back: Day | None = None
    """The day on which it was recalled; absent where it was not."""
    bank: TracedBankLine | None = None
    """The bank's line that brought it; absent where the creditor reported it."""
    settled: list[TracedSettlement]
    """The things that the payment covered."""
    refunds: list[TracedRefund] | None = None
    """The part that went back to its payer."""


class TracedCase(Shape):
    """Where a case's money came from and where it went."""

    case: Id
    """The case that was asked about."""
    ocr_number: Text
    """The payment reference."""
    invoice_number: Text
    """The creditor's own number of the invoice."""
    creditor: Id
    """The creditor whose case it is."""
    payments: list[TracedPayment]
    """Every payment on the case, in the order of their dates."""


async def read_trace(request: Request, database: Database) -> Answer:
    """Every payment on the case, from the bank's line to the payout's line."""
    async with database.connection() as connection:
        document = await trace_case(connection, request.signed_in, request.path["id"])
    if document is None:
        raise not_found()
    return answer(document)
