"""The sums of an e-invoice by category and rate of VAT, which add up to the invoice's own to the öre."""

from dataclasses import dataclass

from fordran.domain.vat import RATE_PERCENT, VatCategory
from fordran.formats.e_invoices.invoice import EInvoice

EXEMPT = "Undantag från skatteplikt, mervärdesskattelag (2023:200) 10 kap."
OUTSIDE = "Säljaren är inte registrerad för mervärdesskatt"
REVERSED = "Omvänd betalningsskyldighet"
ABROAD = "Tjänsten är tillhandahållen utanför EU"
OUTLAY = "Utlägg för köparen, ingår inte i beskattningsunderlaget"
REASONS: dict[VatCategory, str] = {"S": "", "Z": "", "E": EXEMPT, "O": OUTSIDE, "AE": REVERSED, "G": ABROAD}


@dataclass(frozen=True, slots=True)
class VatSum:
    """The base and amount of one tax category, and the reason if it is exempt."""

    category: VatCategory
    percent: int
    taxable: int
    vat: int
    reason: str = ""


def lines_sum(invoice: EInvoice) -> int:
    """BR-CO-10: what the lines come to."""
    return sum(line.amount for line in invoice.lines)


def vat_sums(invoice: EInvoice) -> list[VatSum]:
    """A sum for each category and rate that a line has, in the order in which they come."""
    totals = invoice.totals
    vat = {25: totals.total_vat_25_percent, 12: totals.total_vat_12_percent, 6: totals.total_vat_6_percent, 0: 0}
    taxable: dict[tuple[VatCategory, int], int] = {}
    for line in invoice.lines:
        key = invoice.category(line), RATE_PERCENT[line.vat_percent]
        taxable[key] = taxable.get(key, 0) + line.amount
    reasons = REASONS | {"E": OUTLAY} if any(line.is_outlay for line in invoice.lines) else REASONS
    return [
        VatSum(category, percent, amount, vat[percent], reasons[category])
        for (category, percent), amount in taxable.items()
    ]
