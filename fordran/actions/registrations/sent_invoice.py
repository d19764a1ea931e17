"""An invoice as it was sent, new or credit: its customer, what it comes to, and how its lines are shown."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import ROUND_HALF_UP, Decimal
from typing import Any

from fordran import clock
from fordran.actions.registrations.customer_data import CustomerData, customer_data
from fordran.actions.registrations.new_registration import sent_document
from fordran.actions.violations import SentValue
from fordran.domain.message import Amount, Message
from fordran.domain.money import MOST_KRONOR_DIGITS, MOST_ORE
from fordran.domain.vat import InvoiceTotals, VatLine, totals
from fordran.resources.invoice_registrations import InvoiceRegistrationInput, MatrixInput
from fordran.shape.fields import Issues, Refused, add_issue
from fordran.shape.wire import kronor, plain_number, wire


@dataclass(frozen=True)
class SentInvoice:
    """The invoice as sent, its customer, its sums, and the stored document."""

    account: str
    creditor: str
    numbers: Sequence[SentValue]
    """Its number, which no other invoice of its creditor may have."""
    given: InvoiceRegistrationInput
    data: CustomerData
    sums: InvoiceTotals
    document: dict[str, Any]

    @property
    def lines(self) -> list[dict[str, Any]]:
        """Its lines as the invoice shows them."""
        sent = zip(self.given.matrix, self.document["matrix"], strict=True)
        return [shown_line(line, document) for line, document in sent]


def sent_invoice(given: InvoiceRegistrationInput, now: datetime, report: dict[str, Any] | None) -> SentInvoice:
    """An invoice that was sent, added up; `report` is the file import that it came with, if any."""
    return SentInvoice(
        account=given.account,
        creditor=given.creditor,
        numbers=[(("invoice_number",), given.invoice_number)],
        given=given,
        data=customer_data(given.customer, given.invoice_date, clock.stockholm_date(now)),
        sums=_sums_of(given),
        document=sent_document(given, report),
    )


def totals_shown(given: InvoiceRegistrationInput) -> dict[str, dict[str, float]]:
    """The totals of an invoice, as a dry run shows them."""
    sums = _sums_of(given)
    named = {name: getattr(sums, name) for name in InvoiceTotals.__slots__}
    shown = named | {"total_vat": sums.total_vat, "amount_to_pay": sums.amount_to_pay}
    return {"_totals": {name: kronor(amount) for name, amount in shown.items()}}


def _refuse_lines(given: InvoiceRegistrationInput) -> None:
    """Refuse lines whose price times units is not their total, within half an öre for each unit."""
    issues: Issues = {}
    for index, line in enumerate(given.matrix):
        if line.unit_price is None or line.number_of_units is None:
            continue
        product = abs(line.unit_price * line.number_of_units) * 100
        may_differ = max(abs(line.number_of_units), Decimal(1)) / 2
        if abs(product - abs(line.total_price_excluding_vat)) > may_differ:
            come_to = Amount(int(product.quantize(Decimal(1), ROUND_HALF_UP)))
            add_issue(
                issues,
                ("matrix", index, "total_price_excluding_vat"),
                Message("issue.line_total_differs", product=come_to),
            )
    if issues:
        raise Refused(issues)


def _sums_of(given: InvoiceRegistrationInput) -> InvoiceTotals:
    _refuse_lines(given)
    sums = totals(
        VatLine(line.total_price_excluding_vat, line.unit_vat_percent, bool(line.is_discount)) for line in given.matrix
    )
    if sums.amount_to_pay < 0:
        is_credit = given.invoice_type == "credit_invoice"
        right = "a credit invoice has positive lines" if is_credit else "register it as a credit_invoice"
        raise Refused({"matrix": Message("issue.invoice_below_zero", right=right)})
    if sums.amount_to_pay > MOST_ORE:
        raise Refused({"matrix": Message("issue.invoice_too_large", digits=MOST_KRONOR_DIGITS)})
    return sums


def shown_line(line: MatrixInput, sent: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """A line as the invoice shows it: a discount negative, and with a unit price whatever was sent.

    `sent` is the line as its registration holds it, for a caller that has it at hand.
    """
    shown = wire(line) if sent is None else dict(sent)
    amount = -abs(line.total_price_excluding_vat) if line.is_discount else line.total_price_excluding_vat
    shown["total_price_excluding_vat"] = kronor(amount)
    if line.unit_price is None:
        units = line.number_of_units or Decimal(1)
        price = (Decimal(amount) / 100 / units).quantize(Decimal("0.000001"), ROUND_HALF_UP)
        shown["unit_price"] = plain_number(price)
    return shown
