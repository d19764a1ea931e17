"""The rows of customers: as one is known, and as a new one is inserted."""

from __future__ import annotations

from datetime import datetime
from typing import Any, TypedDict

import orjson

from fordran.domain.numbers.identity import IdNumberStatus
from fordran.store.tables import Table


class KnownCustomer(TypedDict):
    """The columns of `KNOWN`. What is JSON is as it was read, or as a registration said it."""

    id: str
    name: str
    name_folded: str
    id_number: str
    id_number_compact: str
    id_number_status: IdNumberStatus
    is_person: bool
    is_company: bool
    is_foreign: bool
    customer_number: str | None
    mobile_number: str | None
    email: str | None
    email_folded: str
    address: orjson.Fragment | dict[str, Any]
    car_registration: orjson.Fragment | dict[str, Any] | None
    warnings: orjson.Fragment | list[dict[str, str]] | None


KNOWN = """
    c.id, c.name, c.name_folded, c.id_number, c.id_number_compact, c.id_number_status, c.is_person, c.is_company,
    c.is_foreign, c.customer_number, c.mobile_number, c.email, c.email_folded, c.address, c.car_registration, c.warnings
"""
"""Selects what registrations ask of a customer, `c`."""


class NewCustomer(KnownCustomer):
    account_id: str
    created: datetime
    updated: datetime
    revision: int


CUSTOMERS_TABLE = Table("customers", NewCustomer)
