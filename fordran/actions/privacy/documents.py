"""The rest of a registration's document when its customer is erased. Pure: a document in, a document out."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from fordran.domain.service.retention import GONE

Document = dict[str, Any]

_FLAGS = ("is_person", "is_company", "is_foreign")
_CONTACT = ("mobile_number", "email")
_WORDS = (
    *(
        "reference_number",
        "payout_reference",
        "invoice_headline",
        "invoice_body_text",
        "your_contact",
        "your_reference",
    ),
    *("our_reference", "your_additional_reference", "order_reference", "contract_reference", "debt_description"),
    *("custom_column_headlines", "labels"),
)
"""Free text, in which anything may have been written."""
_LINE = ("unit_price", "number_of_units", "total_price_excluding_vat", "unit_vat_percent", "is_discount")
_NO_ADDRESS = {"address_line_1": "", "zip_code": "", "city": ""}


def without_contact_details(document: Mapping[str, Any]) -> Document:
    """The document with what a verification has to say: not how to reach the customer, nor labels."""
    customer = _without(document["customer"], _CONTACT)
    return _without(document, ("labels",)) | {"customer": customer}


def without_identity(document: Mapping[str, Any]) -> Document:
    """The document with amounts, dates and numbers alone."""
    left = _without(document, _WORDS)
    left["customer"] = {"name": GONE} | {flag: left["customer"][flag] for flag in _FLAGS if flag in left["customer"]}
    if "debts" in left:
        # A debt cannot be read back without these.
        left["customer"] |= {"id_number": "", "address": _NO_ADDRESS}
        left["debts"] = [_without(debt, ("debt_description", "payout_reference")) for debt in left["debts"]]
    if "matrix" in left:
        left["matrix"] = [_amounts(line) for line in left["matrix"]]
    return left


def _amounts(line: Mapping[str, Any]) -> Document:
    return {"article_description": ""} | {name: line[name] for name in _LINE if name in line}


def _without(values: Mapping[str, Any], names: tuple[str, ...]) -> Document:
    return {name: value for name, value in values.items() if name not in names}
