"""Case registration: overdue debts of one customer, handed over for collection."""

from __future__ import annotations

import re
from collections.abc import Mapping
from decimal import Decimal
from typing import Annotated, Any, ClassVar

from pydantic import AfterValidator, BeforeValidator, Field, SkipValidation, WithJsonSchema

from fordran.domain.kinds.articles import CREDITOR_ARTICLES, CreditorArticle
from fordran.domain.kinds.limitation_kinds import EarlierLetterKind
from fordran.domain.kinds.steps import FirstAction
from fordran.domain.message import Message
from fordran.domain.money import Currency
from fordran.domain.service.retention import (
    ANONYMISED,
    BOOKKEEPING,
    KEPT,
    PSEUDONYMISED,
    STORAGE_LIMITATION,
    VERIFICATION,
)
from fordran.resources.case_acts import AwardedAmounts, Instalments
from fordran.resources.claim_particulars import ClaimParticularsInput
from fordran.resources.common import CaseSettings, CountableDay
from fordran.resources.customers import CaseCustomerInput
from fordran.shape.fields import Issues, Shape
from fordran.shape.kept import RetentionRule
from fordran.shape.kinds import (
    INTEGER,
    AccountId,
    CreditorId,
    Flag,
    Id,
    Name,
    PositiveMoney,
    Text,
    issue,
    unallowed,
    whole,
    wrong,
)
from fordran.shape.resource import Resource
from fordran.shape.rules import Rule, any_of, at_least_one, has

# Looked at with the whole debt, so that one sentence says it of the field.
ArticleClaimed = Annotated[CreditorArticle, SkipValidation]


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
    """The claimed amount."""
    fee_registration_date: CountableDay | None = None
    """When the fee was charged."""


_MORE_THAN_ANY_AMOUNT = 10**18


class EarlierLetterInput(Shape):
    """A letter that asked for payment before the registration."""

    kind: EarlierLetterKind
    """The kind of letter."""
    date: CountableDay
    """The day on which it was sent."""
    amount: PositiveMoney | None = None
    """The amount that it asked for."""


MOST_LETTERS = 100


class JudgmentInput(Shape):
    """A judgment or an order on the claim before the registration."""

    number: Name
    """Its number at the court or the authority."""
    date: CountableDay
    """The day of it."""
    amounts: AwardedAmounts | None = None
    """The amounts that it awarded."""


class OngoingPlanInput(Shape):
    """An instalment plan that was agreed on before the registration and goes on, a month between instalments."""

    instalments: Instalments | None = None
    """How many instalments are left, where `amount` is absent."""
    amount: PositiveMoney | None = None
    """The amount of an instalment. It decides where both are given; the last instalment takes the rest."""
    next_date: CountableDay
    """When the next instalment is to be paid."""
    schema_rules: ClassVar[tuple[Rule, ...]] = (any_of(has("instalments"), has("amount")),)

    @classmethod
    def broken_rules(cls, given: Mapping[str, Any]) -> Issues:
        if given.get("instalments") is None and given.get("amount") is None:
            return {"amount": Message("issue.plan_without_size")}
        return {}


def _digits(text: str) -> str:
    digits = text.replace(" ", "").replace("-", "").lstrip("0")
    if not re.fullmatch("[0-9]{4,25}", digits):
        raise wrong(issue("must be 4 to 25 digits", "form_issue.not_payment_reference"))
    return digits


OldReference = Annotated[
    Name,
    AfterValidator(_digits),
    WithJsonSchema({"type": "string", "pattern": "^[0-9 -]{4,50}$", "examples": ["7700123456781"]}),
]


