"""Protected persons: what is hidden of how they are reached, and where their post goes instead.

Somebody with protected population registration or a confidentiality marking is written to through the Tax Agency
(folkbokföringslag (1991:481) 16 §, offentlighets- och sekretesslag (2009:400) 22 kap. 1 §).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

FORWARDING_ADDRESS: Mapping[str, str] = {
    "address_line_1": "Skatteverket",
    "address_line_2": "Box 2820",
    "zip_code": "403 20",
    "city": "Göteborg",
    "country": "SE",
}
"""Skatteverket, "Skicka post till någon med skyddade personuppgifter": the letter lies in an inner envelope with the personal
number on it."""

CONTACTS = ("address", "mobile_number", "email", "e_invoice_address")
"""The columns of a customer that say how it is reached."""


def hidden() -> dict[str, Any]:
    """The columns of a protected customer as everybody sees them."""
    return {
        "address": dict(FORWARDING_ADDRESS),
        "mobile_number": None,
        "email": None,
        "email_folded": "",
        "e_invoice_address": None,
    }


def apart(changes: Mapping[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    """Changes of a customer, as those of how it is reached and the others.

    >>> apart({"email": "a@example.com", "email_folded": "a@example.com", "email_consent": True})
    ({'email': 'a@example.com'}, {'email_consent': True})
    """
    contacts = {name: value for name, value in changes.items() if name in CONTACTS}
    return contacts, {name: value for name, value in changes.items() if name not in (*CONTACTS, "email_folded")}
