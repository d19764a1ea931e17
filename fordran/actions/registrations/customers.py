"""Customers of registrations: matched within the account, or made; a match is updated with what is new."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import asyncpg
import orjson

from fordran.actions.refusals import DoneMeanwhile
from fordran.domain.numbers import car_registration, identity, postal_code
from fordran.resources.customers import CUSTOMERS, CaseCustomerInput, CustomerInput
from fordran.shape.fields import Issues
from fordran.shape.moments import rfc_1123
from fordran.shape.wire import parsed, wire
from fordran.store.database import Connection
from fordran.store.ids import new_id
from fordran.store.rows import change
from fordran.store.savepoints import savepoint
from fordran.store.tables import TALLY_CHANGES, NewRow, Table

BAD_ID_NUMBER = "the check digit or form does not fit a personal, coordination or organisation number"


@dataclass(frozen=True)
class CustomerData:
    """A customer as a registration says it is."""

    name: str
    id_number: str
    compact: str
    status: str
    is_person: bool
    is_company: bool
    is_foreign: bool
    more: dict[str, Any]
    warnings: list[dict[str, str]]

    @property
    def customer_number(self) -> str:
        """The creditor's own number for the customer; empty where it has none."""
        return str(self.more.get("customer_number", ""))

    def is_business_of(self, found: Any) -> bool:
        """Whether the law's rules for claims between businesses hold: as the registration says, else as is known."""
        says_type = self.is_person or self.is_company or self.is_foreign
        return self.is_company if says_type or found is None else bool(found["is_company"])


def customer_data(given: CustomerInput | CaseCustomerInput, invoice_date: datetime) -> CustomerData:
    """What was sent, with what follows from it: the type by flag, else by number."""
    number = identity.classify(given.id_number or "", is_foreign=bool(given.is_foreign))
    has_flag = given.is_person or given.is_company or given.is_foreign
    is_organisation = number.kind == "organisationsnummer"
    shown = wire(given)
    more: dict[str, Any] = {
        name: shown[name] for name in ("customer_number", "mobile_number", "email") if name in shown
    }
    address = shown.get("address") or {}
    more["address"] = {"address_line_1": "", "zip_code": "", "city": "", "country": "SE"} | address
    car = getattr(given, "car_registration", None)
    if car is not None:
        more["car_registration"] = wire(car) | {"ownership_date": rfc_1123(car.ownership_date or invoice_date)}
    return CustomerData(
        name=given.name,
        id_number=given.id_number or "",
        compact=number.compacted,
        status=number.status,
        is_person=bool(given.is_person) if has_flag else number.is_person,
        is_company=bool(given.is_company) if has_flag else is_organisation,
        is_foreign=bool(given.is_foreign),
        more=more,
        warnings=_warnings(number.status, more, given),
    )


def _warnings(status: str, more: Mapping[str, Any], given: CustomerInput | CaseCustomerInput) -> list[dict[str, str]]:
    """Content that is stored as it was sent although it looks wrong."""
    found = []
    address = more["address"]
    if status == "invalid":
        found.append({"field": "id_number", "reason": BAD_ID_NUMBER})
    is_swedish = address["country"] == "SE"
    if address["zip_code"] and is_swedish and not postal_code.is_valid(address["zip_code"]):
        found.append({"field": "address.zip_code", "reason": "a Swedish postal code has five digits"})
    email = given.email
    if email is not None and not _looks_like_email(email):
        found.append({"field": "email", "reason": "does not look like an e-mail address"})
    phone = given.mobile_number
    if phone is not None and not _looks_like_phone(phone):
        found.append({"field": "mobile_number", "reason": "does not look like a telephone number"})
    car = more.get("car_registration")
    if car and car["country"] == "SE" and not car_registration.is_valid(car["number"]):
        found.append({"field": "car_registration.number", "reason": "does not look like a Swedish registration number"})
    return found


def _looks_like_email(text: str) -> bool:
    local, at, domain = text.strip().rpartition("@")
    return bool(local and at and "." in domain.strip(".") and " " not in text.strip())


def _looks_like_phone(text: str) -> bool:
    digits = [character for character in text if character.isdigit()]
    return 6 <= len(digits) <= 15 and all(character.isdigit() or character in "+-() /." for character in text)


def refused_number(data: CustomerData) -> Issues:
    """The issue for an account that has doubtful numbers refused."""
    return {"customer": {"id_number": BAD_ID_NUMBER}} if data.status == "invalid" else {}


_BY_ID_NUMBER = """
select 1 as place, c.* from customers c
where c.account_id = a.id and c.id_number_compact = {id_number} and c.id_number_compact <> ''
"""
_BY_CUSTOMER_NUMBER = """
select 2 as place, c.* from customers c
where c.account_id = a.id and c.customer_number = {customer_number}
  and exists (select from cases k where k.account_id = c.account_id and k.customer_id = c.id and k.creditor_id = d.id)
"""
_BOTH = f"""
select * from ({_BY_ID_NUMBER} union all {_BY_CUSTOMER_NUMBER} and c.id_number_compact = '') matches
"""
_MATCH = "left join lateral ({matches} order by place, id limit 1) c on true"


