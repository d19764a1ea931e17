"""A customer as a registration says it is: what was sent, what follows from it, and what looks wrong in it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import date, datetime
from typing import Any

from fordran.actions.registrations.customer_rows import KnownCustomer
from fordran.domain.numbers import car_registration, identity, postal_code
from fordran.domain.numbers.identity import IdNumberStatus
from fordran.domain.service.email_address import is_email
from fordran.domain.service.protection import CONTACTS, FORWARDING_ADDRESS
from fordran.resources.customers import CaseCustomerInput, CustomerInput
from fordran.shape.fields import Issues
from fordran.shape.moments import rfc_1123
from fordran.shape.wire import wire

NO_ADDRESS = {"address_line_1": "", "zip_code": "", "city": "", "country": "SE"}
"""Default values for missing fields."""

BAD_ID_NUMBER = "the check digit or form does not fit a personal, coordination or organisation number"


@dataclass(frozen=True)
class CustomerData:
    """A customer as a registration says it is."""

    name: str
    id_number: str
    compact: str
    status: IdNumberStatus
    is_person: bool
    is_company: bool
    is_foreign: bool
    more: dict[str, Any]
    warnings: list[dict[str, str]]

    @property
    def customer_number(self) -> str:
        """The creditor's own number for the customer; empty where it has none."""
        return str(self.more.get("customer_number", ""))

    @property
    def says_type(self) -> bool:
        """Whether it tells a person from a company."""
        return self.is_person or self.is_company or self.is_foreign

    @property
    def contacts(self) -> dict[str, Any]:
        """How the customer is reached, by column, where it says that."""
        is_placed = bool(self.more["address"]["city"])
        return {
            name: value
            for name, value in self.more.items()
            if name in CONTACTS and value and (name != "address" or is_placed)
        }

    @property
    def without_contacts(self) -> CustomerData:
        """The same of a protected person: post to it goes by the forwarding address."""
        more = {name: value for name, value in self.more.items() if name not in CONTACTS}
        named = [one for one in self.warnings if one["field"].partition(".")[0] not in CONTACTS]
        return replace(self, more=more | {"address": dict(FORWARDING_ADDRESS)}, warnings=named)

    def is_business_of(self, found: KnownCustomer | None) -> bool:
        """Whether the law's rules for claims between businesses hold: as the registration says, else as is known."""
        return self.is_company if self.says_type or found is None else found["is_company"]


def customer_data(
    given: CustomerInput | CaseCustomerInput, invoice_date: datetime, registered_on: date
) -> CustomerData:
    """The registered customer with derived values: the type by flag, else by number; the number's century by the day."""
    number = identity.classify(given.id_number or "", is_foreign=bool(given.is_foreign))
    has_flag = given.is_person or given.is_company or given.is_foreign
    is_organisation = number.kind == "organisationsnummer"
    more = _more(given, invoice_date)
    return CustomerData(
        name=given.name,
        id_number=given.id_number or "",
        compact=identity.compacted(given.id_number or "", registered_on),
        status=number.status,
        is_person=bool(given.is_person) if has_flag else number.is_person,
        is_company=bool(given.is_company) if has_flag else is_organisation,
        is_foreign=bool(given.is_foreign),
        more=more,
        warnings=_warnings(number.status, more, given),
    )


def _more(given: CustomerInput | CaseCustomerInput, invoice_date: datetime) -> dict[str, Any]:
    """The stored values as sent, by column, without missing ones. The address is always there."""
    shown = wire(given)
    more: dict[str, Any] = {
        name: shown[name]
        for name in ("customer_number", "mobile_number", "email", "e_invoice_address")
        if shown.get(name) is not None and (name != "e_invoice_address" or shown[name])
    }
    address = shown.get("address") or {}
    more["address"] = NO_ADDRESS | address
    car = getattr(given, "car_registration", None)
    if car is not None:
        more["car_registration"] = wire(car) | {"ownership_date": rfc_1123(car.ownership_date or invoice_date)}
    return more


def _warnings(
    status: IdNumberStatus, more: Mapping[str, Any], given: CustomerInput | CaseCustomerInput
) -> list[dict[str, str]]:
    """Content that is stored as it was sent although it looks wrong."""
    found = []
    address = more["address"]
    if status == "invalid":
        found.append({"field": "id_number", "reason": BAD_ID_NUMBER})
    found += address_warnings(address)
    found += [] if given.email is None else email_warnings(given.email)
    found += [] if given.mobile_number is None else phone_warnings(given.mobile_number)
    car = more.get("car_registration")
    if car and car["country"] == "SE" and not car_registration.is_valid(car["number"]):
        found.append({"field": "car_registration.number", "reason": "does not look like a Swedish registration number"})
    return found


def address_warnings(address: Mapping[str, str]) -> list[dict[str, str]]:
    """Warnings about an address."""
    if not address["zip_code"] or address["country"] != "SE" or postal_code.is_valid(address["zip_code"]):
        return []
    return [{"field": "address.zip_code", "reason": "a Swedish postal code has five digits"}]


def email_warnings(email: str) -> list[dict[str, str]]:
    """Warnings about an e-mail address."""
    return [] if is_email(email.strip()) else [{"field": "email", "reason": "does not look like an e-mail address"}]


def phone_warnings(phone: str) -> list[dict[str, str]]:
    """Warnings about a telephone number."""
    reason = "does not look like a telephone number"
    return [] if _looks_like_phone(phone) else [{"field": "mobile_number", "reason": reason}]


def _looks_like_phone(text: str) -> bool:
    digits = [character for character in text if character.isdigit()]
    return 6 <= len(digits) <= 15 and all(character.isdigit() or character in "+-() /." for character in text)


def refused_number(data: CustomerData) -> Issues:
    """The issue for an account that has doubtful numbers refused."""
    return {"customer": {"id_number": BAD_ID_NUMBER}} if data.status == "invalid" else {}
