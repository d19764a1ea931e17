"""An overdue invoice of Fortnox with its customer, to the registration of a debt. The rule is in docs/fortnox.md."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from hashlib import sha256
from typing import Any, Literal, TypeAlias

FortnoxRefusal: TypeAlias = Literal[
    "credit_invoice",
    "not_booked",
    "not_in_kronor",
    "without_name",
    "without_number",
    "wrong_number",
    "without_address",
    "number_taken",
    "creditor_inactive",
    "not_readable",
    "not_registered",
]
"""Why an invoice cannot be taken. A person at the creditor can change each of them."""

MOST_DESCRIBED = 3
"""Rows of an invoice that describe the debt."""


class InvoiceRefused(Exception):
    """An invoice that cannot be taken, with why, and the fields that are concerned. Nothing of a person is in it."""

    def __init__(self, refusal: FortnoxRefusal, detail: str = "") -> None:
        super().__init__(f"{refusal} ({detail})" if detail else refusal)
        self.refusal = refusal
        self.detail = detail


@dataclass(frozen=True)
class FortnoxInvoice:
    """An invoice with its customer, as Fortnox has them."""

    invoice: Mapping[str, Any]
    customer: Mapping[str, Any]

    @property
    def digest(self) -> bytes:
        """Another one where anything of it has changed."""
        text = json.dumps([self.invoice, self.customer], sort_keys=True, default=str)
        return sha256(text.encode()).digest()

    @property
    def balance(self) -> Decimal:
        """The rest in kronor; raises `InvoiceRefused`."""
        return _amount(self.invoice, "Balance")

    @property
    def is_cancelled(self) -> bool:
        """Whether it was cancelled."""
        return _flag(self.invoice.get("Cancelled"))

    def is_due(self, today: date) -> bool:
        """Whether it is overdue on a day, with something left to pay, and was not cancelled."""
        is_credit = _flag(self.invoice.get("Credit"))
        is_open = not self.is_cancelled and (is_credit or self.balance > 0)
        return is_open and _day(self.invoice, "DueDate") < today

    def registration(self, account: str, creditor: str) -> dict[str, Any]:
        """The registration of its debt; raises `InvoiceRefused`."""
        self._check()
        invoiced, due = _day(self.invoice, "InvoiceDate"), _day(self.invoice, "DueDate")
        reminded = self._reminded()
        total, left = _amount(self.invoice, "Total"), self.balance
        debt = {
            "invoice_number": _text(self.invoice, "DocumentNumber"),
            "debt_description": self._description(),
            "invoice_date": invoiced.isoformat(),
            "invoice_due_days_after_invoice_date": (due - invoiced).days,
            "capital_to_claim": left,
            "initial_capital": max(total, left),
            "payout_reference": _text(self.invoice, "DocumentNumber"),
        }
        if reminded:
            debt["earlier_letters"] = [{"kind": "reminder", "date": reminded.isoformat()}]
        return {
            "account": account,
            "creditor": creditor,
            "first_action": "debt_collection" if reminded else "reminder",
            "currency": "SEK",
            "customer": self._customer(),
            "debts": [debt],
        }

    def _check(self) -> None:
        invoice, customer = self.invoice, self.customer
        if _flag(invoice.get("Credit")):
            raise InvoiceRefused("credit_invoice")
        if not _flag(invoice.get("Booked")):
            raise InvoiceRefused("not_booked")
        if _text(invoice, "Currency") not in ("", "SEK"):
            raise InvoiceRefused("not_in_kronor")
        if not _text(customer, "Name"):
            raise InvoiceRefused("without_name")
        if not _text(customer, "OrganisationNumber"):
            raise InvoiceRefused("without_number")
        if not all(_text(customer, name) for name in ("Address1", "ZipCode", "City")):
            raise InvoiceRefused("without_address")

    def _customer(self) -> dict[str, Any]:
        customer = self.customer
        country = _text(customer, "CountryCode").upper() or "SE"
        address = {
            "address_line_1": _text(customer, "Address1"),
            "address_line_2": _text(customer, "Address2"),
            "zip_code": _text(customer, "ZipCode"),
            "city": _text(customer, "City"),
            "country": country,
        }
        read = {
            "name": _text(customer, "Name"),
            "customer_number": _text(customer, "CustomerNumber"),
            "id_number": _text(customer, "OrganisationNumber"),
            "email": _text(customer, "Email"),
        }
        kind: dict[str, Any] = {}
        if country != "SE":
            kind = {"is_foreign": True}
        elif _text(customer, "Type") == "PRIVATE":
            kind = {"is_person": True}
        given = {name: value for name, value in read.items() if value}
        return given | kind | {"address": {name: value for name, value in address.items() if value}}

    def _description(self) -> str:
        """The goods or services, as the rows of the invoice name them."""
        rows = self.invoice.get("InvoiceRows")
        texts = [_text(row, "Description") for row in rows if isinstance(row, dict)] if isinstance(rows, list) else []
        named = list(dict.fromkeys(text for text in texts if text))[:MOST_DESCRIBED]
        return ", ".join(named)[:200] or f"Faktura {_text(self.invoice, 'DocumentNumber')}"

    def _reminded(self) -> date | None:
        """The day of the last reminder that Fortnox sent, if any."""
        if not self.invoice.get("Reminders") or not self.invoice.get("LastRemindDate"):
            return None
        return _day(self.invoice, "LastRemindDate")


def _flag(value: Any) -> bool:
    return value is True or str(value).lower() == "true"


def _text(given: Mapping[str, Any], name: str) -> str:
    value = given.get(name)
    return "" if value is None else str(value).strip()


def _day(given: Mapping[str, Any], name: str) -> date:
    try:
        return date.fromisoformat(_text(given, name)[:10])
    except ValueError:
        raise InvoiceRefused("not_readable", name) from None


def _amount(given: Mapping[str, Any], name: str) -> Decimal:
    value = given.get(name)
    if isinstance(value, bool) or not isinstance(value, int | Decimal):
        raise InvoiceRefused("not_readable", name)
    return Decimal(value)