def match(data: CustomerData, first: int) -> tuple[str, list[str]]:
    """Joins the customer that a registration speaks of, as `c`: by its number, else by the creditor's number for it.

    Comes with its values, of which the first has the number `first`; the account is `a`, the creditor `d`. Nothing is looked
    for that was not said: for a statement that asks what was said, the server makes a new plan each time, which takes ten
    times as long as following one.
    """
    values = [number for number in (data.compact, data.customer_number) if number]
    if not values:
        return "left join customers c on false", []
    matches = _BOTH if len(values) == 2 else _BY_ID_NUMBER if data.compact else _BY_CUSTOMER_NUMBER
    places = {"id_number": f"${first}", "customer_number": f"${first + len(values) - 1}"}
    return _MATCH.format(matches=matches.format(**places)), values


CUSTOMERS_TABLE = Table(
    "customers",
    (
        *("account_id", "id", "created", "updated", "revision", "name", "name_folded", "id_number"),
        *("id_number_compact", "id_number_status", "is_person", "is_company", "is_foreign", "customer_number"),
        *("car_registration", "address", "mobile_number", "email", "email_folded", "warnings"),
    ),
)


def is_customers(clash: asyncpg.UniqueViolationError) -> bool:
    """Whether rows clash because somebody else made their customer meanwhile. Done again, they find it."""
    return bool(clash.constraint_name == "customers_are_one_a_number")


async def match_or_make(
    tx: Connection, account: str, partner: str | None, creditor: str, data: CustomerData, found: Any, now: datetime
) -> tuple[str, list[NewRow]]:
    """The customer's id: of the one found (its row, or None), after updating it, else of a new one, and that one's rows."""
    if found is None and data.customer_number and not data.compact:
        # Without a number of its own, only this keeps two at once from making the same customer twice.
        await tx.execute(
            "select pg_advisory_xact_lock(hashtextextended($1, 1))", f"{account} {creditor} {data.customer_number}"
        )
        join, values = match(data, 3)
        found = await tx.fetchrow(
            f"select c.* from (select $1::text as id) a, (select $2::text as id) d {join} where c.id is not null",
            account,
            creditor,
            *values,
        )
    if found is None:
        id_ = new_id()
        row = customer_row(account, id_, data, now)
        made = NewRow(CUSTOMERS_TABLE, tuple(row[name] for name in CUSTOMERS_TABLE.columns))
        return id_, [made, NewRow(TALLY_CHANGES, (CUSTOMERS.name, partner, account, None, 1))]
    changes = news(found, data)
    if "id_number_compact" in changes:
        return await _learn_number(tx, account, data, found, changes, now), []
    if changes:
        await change(tx, "customers", {"account_id": account, "id": found["id"]}, changes, now)
    return str(found["id"]), []


_EMPTY: dict[str, Any] = dict.fromkeys(CUSTOMERS_TABLE.columns) | {"revision": 1}


async def _learn_number(
    tx: Connection, account: str, data: CustomerData, found: Any, changes: dict[str, Any], now: datetime
) -> str:
    """A customer that was known by the creditor's number gets one of its own, unless somebody else has it meanwhile."""
    try:
        async with savepoint(tx):
            await change(tx, "customers", {"account_id": account, "id": found["id"]}, changes, now)
        return str(found["id"])
    except asyncpg.UniqueViolationError:
        raise DoneMeanwhile from None


def customer_row(account: str, id_: str, data: CustomerData, now: datetime) -> dict[str, Any]:
    """The row of a new customer."""
    return (
        _EMPTY
        | {
            "account_id": account,
            "id": id_,
            "created": now,
            "updated": now,
            "name": data.name,
            "id_number": data.id_number,
            "id_number_compact": data.compact,
            "name_folded": data.name.casefold(),
            "email_folded": data.more.get("email", "").casefold(),
            "id_number_status": data.status,
            "is_person": data.is_person,
            "is_company": data.is_company,
            "is_foreign": data.is_foreign,
            "warnings": data.warnings or None,
        }
        | data.more
    )


def news(found: Any, data: CustomerData) -> dict[str, Any]:
    """What a registration says that the customer's row does not. What it leaves out stays as it is."""
    said: dict[str, Any] = {"name": data.name, "name_folded": data.name.casefold()} | data.more
    if "email" in said:
        said["email_folded"] = said["email"].casefold()
    if data.id_number and not found["id_number"]:
        said |= {"id_number": data.id_number, "id_number_compact": data.compact, "id_number_status": data.status}
    elif data.compact and data.compact == found["id_number_compact"]:
        said["id_number_status"] = data.status
    if data.is_person or data.is_company or data.is_foreign:
        said |= {"is_person": data.is_person, "is_company": data.is_company, "is_foreign": data.is_foreign}
    address = {name: text for name, text in said["address"].items() if text}
    said["address"] = stored(found["address"]) | (address if len(address) > 1 else {})
    changes = {name: value for name, value in said.items() if stored(found[name]) != value}
    warnings = data.warnings or None
    if changes and stored(found["warnings"]) != warnings:
        changes["warnings"] = warnings
    return changes


def stored(value: Any) -> Any:
    return parsed(value) if isinstance(value, orjson.Fragment) else value
