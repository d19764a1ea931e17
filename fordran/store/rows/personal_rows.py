"""The rows of a person: how they are found in each table, and how they are read. erased_rows.py erases them.

A table that names a customer or a case is found by the schema itself, so that a new one cannot be forgotten. Tables with
other links to them are listed below.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from datetime import date
from typing import Any, TypedDict

import asyncpg

from fordran.domain.numbers.identity import century_of, compacted
from fordran.store.connections.database import Connection
from fordran.store.connections.typed_rows import fetch_rows
from fordran.store.retention import not_erased, nothing_personal

SEPARATORS = "[-+ .]?"
"""Separators between the digits of a number, as in comparisons of numbers."""
CENTURIES = "16|18|19|20"


@dataclass(frozen=True)
class PersonIds:
    """Ids of all that a person is found by. `number` is a pattern of every spelling; it matches nothing where there is none."""

    accounts: list[str]
    customers: list[str]
    cases: list[str]
    registrations: list[str]
    media: list[str]
    transactions: list[str]
    number: str
    compact: str
    documents: list[str] = field(default_factory=list)
    """Ids of every found row, for the audit log."""
    let_go: list[str] = field(default_factory=list)
    """Of the transactions, those of which all whose payment it was are anonymised; known once a stage is marked."""

    @property
    def named(self) -> str:
        """A pattern of the ids that name the person in a stored answer."""
        return "|".join([*self.customers, *self.cases, *self.registrations]) or NOTHING


NOTHING = r"x\Ax"
"""A pattern that no text has."""


def spellings(compact: str, on: date) -> str:
    """A pattern of every way to write a compacted number: with and without separators, and with or without century.

    Of two people who were born a hundred years apart, ten digits are the younger one's, and with a plus the elder's: what is
    written of one is not found for the other.
    """
    if not compact:
        return NOTHING
    century, rest = century_of(compact)
    digits = SEPARATORS.join(re.escape(character) for character in rest)
    if not century:
        return f"{_BEFORE}((?:{CENTURIES}){SEPARATORS})?{digits}{_AFTER}"
    bare = _NO_PLUS.join(rest)
    if compacted(rest, on) == compact:
        return f"{_BEFORE}((?:{century}|16){SEPARATORS}{digits}|{_NO_CENTURY}{bare}){_AFTER}"
    elder = f"{_NO_PLUS.join(rest[:6])} ?[+] ?{_NO_PLUS.join(rest[6:])}"
    return f"{_BEFORE}({century}{SEPARATORS}{digits}|{_NO_CENTURY}{elder}){_AFTER}"


_BEFORE, _AFTER = "(^|[^0-9A-Za-z])", "($|[^0-9A-Za-z])"
_NO_PLUS = "[- .]?"
_NO_CENTURY = f"(?<!(?:{CENTURIES})[-+ .])"


OF_CUSTOMER = "account_id = any({accounts}) and customer_id = any({customers})"
OF_CASE = "account_id = any({accounts}) and case_id = any({cases})"
_IS_NUMBER = "organization_no ~* {number}"

FOUND_BY: dict[str, str] = {
    "customers": "account_id = any({accounts}) and id = any({customers})",
    "cases": "account_id = any({accounts}) and id = any({cases})",
    "case_registrations": "account_id = any({accounts}) and id = any({registrations})",
    "media_files": "account_id = any({accounts}) and id = any({media})",
    "request_logs": "request::text ~* {number} or answer::text ~ {named}",
    "bulk_acts": "filter::text ~* {number} or filter::text ~ {named} or body::text ~* {number}",
    # Found first: what a text is in an encoding, a cluster does not ask of rows that it deletes.
    "idempotent_answers": """exists (
        select 1 from idempotent_answers i
        where i.account_id = idempotent_answers.account_id and i.user_id = idempotent_answers.user_id
          and i.key = idempotent_answers.key
          and (convert_from(i.body, 'UTF8') ~* {number} or convert_from(i.body, 'UTF8') ~ {named}))""",
    "file_import_rows": "registration_id = any({registrations}) or issues::text ~* {number}",
    "import_files": "encode(content, 'escape') ~* {number}",
    "case_parties": "account_id = any({accounts}) and (case_id = any({cases}) or customer_id = any({customers}))",
    "debtor_codes": "account_id = any({accounts}) and (case_id = any({cases}) or customer_id = any({customers}))",
    "bank_transactions": "id = any({transactions})",
    "bank_bookings": "transaction_id = any({transactions})",
    "bank_refunds": "transaction_id = any({transactions})",
    "bank_order_lines": (
        "kind <> 'payout' and ((account_id = any({accounts}) and case_id = any({cases}))"
        " or subject_id in (select r.id from bank_refunds r where r.transaction_id = any({transactions})))"
    ),
    "erasures": "account_id = any({accounts}) and row_id = any({customers} || {registrations})",
    "audit_log": """document_id = any({documents}) or documents @> any(
        select jsonb_build_array(listed) from unnest({customers} || {cases} || {registrations}) listed)""",
    "accounts": _IS_NUMBER,
    "creditors": _IS_NUMBER,
    "partners": _IS_NUMBER,
}
"""Table → the condition for a person's rows, where naming a customer or a case is not all of it."""

