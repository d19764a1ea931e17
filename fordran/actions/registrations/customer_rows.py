"""The rows of customers and of creditors' details of them: as stored, and as a new one is inserted."""

from __future__ import annotations

from typing import Any, TypedDict

import orjson

from fordran.domain.numbers.identity import IdNumberStatus


class Details(TypedDict):
    """Details of a customer. JSON values are as read, or as registered."""

    name: str
    name_folded: str
    id_number: str
    id_number_status: IdNumberStatus
    is_person: bool
    is_company: bool
    is_foreign: bool
    customer_number: str | None
    mobile_number: str | None
    email: str | None
    email_folded: str
    e_invoice_address: str | None
    address: orjson.Fragment | dict[str, Any]
    car_registration: orjson.Fragment | dict[str, Any] | None
    warnings: orjson.Fragment | list[dict[str, str]] | None


class KnownCustomer(Details):
    """The columns of `KNOWN`, except for one creditor's details."""

    id: str
    id_number_compact: str


class FoundCustomer(KnownCustomer):
    """The columns of `KNOWN`: a customer with the joined details of all creditors, and the details of the asking creditor."""

    told: orjson.Fragment | None


KNOWN = """
    c.id, c.name, c.name_folded, c.id_number, c.id_number_compact, c.id_number_status, c.is_person, c.is_company,
    c.is_foreign, c.customer_number, c.mobile_number, c.email, c.email_folded, c.e_invoice_address, c.address,
    c.car_registration, c.warnings,
    to_jsonb(s) as told
"""
"""Selects the columns of a customer, `c`, that registrations need, with the creditor's details `s`."""

DETAILS_JOIN = (
    "left join customer_details s on s.account_id = c.account_id and s.customer_id = c.id and s.creditor_id = d.id"
)
"""Joins the details of the customer `c` from the creditor `d`."""
