"""Operator invoices: what the operator keeps of fees is its pay for a service to the creditor, and is invoiced month by month.

The service is taxable (mervärdesskattelag (2023:200) 10 kap. 33 § exempts no collection), and what a third party pays is part of
its price (8 kap. 3 §). The debtor pays no VAT: fees are damages to it. The rule in words is docs/rules/operator-invoices.md.
"""

import calendar
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from typing import Literal, TypeAlias

from fordran.domain.books.journal import (
    SERVICE_INCOME,
    SERVICE_INCOME_EU,
    SERVICE_INCOME_OUTSIDE_EU,
    Posting,
    fees_invoiced,
    invoice_netted,
    invoice_paid,
    outlays_invoiced,
)
from fordran.domain.days import ONE_DAY
from fordran.domain.house_rules import rule_changes
from fordran.domain.kinds.articles import PayoutArticle
from fordran.domain.money import half_up, share
from fordran.domain.numbers import vat_number
from fordran.domain.payouts.payout import COMMISSION_VAT_PERCENT, is_swedish

FeeVat: TypeAlias = Literal["on_top", "included"]
"""Whether VAT is added to what is kept of fees, or is a part of it."""

FeeSettlement: TypeAlias = Literal["net", "invoice"]
"""Whether the VAT on top is deducted from payouts, or billed."""

FeeTaxation: TypeAlias = Literal["swedish", "reverse_charge", "outside_eu"]
"""Where the service is taxed: mervärdesskattelag (2023:200) 6 kap. 33 §, and 16 kap. on who is liable."""

OperatorInvoiceStatus: TypeAlias = Literal["open", "settled"]

OperatorInvoiceAct: TypeAlias = Literal["issued", "netted", "set_off", "paid"]
"""Acts of an invoice's journal."""

FEE_SETTINGS: Mapping[str, str] = {"fee_vat": "on_top", "settle_fees": "net"}
"""The settings of operator invoices, with their defaults. Of installation, agreement template, account and creditor, the nearest
that sets one counts."""

PAY_DAYS = 30
"""Räntelag (1975:635) 2 a §: a trader pays within thirty days unless more was agreed."""

EU_AREAS = {
    "AT": "austria", "BE": "belgium", "BG": "bulgaria", "CY": "cyprus", "CZ": "czechia", "DE": "germany", "DK": "denmark",
    "EE": "estonia", "EL": "greece", "ES": "spain", "FI": "finland", "FR": "france", "HR": "croatia", "HU": "hungary",
    "IE": "ireland", "IT": "italy", "LT": "lithuania", "LU": "luxembourg", "LV": "latvia", "MT": "malta",
    "NL": "netherlands", "PL": "poland", "PT": "portugal", "RO": "romania", "SI": "slovenia", "SK": "slovakia",
}  # fmt: skip
"""The other countries of the EU, by the letters that their VAT numbers begin with."""
_BY_NAME = {name: code for code, name in EU_AREAS.items()} | {code.casefold(): code for code in EU_AREAS} | {"gr": "EL"}


def taxation_of(vat_area: str, vat_no: str) -> FeeTaxation:
    """Where the service to a creditor is taxed.

    A business in another country of the EU is liable itself where it has shown a valid VAT number of that country; without one
    the service is taxed here. Elsewhere it is not taxed by Sweden.

    >>> taxation_of("germany", "DE136695976"), taxation_of("germany", ""), taxation_of("norway", ""), taxation_of("", "")
    ('reverse_charge', 'swedish', 'outside_eu', 'swedish')
    """
    if is_swedish(vat_area):
        return "swedish"
    country = _BY_NAME.get(vat_area.strip().casefold())
    if country is None:
        return "outside_eu"
    return "reverse_charge" if vat_number.country_of(vat_no) == country else "swedish"


@dataclass(frozen=True, slots=True)
class KeptFee:
    """An amount in öre that the operator kept of a fee; negative where it was given back."""

    article: PayoutArticle
    amount: int
    credits: str = ""
    """Of what was given back: the number of the invoice that it was on."""


@dataclass(frozen=True, slots=True)
class FeeLine:
    """Kept fees of one article, or what was given back of them, without VAT."""

    article: PayoutArticle
    count: int
    amount: int
    credits: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class FeeInvoice:
    """The sums of an invoice in öre."""

    lines: tuple[FeeLine, ...]
    kept: int
    """The sum that was kept of fees. It is paid already."""
    net: int
    vat_percent: int
    vat: int
    outlays: int = 0
    """Paid to the enforcement authority for the creditor: no part of the price of the service."""

    @property
    def total(self) -> int:
        """Net and VAT."""
        return self.net + self.vat

    @property
    def to_pay(self) -> int:
        """The amount that the creditor owes beside the kept fees; negative where it gets that back."""
        return self.total - self.kept + self.outlays

    @property
    def is_credit(self) -> bool:
        """Whether it gives back more than it bills."""
        return self.total + self.outlays < 0


