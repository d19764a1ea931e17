"""The rows that tell of a person: how they are found in each table, how they are read, and what erasing writes over them.

A table that names a customer or a case is found by the schema itself, so that a new one cannot be forgotten; what hangs on
them in another way stands below.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from fordran.domain.retention import GONE, NOTHING_PERSONAL, RULES, Becomes, Stage
from fordran.store.database import Connection

SEPARATORS = "[-+ .]?"
"""What may stand between the digits of a number, as where numbers are compared."""
CENTURIES = "16|18|19|20"


@dataclass(frozen=True)
class Found:
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
    """Ids of every row that was found, which the audit log speaks of."""

    @property
    def named(self) -> str:
        """A pattern of the ids by which a stored answer would speak of the person."""
        return "|".join([*self.customers, *self.cases, *self.registrations]) or NOTHING


NOTHING = r"x\Ax"
"""A pattern that no text has."""


def spellings(compact: str) -> str:
    """A pattern of every way to write a compacted number: with and without century and separators."""
    if not compact:
        return NOTHING
    digits = SEPARATORS.join(re.escape(character) for character in compact)
    return f"(^|[^0-9A-Za-z])((?:{CENTURIES}){SEPARATORS})?{digits}($|[^0-9A-Za-z])"


OF_CUSTOMER = "account_id = any({accounts}) and customer_id = any({customers})"
OF_CASE = "account_id = any({accounts}) and case_id = any({cases})"
_IS_NUMBER = r"{compact} <> '' and right(regexp_replace(upper(organization_no), '[^0-9A-Z]', '', 'g'), 10) = {compact}"

FOUND_BY: dict[str, str] = {
    "customers": "account_id = any({accounts}) and id = any({customers})",
    "cases": "account_id = any({accounts}) and id = any({cases})",
    "case_registrations": "account_id = any({accounts}) and id = any({registrations})",
    "media_files": "account_id = any({accounts}) and id = any({media})",
    "request_logs": "request::text ~* {number} or answer::text ~ {named}",
    "idempotent_answers": "convert_from(body, 'UTF8') ~* {number} or convert_from(body, 'UTF8') ~ {named}",
    "file_import_rows": "registration_id = any({registrations}) or issues::text ~* {number}",
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
"""Table → the condition by which its rows are a person's, where naming a customer or a case is not all of it."""

_TYPES = {"number": "text", "named": "text", "compact": "text"}


def _filled(condition: str, found: Found, first: int = 1) -> tuple[str, list[Any]]:
    """The condition with numbered values in place of names, and those values."""
    names = list(dict.fromkeys(re.findall(r"\{(\w+)\}", condition)))
    places = {name: f"${first + place}::{_TYPES.get(name, 'text[]')}" for place, name in enumerate(names)}
    return condition.format(**places), [getattr(found, name) for name in names]


async def personal_tables(tx: Connection) -> dict[str, str]:
    """Every table that can hold rows of a person, and the condition by which they are found."""
    rows = await tx.fetch(
        """select c.relname as name, bool_or(a.attname = 'customer_id') as of_customer, bool_or(a.attname = 'case_id') as of_case
           from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
           where c.relnamespace = 'fordran'::regnamespace and c.relkind in ('r', 'p') group by c.relname order by c.relname"""
    )
    found = {}
    for row in rows:
        condition = FOUND_BY.get(row["name"]) or (
            OF_CUSTOMER if row["of_customer"] else OF_CASE if row["of_case"] else None
        )
        if condition is not None and row["name"] not in NOTHING_PERSONAL:
            found[row["name"]] = condition
    return found


async def rows_of(tx: Connection, table: str, condition: str, found: Found) -> list[Any]:
    """The rows of a table that tell of a person, in order of what they are called by."""
    filled, values = _filled(condition, found)
    rows: list[Any] = await tx.fetch(f'select t.* from "{table}" t where {filled} order by 1, 2', *values)
    return rows


async def ids_of_all(tx: Connection, found: Found) -> list[str]:
    """The ids of all that tells of a person, but for the businesses that they may be and what only tells of the rest."""
    ids: list[str] = []
    for table, condition in (await personal_tables(tx)).items():
        if table not in ("accounts", "creditors", "partners", "audit_log", "events", "erasures"):
            filled, values = _filled(condition, found)
            rows = await tx.fetch(f'select t.* from "{table}" t where {filled}', *values)
            ids += [row["id"] for row in rows if "id" in row]
    return sorted(ids)


async def erase_from_audit(tx: Connection, documents: list[str], now: datetime) -> int:
    """Delete what the audit log says documents were and became; that something was done stays. How many entries."""
    await tx.execute("select set_config('fordran.erasing', 'on', true)")
    done: str = await tx.execute(
        "update audit_log set changes = null, erased = $2 where document_id = any($1::text[]) and changes is not null",
        documents,
        now,
    )
    await tx.execute("select set_config('fordran.erasing', 'off', true)")
    return int(done.rpartition(" ")[2])


# Erasing ----------------------------------------------------------------------------------------------------------------------

_WRITTEN: dict[Becomes, str] = {
    "no value": "null",
    "empty text": "''",
    "empty object": "'{}'",
    "empty list": "'[]'",
    "empty address": """'{"address_line_1": "", "zip_code": "", "city": "", "country": "SE"}'""",
    "false": "false",
    "missing": "'missing'",
    "no name": f"'{GONE}'",
}
"""What is written in a value's place by one statement for all rows; the rest has to be looked at row by row."""


REVISED = frozenset(
    ("customers", "cases", "invoices", "creditor_payments", "bank_transactions", "letters", "payout_specifications")
)
"""Tables whose rows are documents: a reader who kept one is to see that it changed."""


def plain_columns(table: str, stage: Stage) -> dict[str, str]:
    """Column → what is written over it when a stage is reached."""
    return {
        column: _WRITTEN[rule.becomes]
        for rule in RULES
        if rule.table == table and rule.stage == stage and rule.becomes in _WRITTEN
        for column in rule.columns
    }


async def blank_rows(
    tx: Connection, table: str, stage: Stage, condition: str, found: Found, now: datetime, besides: str = "true"
) -> int:
    """Write over the columns of a person's rows as the rules of a stage say; how many rows. `besides` is a further condition."""
    columns = plain_columns(table, stage)
    if not columns:
        return 0
    filled, values = _filled(f"({condition}) and {besides}", found, 2)
    sets = [f'"{column}" = {value}' for column, value in columns.items()]
    if table in REVISED:
        sets += ["revision = revision + 1", "updated = greatest(updated, $1)"]
    noted = "$1::timestamptz is not null"
    statement = f'update "{table}" set {", ".join(sets)} where {filled} and {noted}'
    done: str = await tx.execute(statement, now, *values)
    return int(done.rpartition(" ")[2])


async def delete_rows(tx: Connection, table: str, condition: str, found: Found) -> int:
    """Delete a person's rows of a table; how many."""
    filled, values = _filled(condition, found)
    done: str = await tx.execute(f'delete from "{table}" where {filled}', *values)
    return int(done.rpartition(" ")[2])
