"""Customer details by creditor, and the changed fields. Only a creditor's own registration changes its details."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any, cast

import orjson

from fordran.actions.registrations.customer_data import CustomerData
from fordran.actions.registrations.customer_rows import Details, KnownCustomer
from fordran.domain.kinds.channels import ContactDetails
from fordran.resources.customer_corrections import CorrectedField
from fordran.shape.wire import parsed
from fordran.store.rows.ids import new_id
from fordran.store.rows.schema_rows import NewCustomer, NewCustomerDetails


def new_details(account: str, customer: str, creditor: str, data: CustomerData, now: datetime) -> NewCustomerDetails:
    """The row of a creditor's first details of a customer."""
    own: dict[str, Any] = {"account_id": account, "id": new_id(), "created": now, "updated": now, "revision": 1}
    return cast("NewCustomerDetails", own | details_of(data) | {"customer_id": customer, "creditor_id": creditor})


def new_customer(account: str, id_: str, data: CustomerData, now: datetime) -> NewCustomer:
    """The row of a new customer."""
    own: dict[str, Any] = {"account_id": account, "id": id_, "created": now, "updated": now, "revision": 1}
    return cast("NewCustomer", own | details_of(data) | {"id_number_compact": data.compact})


def details_of(data: CustomerData) -> Details:
    """The fields of a customer in a registration, by column."""
    return {
        "name": data.name,
        "name_folded": data.name.casefold(),
        "id_number": data.id_number,
        "id_number_status": data.status,
        "is_person": data.is_person,
        "is_company": data.is_company,
        "is_foreign": data.is_foreign,
        "customer_number": data.more.get("customer_number"),
        "mobile_number": data.more.get("mobile_number"),
        "email": data.more.get("email"),
        "email_folded": data.more.get("email", "").casefold(),
        "e_invoice_address": data.more.get("e_invoice_address"),
        "address": data.more["address"],
        "car_registration": data.more.get("car_registration"),
        "warnings": data.warnings or None,
    }


def changed_details(details: Mapping[str, Any], compact: str, data: CustomerData) -> dict[str, Any]:
    """New details of a known customer in a creditor's registration."""
    changes = changed_fields(cast("KnownCustomer", {**details, "id_number_compact": compact}), data)
    changes.pop("id_number_compact", None)
    return changes


def changed_fields(found: KnownCustomer, data: CustomerData) -> dict[str, Any]:
    """Fields of a registration that differ from the customer's row. Missing fields stay as they are."""
    known: Mapping[str, Any] = found
    given: dict[str, Any] = {"name": data.name, "name_folded": data.name.casefold()} | data.more
    if "email" in given:
        given["email_folded"] = given["email"].casefold()
    if data.id_number and not found["id_number"]:
        given |= {"id_number": data.id_number, "id_number_compact": data.compact, "id_number_status": data.status}
    elif data.compact and data.compact == found["id_number_compact"]:
        given["id_number_status"] = data.status
    if data.says_type:
        given |= {"is_person": data.is_person, "is_company": data.is_company, "is_foreign": data.is_foreign}
    for corrected in found.get("corrections") or ():
        for name in _CORRECTED[corrected["field"]]:
            given.pop(name, None)
    address = {name: text for name, text in given["address"].items() if text}
    # What staff entered or SPAR has stays until one of them has another.
    is_told = len(address) > 1 and not found.get("address_source")
    given["address"] = found["address"] | (address if is_told else {})
    changes = {name: value for name, value in given.items() if known[name] != value}
    warnings = data.warnings or None
    if changes and found["warnings"] != warnings:
        changes["warnings"] = warnings
    return changes


_CORRECTED: Mapping[CorrectedField, tuple[str, ...]] = {
    "name": ("name", "name_folded"),
    "id_number": ("id_number", "id_number_compact", "id_number_status"),
    "is_person": ("is_person", "is_company"),
}
"""The columns that a registration leaves alone once staff has corrected a field."""


def reach_of(data: CustomerData, details: Mapping[str, Any] | None) -> ContactDetails:
    """By what the customer is reached, once what the registration says is known."""
    known = details or {}
    is_known = bool(known) and not data.says_type
    return ContactDetails(
        email=data.more.get("email") or known.get("email") or "",
        e_invoice_address=data.more.get("e_invoice_address") or known.get("e_invoice_address") or "",
        id_number=known.get("id_number") or data.id_number,
        is_company=known["is_company"] if is_known else data.is_company,
    )


def stored(value: Any) -> Any:
    """The value of a row, where JSON was read as text, too."""
    return parsed(value) if isinstance(value, orjson.Fragment) else value
