"""The sums of an invoice: VAT for each rate on the sum of that rate's lines, and rounding to whole kronor.

The lines' `total_price_excluding_vat` is the truth; unit prices and numbers of units are only shown. The rule, with
worked tables, is in docs/rules/vat.md.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal, TypeAlias

from fordran.domain.money import share, to_whole_kronor

VatPercent: TypeAlias = Literal["25%", "12%", "6%", "0%"]

RATE_PERCENT = MappingProxyType[VatPercent, int]({"25%": 25, "12%": 12, "6%": 6, "0%": 0})
"""The closed set of `unit_vat_percent`: mervärdesskattelag (2023:200) 9 kap., and 0 % for what is exempt."""

DEFAULT_VAT_PERCENT: VatPercent = "25%"

VatCategory: TypeAlias = Literal["S", "E", "Z", "O", "AE", "G"]
"""Taxed, exempt, taxed with nothing, outside of the tax, reverse charge, and sold to outside of the EU: UNCL5305."""


def vat_category(rate: VatPercent, *, is_zero_rated: bool, seller_is_registered: bool) -> VatCategory:
    """How a line is taxed. A seller who is not known to the tax sells nothing that it is about."""
    if RATE_PERCENT[rate]:
        return "S"
    if is_zero_rated:
        return "Z"
    return "E" if seller_is_registered else "O"


@dataclass(frozen=True, slots=True)
class VatLine:
    """One line of an invoice, of which only this matters to its sums."""

    total_price_excluding_vat: int
    unit_vat_percent: VatPercent = DEFAULT_VAT_PERCENT
    is_discount: bool = False

    @property
    def amount(self) -> int:
        """The amount of the line: a discount lowers the invoice whichever sign it was sent with."""
        if self.is_discount:
            return -abs(self.total_price_excluding_vat)
        return self.total_price_excluding_vat


@dataclass(frozen=True, slots=True)
class InvoiceTotals:
    """The sums of an invoice in öre, named as on the invoice."""

    total_amount_excluding_vat: int
    total_vat_25_percent: int
    total_vat_12_percent: int
    total_vat_6_percent: int
    amount_rounding: int

    @property
    def total_vat(self) -> int:
        """EN 16931 BR-CO-14: the sum of the rates' VAT."""
        return self.total_vat_25_percent + self.total_vat_12_percent + self.total_vat_6_percent

    @property
    def total_amount_including_vat(self) -> int:
        """EN 16931 BR-CO-15, before rounding."""
        return self.total_amount_excluding_vat + self.total_vat

    @property
    def amount_to_pay(self) -> int:
        """EN 16931 BR-CO-16: what the customer pays, which is the capital of the invoice's case."""
        return self.total_amount_including_vat + self.amount_rounding


def totals(lines: Iterable[VatLine]) -> InvoiceTotals:
    """The sums of an invoice with these lines.

    VAT is computed once a rate on the sum of the rate's lines (EN 16931 BR-CO-17), never line by line.
    """
    net = dict.fromkeys(RATE_PERCENT, 0)
    for line in lines:
        net[line.unit_vat_percent] += line.amount
    vat = {rate: share(amount, RATE_PERCENT[rate]) for rate, amount in net.items()}
    including_vat = sum(net.values()) + sum(vat.values())
    return InvoiceTotals(
        total_amount_excluding_vat=sum(net.values()),
        total_vat_25_percent=vat["25%"],
        total_vat_12_percent=vat["12%"],
        total_vat_6_percent=vat["6%"],
        amount_rounding=to_whole_kronor(including_vat) - including_vat,
    )
