"""Shared shapes of nouns: addresses, case settings, warnings."""

from __future__ import annotations

from decimal import Decimal
from typing import TYPE_CHECKING, Annotated, Any, Literal, TypeAlias

from pydantic import AfterValidator, BeforeValidator, Field, WithJsonSchema, create_model

from fordran.domain.flow.case_settings import (
    MOST_DAYS,
    MOST_MONTHS,
    MOST_RATE_PERCENT,
    SETTINGS,
    SettingBounds,
    SettingKind,
    newest_default,
    shown,
)
from fordran.domain.payouts.operator_invoice import FeeSettlement, FeeVat
from fordran.shape.fields import Shape
from fordran.shape.kinds import (
    INTEGER,
    MONEY,
    NUMBER,
    Country,
    Flag,
    Moment,
    Name,
    Text,
    Years,
    money_from_zero,
    number_between,
    whole,
)

StatusReason: TypeAlias = Literal[
    "payment_more_than_owed",
    "payment_on_closed_case",
    "payment_reversed",
    "crediting_more_than_capital",
    "crediting_reversed",
    "cancellation_of_closed_case",
    "cancellation_reversed",
]
"""Why it is a warning: the tag of a locale entry."""


class ReversalInput(Shape):
    """The reversal of a report that was made by mistake."""

    reason: Name
    """Why it is reversed. The case keeps it."""


RecordedStatus: TypeAlias = Literal["completed", "warning"]
"""The outcome of a payment, a crediting or a cancellation."""


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


def _described(name: str) -> str:
    """The description of a setting: its default and its bounds by law."""
    bounds = SETTINGS[name]
    default = newest_default(name)
    value = f"`{str(default).lower()}`" if bounds.kind in ("flag", "choice") else shown(name, default)
    least = "" if bounds.minimum is None else f", at least {bounds.minimum} by law"
    most = "" if bounds.maximum is None else f", at most {shown(name, bounds.maximum)} by law"
    return f"{bounds.about[0].upper()}{bounds.about[1:]}: {value} by default{least}{most}."


_KINDS: dict[SettingKind, Any] = {
    "days": Days,
    "months": Months,
    "amount": Fee,
    "flag": Flag,
    "interest_rate": InterestRate,
}


def _kind(bounds: SettingBounds) -> Any:
    """The kind of a setting's value; of a choice, its closed list."""
    return Literal[bounds.choices] if bounds.kind == "choice" else _KINDS[bounds.kind]


_SETTINGS: dict[str, Any] = {
    name: (_kind(bounds) | None, Field(default=None, description=_described(name))) for name, bounds in SETTINGS.items()
}

if TYPE_CHECKING:

    class CaseSettings(Shape):
        """Settings of cases, at the account, the creditor or the case."""

        interest_rate: InterestRate | None

else:
    CaseSettings = create_model(
        "CaseSettings",
        __base__=Shape,
        __module__=__name__,
        __doc__="Settings of cases, at the account, the creditor or the case. The nearest counts; the law's bounds always hold.",
        **_SETTINGS,
    )


class AgreementSettings(CaseSettings):
    """Settings of cases, and of the operator's invoices to creditors: at the account or the creditor. The nearest counts."""

    fee_vat: FeeVat | None = None
    """VAT on what the operator keeps of fees: added (`on_top`, the default), or `included`."""
    settle_fees: FeeSettlement | None = None
    """Whether the VAT on top and outlays are deducted from payouts of capital (`net`, the default), or billed (`invoice`)."""


class DoubtfulContent(Shape):
    """Content that is stored as it was sent although it looks wrong, and why."""

    field: Text
    """Which field."""
    reason: Text
    """Why, in a sentence."""
