"""An overdue invoice of an accounting system, to the registration of a debt. Each system says where its values are."""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from hashlib import sha256
from typing import Any, Literal, TypeAlias

InvoiceRefusal: TypeAlias = Literal[
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

    def __init__(self, refusal: InvoiceRefusal, detail: str = "") -> None:
        super().__init__(f"{refusal} ({detail})" if detail else refusal)
        self.refusal = refusal
        self.detail = detail


@dataclass(frozen=True)
class InvoicedCustomer:
    """The customer of an invoice, as it is registered. What is not known is empty."""

    name: str
    customer_number: str
    id_number: str
    email: str
    address_line_1: str
    address_line_2: str
    zip_code: str
    city: str
    country: str
    is_person: bool
    """Whether the system says so; else the number does."""

    def registered(self) -> dict[str, Any]:
        """The customer of a registration."""
        read = {name: getattr(self, name) for name in ("name", "customer_number", "id_number", "email")}
        lines = ("address_line_1", "address_line_2", "zip_code", "city", "country")
        address = {name: getattr(self, name) for name in lines}
        kind: dict[str, Any] = {}
        if self.country != "SE":
            kind = {"is_foreign": True}
        elif self.is_person:
            kind = {"is_person": True}
        given = {name: value for name, value in read.items() if value}
        return given | kind | {"address": {name: value for name, value in address.items() if value}}


@dataclass(frozen=True)
class AccountingInvoice(ABC):
    """An invoice with its customer, as an accounting system has them."""

    invoice: Mapping[str, Any]
    customer: Mapping[str, Any]

    @property
    @abstractmethod
    def number(self) -> str:
        """The number that people know it by."""

    @property
    @abstractmethod
    def balance(self) -> Decimal:
        """The rest in kronor; raises `InvoiceRefused`."""

    @property
    @abstractmethod
    def total(self) -> Decimal:
        """The debt before any payment, in kronor; raises `InvoiceRefused`."""

    @property
    @abstractmethod
    def invoiced(self) -> date:
        """The invoice date; raises `InvoiceRefused`."""

    @property
    @abstractmethod
    def due(self) -> date:
        """The last day to pay; raises `InvoiceRefused`."""

    @property
    @abstractmethod
    def currency(self) -> str:
        """The code of its currency; empty where it says none."""

    @property
    @abstractmethod
    def is_credit(self) -> bool:
        """Whether it credits another."""

    @property
    def is_cancelled(self) -> bool:
        """Whether it was cancelled."""
        return False

    @property
    def is_booked(self) -> bool:
        """Whether it is in the books."""
        return True

    @property
    def reminded(self) -> date | None:
        """The day of the last reminder, where that is known; raises `InvoiceRefused`."""
        return None

    @abstractmethod
    def descriptions(self) -> Iterable[str]:
        """The texts of its rows."""

    @abstractmethod
    def invoiced_customer(self) -> InvoicedCustomer:
        """The customer."""

    @property
    def digest(self) -> bytes:
        """Another one where anything of it has changed."""
        text = json.dumps([self.invoice, self.customer], sort_keys=True, default=str)
        return sha256(text.encode()).digest()

    def is_due(self, today: date) -> bool:
        """Whether it is overdue on a day, with something left to pay, and was not cancelled."""
        is_open = not self.is_cancelled and (self.is_credit or self.balance > 0)
        return is_open and self.due < today

    def registration(self, account: str, creditor: str) -> dict[str, Any]:
        """The registration of its debt; raises `InvoiceRefused`."""
        customer = self.invoiced_customer()
        self._check(customer)
        invoiced, due, reminded = self.invoiced, self.due, self.reminded
        total, left = self.total, self.balance
        debt = {
            "invoice_number": self.number,
            "debt_description": self._description(),
            "invoice_date": invoiced.isoformat(),
            "invoice_due_days_after_invoice_date": (due - invoiced).days,
            "capital_to_claim": left,
            "initial_capital": max(total, left),
            "payout_reference": self.number,
        }
        if reminded:
            debt["earlier_letters"] = [{"kind": "reminder", "date": reminded.isoformat()}]
        return {
            "account": account,
            "creditor": creditor,
            "first_action": "debt_collection" if reminded else "reminder",
            "currency": "SEK",
            "customer": customer.registered(),
            "debts": [debt],
        }

    def _check(self, customer: InvoicedCustomer) -> None:
        if self.is_credit:
            raise InvoiceRefused("credit_invoice")
        if not self.is_booked:
            raise InvoiceRefused("not_booked")
        if self.currency not in ("", "SEK"):
            raise InvoiceRefused("not_in_kronor")
        if not customer.name:
            raise InvoiceRefused("without_name")
        if not customer.id_number:
            raise InvoiceRefused("without_number")
        if not (customer.address_line_1 and customer.zip_code and customer.city):
            raise InvoiceRefused("without_address")

    def _description(self) -> str:
        """The goods or services, as the rows of the invoice name them."""
        named = list(dict.fromkeys(text for text in self.descriptions() if text))[:MOST_DESCRIBED]
        return ", ".join(named)[:200] or f"Faktura {self.number}"


def rows_of(given: Mapping[str, Any], name: str) -> list[Mapping[str, Any]]:
    """The rows of a document; those that are none are left out."""
    rows = given.get(name)
    return [row for row in rows if isinstance(row, dict)] if isinstance(rows, list) else []


def text_of(given: Mapping[str, Any], name: str) -> str:
    """A value as a text; empty where there is none."""
    value = given.get(name)
    return "" if value is None else str(value).strip()


def day_of(given: Mapping[str, Any], name: str) -> date:
    """A value as a day; raises `InvoiceRefused`."""
    try:
        return date.fromisoformat(text_of(given, name)[:10])
    except ValueError:
        raise InvoiceRefused("not_readable", name) from None


def amount_of(given: Mapping[str, Any], name: str) -> Decimal:
    """A value as kronor; raises `InvoiceRefused`."""
    value = given.get(name)
    if isinstance(value, bool) or not isinstance(value, int | Decimal):
        raise InvoiceRefused("not_readable", name)
    return Decimal(value)
