"""What the endpoints take and answer that do more than read and write documents of a resource: one row each.

The description is made from it, and a test holds the answers to it. An endpoint without a row here is a list, an item, a
create, a change or a removal, or does something to a document and lifts it; its line in the table says the rest.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any, Literal

from pydantic import Field, WithJsonSchema

from fordran.api.sign_in import ApiCode, TokenAnswer
from fordran.domain.articles import Article, PayoutArticle
from fordran.domain.bank_states import TransactionStatus
from fordran.domain.entries import Component
from fordran.domain.journal import Category
from fordran.domain.money import Currency
from fordran.resources.bank_files import BankFileImported
from fordran.resources.clock import ClockInput, ClockMoved
from fordran.resources.events import EventsQuery
from fordran.shape.fields import Shape
from fordran.shape.kinds import TEXT, Flag, Id, Integer, Money, Number, Text

JSON = "application/json"

Day = Annotated[str, TEXT, WithJsonSchema({"type": "string", "format": "date", "examples": ["2026-06-30"]})]

File = Annotated[bytes, TEXT, WithJsonSchema({"type": "string", "format": "binary"})]


@dataclass(frozen=True)
class Act:
    takes: type[Shape] | None = None
    answers: type[Shape] | None = None
    """What is answered; of a create, what is answered beside the usual."""
    query: type[Shape] | None = None
    headers: type[Shape] | None = None
    takes_as: str = JSON
    answers_as: str = JSON
    status: int = 200
    does: bool = False
    """Whether it does something of its own: it takes an idempotency key and a dry run, and what is may forbid it."""


class SignedJwt(Shape):
    x_api_key: Text = Field(
        alias="X-API-Key",
        description="A JWT with the claims `api_code` and `exp`, signed with your private key.",
        json_schema_extra={"examples": ["eyJhbGciOiJFUzI1NiJ9.eyJhcGlfY29kZSI6Ii4uLiJ9.c2lnbmF0dXJl"]},
    )


class AccountCreated(Shape):
    """What creating an account answers: also the id of its first creditor."""

    creditor: Id = Field(alias="_creditor")


class StatementQuery(Shape):
    at: Day | None = Field(default=None, description="The day to state, past or future; today if left out.")


class StatementLine(Shape):
    """An amount that was added (positive) or taken (negative), and why. Interest also says how it came about."""

    date: Day
    type: Article
    component: Component
    amount: Money
    description: Text
    description_locale_tag: Text
    fact: Text = Field(description="What caused it: an invoice, a letter, a payment.")
    law: Text = Field(description="The statute and section it rests on.")
    days: Integer | None = None
    rate_percent: Number | None = None
    base: Money | None = None
    from_: Day | None = Field(default=None, alias="from")
    to: Day | None = None
    is_provisional: Flag | None = Field(default=None, description="Whether the rate was not yet published.")


class Statement(Shape):
    """What is owed on a day, with every line that leads there; the totals are what the lines sum to."""

    case: Id
    at: Day
    currency: Currency
    lines: list[StatementLine]
    refund_amount: Money
    is_provisional: Flag
    total_added_capital_amount: Money
    total_added_interest_amount: Money
    total_added_costs_amount: Money
    total_added_transaction_amount: Money
    total_remaining_capital_amount: Money
    total_remaining_interest_amount: Money
    total_remaining_costs_amount: Money
    total_remaining_transaction_amount: Money


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
    type: Article
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


class SettingOfCase(Shape):
    """A setting that holds for a case, and the level it comes from."""

    value: Any
    level: Text
    law: Text | None = Field(default=None, description="The statute and section that bound it.")
    was_capped: Flag | None = Field(default=None, description="Whether the law's bound holds in place of what was set.")


class SettingsOfCase(Shape):
    case: Id
    settings: dict[str, SettingOfCase]


class FileForm(Shape):
    """A file and what it is for. PDF, JPEG, PNG, GIF or BMP, told by its content; at most 25 MiB."""

    file: File
    domain: Literal["media--files", "cases"] = "media--files"
    dotted_path: Literal["original_invoice"] = Field(description="The field of the document that is to show the file.")


class FileKept(Shape):
    status: Literal["OK"] = Field(alias="_status")
    url: Text = Field(description="A signed link to the file, valid for an hour.")


class BankFileForm(Shape):
    """A file from the bank: BgMax, camt.053 or camt.054, told by its content. It may also be sent as the body itself."""

    file: File


class Fine(Shape):
    status: Literal["OK"] = Field(alias="_status")


class Home(Fine):
    name: Text
    openapi: Text
    docs: Text


ACTS = {
    "GET /authenticates/api-code": Act(headers=SignedJwt, answers=TokenAnswer),
    "POST /authenticates/api-code": Act(takes=ApiCode, answers=TokenAnswer),
    "POST /accounts": Act(answers=AccountCreated),
    "GET /cases/{id}/statement": Act(query=StatementQuery, answers=Statement),
    "GET /cases/{id}/trace": Act(answers=TracedCase),
    "GET /cases/{id}/settings": Act(answers=SettingsOfCase),
    "GET /events": Act(query=EventsQuery),
    "POST /media--upload/{reference_id}": Act(
        takes=FileForm, takes_as="multipart/form-data", answers=FileKept, status=201
    ),
    "GET /media--files/{id}": Act(answers_as="*/*"),
    "POST /bank--files": Act(
        takes=BankFileForm, takes_as="multipart/form-data", answers=BankFileImported, status=201, does=True
    ),
    "POST /clock": Act(takes=ClockInput, answers=ClockMoved, status=201, does=True),
    "GET /": Act(answers=Home),
    "GET /openapi.json": Act(),
    "GET /docs": Act(answers_as="text/html"),
    "GET /health": Act(answers=Fine),
    "GET /ready": Act(answers=Fine),
    "GET /metrics": Act(answers_as="text/plain"),
}
