"""Case registration: overdue debts of one customer, handed over for collection."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Field, WithJsonSchema

from fordran.resources.common import CaseSettings, CountableDay
from fordran.resources.customers import CaseCustomerInput
from fordran.shape.fields import Issues, Shape
from fordran.shape.kinds import INTEGER, AccountId, CreditorId, Flag, Id, Name, PositiveMoney, Text, unallowed, whole
from fordran.shape.resource import Resource

MOST_DAYS = 3650
Days = Annotated[
    int,
    INTEGER,
    BeforeValidator(whole(0, MOST_DAYS)),
    WithJsonSchema({"type": "integer", "minimum": 0, "maximum": MOST_DAYS}),
]


class FeeClaimed(Shape):
    """A fee that the creditor has claimed of the customer already."""

    amount: PositiveMoney
    fee_registration_date: CountableDay | None = None


class DebtInput(Shape):
    invoice_number: Name
    debt_description: Text | None = None
    invoice_date: CountableDay
    capital_to_claim: PositiveMoney
    initial_capital: PositiveMoney | None = None
    invoice_due_days_after_invoice_date: Days
    interest_days_after_invoice_date: Days | None = None
    payout_reference: Text | None = None
    fees_included_in_capital_to_claim: dict[str, PositiveMoney] | None = None
    """Fees that are a part of the capital, by article: `{"invoice_fee": 50}`."""
    fees_already_claimed: dict[str, FeeClaimed] | None = None
    """Fees beside the capital, by article, that are not to be charged a second time."""

    @classmethod
    def broken_rules(cls, given: Mapping[str, Any]) -> Issues:
        included = given.get("fees_included_in_capital_to_claim")
        claimed = given.get("fees_already_claimed")
        issues: Issues = {}
        if isinstance(included, dict):
            numbers = [amount for amount in included.values() if _is_number(amount)]
            capital = given.get("capital_to_claim")
            if _is_number(capital) and sum(numbers) > capital:
                issues["fees_included_in_capital_to_claim"] = "must not be more than capital_to_claim"
        for name, articles in (("fees_included_in_capital_to_claim", included), ("fees_already_claimed", claimed)):
            unknown = (
                [article for article in articles or () if article not in ARTICLES] if isinstance(articles, dict) else []
            )
            if unknown:
                issues[name] = unallowed(unknown[0], ARTICLES)
        return issues


ARTICLES = ("invoice_fee", "reminder", "debt_collection", "late_payment_fee", "cost")


def _is_number(value: Any) -> bool:
    return hasattr(value, "__add__") and hasattr(value, "as_integer_ratio") and not isinstance(value, bool)


class CaseRegistrationInput(Shape):
    account: AccountId
    creditor: CreditorId
    first_action: Literal["reminder", "debt_collection"]
    currency: Literal["SEK"]
    customer: CaseCustomerInput
    debts: list[DebtInput]
    case_settings: CaseSettings | None = None
    labels: list[Text] | None = None
    start_flow: Flag | None = None

    @classmethod
    def broken_rules(cls, given: Mapping[str, Any]) -> Issues:
        debts = given.get("debts")
        if debts == []:
            return {"debts": "min length is 1"}
        if isinstance(debts, list):
            numbers = [debt.get("invoice_number") for debt in debts if isinstance(debt, dict)]
            twice = [number for number in numbers if isinstance(number, str) and numbers.count(number) > 1]
            if twice:
                return {"debts": f"the invoice number '{twice[0][:100]}' stands twice"}
        return {}


class CaseRegistration(Shape):
    """The registration as it was sent, and the cases it made."""

    account: Id
    creditor: Id
    first_action: Text
    currency: Text
    customer: CaseCustomerInput
    debts: list[DebtInput]
    case_settings: CaseSettings | None = None
    labels: list[Text] | None = None
    file_import_report: dict[str, Any] | None = None
    start_flow: Flag | None = None
    cases: list[Id] = Field(alias="_cases")
    ocr_numbers: list[Id] = Field(alias="_ocr_numbers")
    ocr_numbers_ocr: list[Text] = Field(alias="_ocr_numbers_ocr")


class CaseRegistered(Shape):
    """What registering debts answers beside the usual."""

    cases: list[Id] = Field(alias="_cases")
    ocr_numbers: list[Id] = Field(alias="_ocr_numbers")
    ocr_numbers_ocr: list[Text] = Field(alias="_ocr_numbers_ocr")


CASE_REGISTRATIONS = Resource(
    "case--registrations",
    CaseRegistration,
    owner="creditor",
    personal=True,
    about="Overdue debts as they were sent to us.",
    input=CaseRegistrationInput,
)
