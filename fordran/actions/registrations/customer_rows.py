"""The rows of customers and of creditors' details of them, and the SQL that finds the customers of registrations."""

from __future__ import annotations

from typing import Any, NotRequired, TypedDict

import orjson

from fordran.domain.kinds.address_sources import AddressSource
from fordran.domain.numbers.identity import IdNumberStatus


class Details(TypedDict):
    """Details of a customer."""

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
    address: dict[str, Any]
    car_registration: dict[str, Any] | None
    warnings: list[dict[str, str]] | None
    corrections: NotRequired[list[dict[str, Any]] | None]
    address_source: NotRequired[AddressSource | None]


class KnownCustomer(Details):
    """A customer with the joined details of all creditors."""

    account_id: str
    id: str
    id_number_compact: str


class CandidateRow(KnownCustomer):
    """The columns of `KNOWN`. JSON is still text."""

    details: orjson.Fragment | None
    is_protected: bool


class WantedCustomer(TypedDict):
    """The numbers in a registration that tell who its customer is."""

    account_id: str
    creditor_id: str
    compact: str | None
    number: str | None


KNOWN = """
    c.id, c.name, c.name_folded, c.id_number, c.id_number_compact, c.id_number_status, c.is_person, c.is_company,
    c.is_foreign, c.customer_number, c.mobile_number, c.email, c.email_folded, c.e_invoice_address, c.address,
    c.car_registration, c.warnings, c.corrections, c.address_source, c.is_protected,
    (select jsonb_object_agg(s.creditor_id, to_jsonb(s)) from customer_details s
     where s.account_id = c.account_id and s.customer_id = c.id and s.creditor_id = any({creditors})) as details
"""
"""Selects the columns of a customer `c` that registrations need, with the details of it from some creditors."""

CANDIDATES = """lateral (
    (select c.* from customers c
     where c.account_id = t.account_id and c.id_number_compact = t.compact and c.id_number_compact <> '' limit 1)
    union all
    (select c.* from customer_details m join customers c on c.account_id = m.account_id and c.id = m.customer_id
     where m.account_id = t.account_id and m.creditor_id = t.creditor_id and m.customer_number = t.number
     order by c.id_number_compact <> coalesce(t.compact, ''), c.id_number_compact <> '', c.id limit {most})) c"""
"""The customers `c` that a wanted customer `t` may be; `CustomerBook.match` chooses one.

Each part ends in a limit, so that an index answers it whatever the server believes about tables that are being filled. A
registration changes one customer at most, so of those with a creditor's number as many are enough as there are registrations.
"""