def fee_invoice(fees: Iterable[KeptFee], fee_vat: FeeVat, taxation: FeeTaxation, outlays: int = 0) -> FeeInvoice:
    """The invoice of kept fees. VAT is computed once, on their sum (EN 16931 BR-CO-17), and rounded half an öre up.

    >>> fee_invoice([KeptFee("debt_collection", 180_00)], "on_top", "swedish").to_pay
    4500
    >>> made = fee_invoice([KeptFee("debt_collection", 180_00)], "included", "swedish")
    >>> made.net, made.vat, made.to_pay
    (14400, 3600, 0)
    """
    groups: dict[tuple[bool, PayoutArticle], list[KeptFee]] = defaultdict(list)
    for fee in fees:
        groups[fee.amount < 0, fee.article].append(fee)
    kept = sum(fee.amount for group in groups.values() for fee in group)
    percent = COMMISSION_VAT_PERCENT if taxation == "swedish" else 0
    has_vat_within = fee_vat == "included" and percent > 0
    net = _without_vat(kept, percent) if has_vat_within else kept
    lines: list[FeeLine] = []
    counted = before = 0
    for (_, article), group in sorted(groups.items()):
        # Cumulative, so that the lines without their VAT come to the net, to the öre.
        counted += sum(fee.amount for fee in group)
        after = _without_vat(counted, percent) if has_vat_within else counted
        credited = tuple(sorted({fee.credits for fee in group if fee.credits}))
        lines.append(FeeLine(article, len(group), after - before, credited))
        before = after
    vat = kept - net if has_vat_within else share(net, percent)
    return FeeInvoice(tuple(lines), kept, net, percent, vat, outlays)


def _without_vat(amount: int, percent: int) -> int:
    return half_up(Fraction(amount * 100, 100 + percent))


INCOME: dict[FeeTaxation, int] = {
    "swedish": SERVICE_INCOME,
    "reverse_charge": SERVICE_INCOME_EU,
    "outside_eu": SERVICE_INCOME_OUTSIDE_EU,
}


def postings_of_act(
    act: OperatorInvoiceAct, amount: int, taxation: FeeTaxation, net: int, vat: int, kept: int, outlays: int
) -> list[Posting]:
    """The bookings of what happens to an invoice. Invoices that are set off against each other move nothing."""
    if act == "issued":
        return [*fees_invoiced(INCOME[taxation], net, vat, kept), *outlays_invoiced(outlays)]
    if act == "set_off":
        return []
    return invoice_netted(amount) if act == "netted" else invoice_paid(amount)


def settlements(
    owed: Sequence[tuple[str, int]], available: int, billed: frozenset[str] = frozenset()
) -> tuple[dict[str, int], dict[str, int]]:
    """How open invoices of one creditor are settled: set off against each other first, then out of `available`.

    `owed` are invoices, oldest first, with what is open of each, negative where the creditor gets it. The result is what is
    set off of each, which comes to nothing together, and what is netted. Those that are `billed` are never netted.

    >>> settlements([("a", 50), ("b", -20)], 100)
    ({'a': 20, 'b': -20}, {'a': 30})
    """
    left = dict(owed)
    set_off: dict[str, int] = {}
    for credit in [name for name, amount in owed if amount < 0]:
        for debt in [name for name, amount in left.items() if amount > 0]:
            moved = min(-left[credit], left[debt])
            for name, amount in ((debt, moved), (credit, -moved)):
                if amount:
                    set_off[name] = set_off.get(name, 0) + amount
                    left[name] -= amount
    netted: dict[str, int] = {}
    for name, amount in left.items():
        if name not in billed and (taken := min(amount, available)) > 0:
            netted[name] = taken
            available -= taken
    return set_off, netted


def last_day_of(month: date) -> date:
    """The last day of the month of a day.

    >>> last_day_of(date(2028, 2, 1))
    datetime.date(2028, 2, 29)
    """
    return month.replace(day=calendar.monthrange(month.year, month.month)[1])


def month_after(day: date) -> date:
    """The first day of the month after that of a day.

    >>> month_after(date(2026, 12, 31))
    datetime.date(2027, 1, 1)
    """
    return last_day_of(day) + ONE_DAY


def first_month(upgraded: date | None) -> date:
    """The first month whose fees are invoiced: it began after the rule did, and after the installation was upgraded.

    >>> first_month(None), first_month(date(2027, 2, 14))
    (datetime.date(2026, 12, 1), datetime.date(2027, 3, 1))
    """
    (begins,) = rule_changes("invoice_kept_fees")
    return month_after(max(begins, upgraded or begins) - ONE_DAY)