class DebtInput(ClaimParticularsInput):
    """An overdue debt, with the particulars of its claim."""

    invoice_number: Name
    """The creditor's own number of the invoice."""
    debt_description: Text | None = None
    """The description of the debt, in words that the debtor understands."""
    invoice_date: CountableDay
    """The date of the invoice."""
    capital_to_claim: PositiveMoney
    """The capital of the claim, without the interest and costs of collecting it."""
    initial_capital: PositiveMoney | None = None
    """The debt before any payment."""
    invoice_due_days_after_invoice_date: Days
    """How many days after the invoice date it is due."""
    interest_days_after_invoice_date: Days | None = None
    """From how many days after the invoice date interest runs."""
    payout_reference: Text | None = None
    """The reference of the debt's payout; the creditor's bank shows it."""
    fees_included_in_capital_to_claim: dict[ArticleClaimed, PositiveMoney] | None = None
    """Fees that are a part of the capital, by article: `{"invoice_fee": 50}`."""
    fees_already_claimed: dict[ArticleClaimed, FeeClaimed] | None = None
    """Fees beside the capital, by article, that are not to be charged a second time."""
    earlier_letters: list[EarlierLetterInput] | None = Field(default=None, max_length=MOST_LETTERS)
    """Letters about the claim before the registration. Enough of them interrupt limitation, and none is a reminder again."""
    old_payment_reference: OldReference | None = None
    """The payment reference of letters before the registration; a payment with it is the case's."""
    previous_case_number: Name | None = None
    """The number of the case at the collector before."""
    judgment: JudgmentInput | None = None
    """A judgment or an order on the claim. It begins a new time of limitation on its day."""
    plan: OngoingPlanInput | None = None
    """An instalment plan that goes on. It charges no fee; the debtor gets the schedule with our payment reference."""

    @classmethod
    def broken_rules(cls, given: Mapping[str, Any]) -> Issues:
        included = given.get("fees_included_in_capital_to_claim")
        claimed = given.get("fees_already_claimed")
        issues: Issues = super().broken_rules(given)
        if isinstance(included, dict):
            numbers = [amount for amount in included.values() if _is_number(amount)]
            capital = given.get("capital_to_claim")
            if _is_number(capital) and sum(numbers) > capital:
                issues["fees_included_in_capital_to_claim"] = Message("issue.fees_above_capital")
        for name, articles in (("fees_included_in_capital_to_claim", included), ("fees_already_claimed", claimed)):
            unknown = (
                [article for article in articles or () if article not in CREDITOR_ARTICLES]
                if isinstance(articles, dict)
                else []
            )
            if unknown:
                issues[name] = unallowed(unknown[0], CREDITOR_ARTICLES)
        return issues


def _is_number(value: Any) -> bool:
    """Whether it is a number that can be an amount; a larger one is refused by itself, and cannot be added up."""
    is_number = isinstance(value, int | Decimal) and not isinstance(value, bool)
    return is_number and bool(-_MORE_THAN_ANY_AMOUNT < value < _MORE_THAN_ANY_AMOUNT)


class CaseRegistrationInput(Shape):
    account: AccountId
    creditor: CreditorId
    first_action: FirstAction
    """The first step."""
    currency: Currency
    """The currency of every amount in it."""
    customer: CaseCustomerInput
    """Matched or made."""
    customers: list[CaseCustomerInput] | None = Field(default=None, max_length=20)
    """Further debtors, who owe each debt jointly with `customer`: each gets every letter, and a payment by one counts for all."""
    debts: list[DebtInput]
    """At least one."""
    case_settings: CaseSettings | None = None
    """For these cases alone."""
    labels: list[Text] | None = None
    """Your own."""
    start_flow: Flag | None = None
    """`false` waits."""
    schema_rules: ClassVar[tuple[Rule, ...]] = (at_least_one("debts"),)

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
    """The account that it belongs to."""
    creditor: Id
    """The creditor whose invoice it is."""
    first_action: FirstAction
    """`reminder`, `debt_collection`, `surveillance` or `none`."""
    currency: Currency
    """`SEK`."""
    customer: CaseCustomerInput
    """As sent."""
    debts: list[DebtInput]
    """As sent."""
    case_settings: CaseSettings | None = None
    """The case's own settings; missing ones come from the creditor or the account."""
    labels: list[Text] | None = None
    """Your own."""
    file_import_report: dict[str, Any] | None = None
    """Where it came from a file."""
    start_flow: Flag | None = None
    """As sent."""
    cases: list[Id] = Field(alias="_cases")
    """The cases, in the order of the debts."""
    ocr_numbers: list[Id] = Field(alias="_ocr_numbers")
    """The payment references' records."""
    ocr_numbers_ocr: list[Text] = Field(alias="_ocr_numbers_ocr")
    """The payment references."""


class CaseRegistered(Shape):
    """The additional fields of the answer to registering debts."""

    cases: list[Id] = Field(alias="_cases")
    """The cases that it made, in the order of the debts."""
    ocr_numbers: list[Id] = Field(alias="_ocr_numbers")
    """The payment references' records, in the order of the debts."""
    ocr_numbers_ocr: list[Text] = Field(alias="_ocr_numbers_ocr")
    """The payment references, in the order of the debts."""


CASE_REGISTRATIONS = Resource(
    "case--registrations",
    CaseRegistration,
    owner="creditor",
    personal=True,
    about="Overdue debts as they were sent to us.",
    made_costs={"first_action": 10, "start_flow": 10},
    input=CaseRegistrationInput,
    kept=(
        RetentionRule(
            "case_registrations", ("document",), PSEUDONYMISED, "without contact details", STORAGE_LIMITATION
        ),
        RetentionRule("case_registrations", ("document",), ANONYMISED, "without identity", VERIFICATION),
        RetentionRule(
            "case_registrations",
            ("cases", "ocr_numbers", "ocr_numbers_ocr", "is_protected"),
            KEPT,
            "as it was",
            BOOKKEEPING,
        ),
    ),
)
