"""Payments of invoices as Fortnox has them (`invoicepayments`): registered first, then booked."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import Any

from fordran.domain.money import kronor, ore_of
from fordran.formats.accounting import AccountingTrouble
from fordran.formats.fortnox import document_of, list_of


@dataclass(frozen=True)
class InvoicePayment:
    """A payment of an invoice, in öre. A list leaves out the account: it is 0."""

    number: str
    invoice: str
    amount: int
    day: date
    account: int
    is_booked: bool


def payment_body(invoice: str, amount: int, day: date, account: int) -> dict[str, Any]:
    """The request that registers a payment."""
    return {
        "InvoicePayment": {
            "InvoiceNumber": invoice,
            "Amount": kronor(amount),
            "PaymentDate": day.isoformat(),
            "ModeOfPaymentAccount": account,
        }
    }


def read_payment(content: bytes) -> InvoicePayment:
    """The payment of an answer; raises `AccountingTrouble` for half an answer."""
    return _payment(document_of(content, "InvoicePayment"))


def read_payments(content: bytes) -> tuple[list[InvoicePayment], int]:
    """A page of payments, and how many pages there are; raises `AccountingTrouble` for half an answer."""
    rows, pages = list_of(content, "InvoicePayments")
    return [_payment(row) for row in rows], pages


def _payment(given: dict[str, Any]) -> InvoicePayment:
    try:
        return InvoicePayment(
            str(int(given["Number"])),
            str(given["InvoiceNumber"]),
            ore_of(given["Amount"]),
            date.fromisoformat(given["PaymentDate"]),
            int(given.get("ModeOfPaymentAccount") or 0),
            given.get("Booked") is True,
        )
    except (ValueError, TypeError, KeyError):
        raise AccountingTrouble("half_answer") from None