_TYPES = {"number": "text", "named": "text", "compact": "text"}


def filled(condition: str, found: PersonIds, first: int = 1) -> tuple[str, list[Any]]:
    """The condition with numbered values in place of names, and those values."""
    names = list(dict.fromkeys(re.findall(r"\{(\w+)\}", condition)))
    places = {name: f"${first + place}::{_TYPES.get(name, 'text[]')}" for place, name in enumerate(names)}
    return condition.format(**places), [getattr(found, name) for name in names]


@dataclass(frozen=True)
class PersonalTable:
    """A table that can hold rows of a person, and the condition that finds them."""

    name: str
    condition: str
    is_revised: bool
    """Whether its rows are documents with a tag: a reader who kept one is to see that it changed."""


class _TableRow(TypedDict):
    name: str
    of_customer: bool
    of_case: bool
    is_revised: bool


# The tries of a delivery say how it went, and nobody keeps its tag.
_UNREVISED = "webhook_deliveries"


async def personal_tables(tx: Connection) -> dict[str, PersonalTable]:
    """Every table that can hold rows of a person, by its name."""
    rows = await fetch_rows(
        tx,
        _TableRow,
        """select c.relname as name, bool_or(a.attname = 'customer_id') as of_customer, bool_or(a.attname = 'case_id') as of_case,
                  bool_or(a.attname = 'revision') and c.relname <> $1 as is_revised
           from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
           where c.relnamespace = 'fordran'::regnamespace and c.relkind in ('r', 'p') group by c.relname order by c.relname""",
        _UNREVISED,
    )
    unsearched = nothing_personal()
    found = {}
    for row in rows:
        named_by = OF_CUSTOMER if row["of_customer"] else OF_CASE if row["of_case"] else None
        condition = FOUND_BY.get(row["name"]) or named_by
        if condition is not None and row["name"] not in unsearched:
            found[row["name"]] = PersonalTable(row["name"], condition, row["is_revised"])
    return found


async def rows_of(tx: Connection, table: PersonalTable, found: PersonIds) -> list[asyncpg.Record]:
    """The rows of a person in a table, in order of their keys."""
    condition, values = filled(table.condition, found)
    return await tx.fetch(f'select * from "{table.name}" where {condition} order by 1, 2', *values)


_TELL_OF_THE_REST = ("audit_log", "events", "erasures")


async def ids_of_all(tx: Connection, found: PersonIds) -> list[str]:
    """The ids of all that tells of a person, but for the businesses that they may be and what only tells of the rest."""
    ids: list[str] = []
    for name, table in (await personal_tables(tx)).items():
        if name not in (*not_erased(), *_TELL_OF_THE_REST):
            ids += [row["id"] for row in await rows_of(tx, table, found) if "id" in row]
    return sorted(ids)
