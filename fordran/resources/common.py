"""What several nouns share: addresses, case settings, warnings."""

from __future__ import annotations

from decimal import Decimal
from typing import Annotated, Literal, TypeAlias

from pydantic import AfterValidator, BeforeValidator, WithJsonSchema

from fordran.domain.flow.case_settings import MOST_DAYS, MOST_MONTHS, MOST_RATE_PERCENT, SETTINGS, Settings, shown
from fordran.shape.fields import Shape
from fordran.shape.kinds import (
    INTEGER,
    MONEY,
    NUMBER,
    Country,
    Flag,
    Moment,
    Text,
    Years,
    money_from_zero,
    number_between,
    whole,
)

StatusReason: TypeAlias = Literal[
    "payment_more_than_owed",
    "payment_on_closed_case",
    "crediting_more_than_capital",
    "cancellation_of_closed_case",
]
"""Why it is a warning: the tag of a locale entry."""


RecordedStatus: TypeAlias = Literal["completed", "warning"]
"""What became of a payment, a crediting or a cancellation."""


CreditorOrigin: TypeAlias = Literal["creditor_system"]
"""Whence payments, creditings and cancellations come that clients send."""


A_BUSINESS = "businesses; one that is a person is found by its number, and leaves with its agreement"
"""Why a noun is not erased with a debtor's data."""


class Address(Shape):
    """A postal address as it is shown: all four fields are always there."""

    address_line_1: Text
    """Street and number, or a box."""
    zip_code: Text
    """The postal code."""
    city: Text
    """The town."""
    country: Country = "SE"
    """The country, by ISO 3166-1 alpha-2."""


COUNTABLE = Years(1900, 2199)
"""Days are counted from such a moment, so it must lie well within what a calendar holds."""

CountableDay = Annotated[Moment, COUNTABLE, AfterValidator(COUNTABLE.read)]
RatePercent = Annotated[
    Decimal,
    NUMBER,
    BeforeValidator(number_between(0, MOST_RATE_PERCENT)),
    WithJsonSchema({"type": "number", "multipleOf": 0.000001, "minimum": 0, "maximum": MOST_RATE_PERCENT}),
]
Days = Annotated[
    int,
    INTEGER,
    BeforeValidator(whole(0, MOST_DAYS)),
    WithJsonSchema({"type": "integer", "minimum": 0, "maximum": MOST_DAYS}),
]
Months = Annotated[
    int,
    INTEGER,
    BeforeValidator(whole(1, MOST_MONTHS)),
    WithJsonSchema({"type": "integer", "minimum": 1, "maximum": MOST_MONTHS}),
]
Fee = Annotated[
    int,
    MONEY,
    BeforeValidator(money_from_zero),
    WithJsonSchema({"type": "number", "multipleOf": 0.01, "minimum": 0}),
]


class InterestRate(Shape):
    reference_rate: Flag
    """Whether the reference rate + 8 points is used (räntelagen 6 §)."""
    rate_percent: RatePercent | None = None
    """The agreed yearly rate, where the reference rate is not used."""


class CaseSettings(Shape):
    """Settings of cases, at the account, the creditor or the case; the nearest counts, and the law's bounds always hold.

    What each is, its default and its bounds are the table in domain/flow/case_settings.py; a test holds the two equal.
    """

    interest_rate: InterestRate | None = None
    reminder_days_after_due: Days | None = None
    reminder_fee_agreed: Flag | None = None
    reminder_fee: Fee | None = None
    reminder_pay_days: Days | None = None
    reminder_grace_days: Days | None = None
    debt_collection_fee: Fee | None = None
    debt_collection_pay_days: Days | None = None
    debt_collection_grace_days: Days | None = None
    late_payment_fee: Fee | None = None
    use_enforcement: Flag | None = None
    enforcement_fee: Fee | None = None
    surveillance_months: Months | None = None
    amortization_setup_fee: Fee | None = None
    amortization_advice_fee: Fee | None = None
    amortization_notice_days: Days | None = None
    missed_instalment_days: Days | None = None
    gather_days: Days | None = None
    write_off_below: Fee | None = None


def _said_of(name: str) -> str:
    """What a setting is, its default and its bounds, in a sentence."""
    bounds, default = SETTINGS[name], getattr(_DEFAULTS, name)
    said = f"`{str(default).lower()}`" if bounds.kind == "flag" else shown(name, default)
    least = "" if bounds.minimum is None else f", at least {bounds.minimum} by law"
    most = "" if bounds.maximum is None else f", at most {shown(name, bounds.maximum)} by law"
    return f"{bounds.about[0].upper()}{bounds.about[1:]}: {said} by default{least}{most}."


_DEFAULTS = Settings()
for _name, _field in CaseSettings.model_fields.items():
    _field.description = _said_of(_name)


class DoubtfulContent(Shape):
    """Content that is stored as it was sent although it looks wrong, and why."""

    field: Text
    """Which field."""
    reason: Text
    """Why, in a sentence."""
