"""GET /cases/{id}/trace: where a case's money came from and where it went."""

from __future__ import annotations

from pydantic import Field

from fordran.actions.books.trace import trace_case
from fordran.api.http.answers import Answer, answer
from fordran.api.http.errors import not_found
from fordran.api.http.request import Request
from fordran.api.serving.days import Day
from fordran.domain.articles import LineType, PayoutArticle
from fordran.domain.bank.bank_states import TransactionStatus
from fordran.domain.books.journal import Category
from fordran.shape.fields import Shape
from fordran.shape.kinds import Flag, Id, Integer, Money, Text
from fordran.store.connections.database import Database


class TracedBankLine(Shape):
    """A line of the bank's file."""

    transaction: Id
    file: Text
    line: Integer = Field(description="The line in BgMax, in camt the entry's number in the file.")
    booking_date: Day
    amount: Money
    reference: Text
    bank_reference: Text
    own_reference: Text
    status: TransactionStatus


class TracedOrder(Shape):
    """A line of an order to the bank."""

    order: Id
    position: Integer
    end_to_end_id: Text
    execution_date: Day
    file: Text


class TracedRefund(TracedOrder):
    """A line of an order to the bank by which money went back to its payer."""

    amount: Money


class TracedSpecification(Shape):
    """What of the money is owed to the creditor, and how it was paid."""

    specification: Id
    booking_date: Day
    article: PayoutArticle
    finance_category: Category
    amount: Money
    vat_amount: Money
    payout: Id | None = None
    payout_reference: Text | None = None
    bank_order: TracedOrder | None = None


class TracedSettlement(Shape):
    """What a payment covered of one thing, corrections included."""

    settles: Text = Field(description="What was covered: a capital, a fee.")
    type: LineType
    date: Day
    amount: Money
    is_own_fee: Flag = Field(description="Whether it is a fee of the operator's.")
    specifications: list[TracedSpecification]


class TracedPayment(Shape):
    payment: Id
    date: Day
    amount: Money
    reached_us: Flag = Field(description="Whether it came over our bank; else the creditor reported it.")
    taken_back: Day | None = None
    bank: TracedBankLine | None = None
    settled: list[TracedSettlement]
    refunds: list[TracedRefund] | None = None


class TracedCase(Shape):
    """Where a case's money came from and where it went."""

    case: Id
    ocr_number: Text
    invoice_number: Text
    creditor: Id
    payments: list[TracedPayment]


async def read_trace(request: Request, database: Database) -> Answer:
    """Every payment on the case, from the bank's line to the payout's line."""
    async with database.connection() as connection:
        document = await trace_case(connection, request.signed_in, request.path["id"])
    if document is None:
        raise not_found()
    return answer(document)
