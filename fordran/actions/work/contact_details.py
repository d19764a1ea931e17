"""How a customer is reached, as somebody changes it: what of it is new, and what looks doubtful in it then."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from fordran.actions.registrations.customer_data import NO_ADDRESS, address_warnings, email_warnings, phone_warnings
from fordran.actions.registrations.customer_details import stored
from fordran.resources.customers import AddressInput, CustomerChange
from fordran.shape.wire import wire

_ALWAYS = NO_ADDRESS.keys()
"""The fields of every address, if only as empty texts."""


def contact_changes(seen: Mapping[str, Any], given: CustomerChange) -> dict[str, Any]:
    """Values that differ from the shown ones, by the columns of a customer. Missing values stay as they are."""
    details: dict[str, Any] = {}
    if given.address is not None:
        details["address"] = _address(given.address)
    for name in ("mobile_number", "email", "e_invoice_address", "invoice_distribution"):
        if name in given.model_fields_set:
            details[name] = getattr(given, name) or None
    for name in ("email_consent", "sms_consent"):
        if name in given.model_fields_set:
            details[name] = getattr(given, name)
    changes = {name: value for name, value in details.items() if stored(seen.get(name)) != value}
    if "email" in changes:
        changes["email_folded"] = (changes["email"] or "").casefold()
    return changes


def _address(given: AddressInput) -> dict[str, str]:
    """An address with the four lines that each has, and of the others those that say something."""
    lines = {name: text for name, text in wire(given).items() if text or name in _ALWAYS}
    return NO_ADDRESS | lines


def marked(warnings: Any, changes: Mapping[str, Any]) -> dict[str, Any]:
    """The changes of a row with what looks doubtful in them, beside what looked so in the rest of it before."""
    if not changes.keys() & {"address", "mobile_number", "email"}:
        return dict(changes)
    found = [one for one in stored(warnings) or [] if one["field"].partition(".")[0] not in changes]
    if "address" in changes:
        found += address_warnings(changes["address"])
    if changes.get("email"):
        found += email_warnings(changes["email"])
    if changes.get("mobile_number"):
        found += phone_warnings(changes["mobile_number"])
    return {**changes, "warnings": found or None}
