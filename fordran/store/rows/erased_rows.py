"""Erasing the rows of a person: values overwritten, rows deleted, files listed for removal.

Each statement is made from a rule of the retention table: its columns, its rows where it is about some of them only, and
what becomes of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TypedDict

import asyncpg

from fordran.domain.service.retention import GONE
from fordran.shape.kept import Becomes, Only, RetentionRule
from fordran.shape.resource import OF_CREDITOR
from fordran.store.connections.database import Connection
from fordran.store.connections.typed_rows import fetch_rows
from fordran.store.reading.scope import SYSTEM, tally_scope
from fordran.store.retention import noun_of
from fordran.store.rows.personal_rows import PersonalTable, PersonIds, filled
from fordran.store.rows.rows import tally
from fordran.store.rows.schema_rows import BankPaymentRow

_WORDS = ("words", "text")


@dataclass(frozen=True)
class Replacement:
    """The replacement of a value as SQL, and the types of columns that take it; none for null."""

    value: str
    types: tuple[str, ...] = ()


WRITTEN: dict[Becomes, Replacement] = {
    "no value": Replacement("null"),
    "empty text": Replacement("''", _WORDS),
    "empty object": Replacement("'{}'", ("jsonb",)),
    "empty list": Replacement("'[]'", ("jsonb",)),
    "empty address": Replacement(
        """'{"address_line_1": "", "zip_code": "", "city": "", "country": "SE"}'""", ("jsonb",)
    ),
    "false": Replacement("false", ("boolean",)),
    "missing": Replacement("'missing'", ("id_number_status",)),
    "pseudonym": Replacement("$2::text", _WORDS),
    "no name": Replacement(f"'{GONE}'", _WORDS),
}
"""Replacements that one statement writes for all rows; the others are made row by row."""

_LET_GO: Only = "once all whose payment it was are anonymised"

ONLY: dict[tuple[str, Only], str] = {
    ("bank_transactions", _LET_GO): "bank_transactions.id = any({let_go})",
    ("bank_refunds", _LET_GO): "bank_refunds.transaction_id = any({let_go})",
    ("media_files", "letters that charged no fee"): """exists (
        select 1 from letters l where l.account_id = media_files.account_id and l.media_id = media_files.id
        and l.case_id = any({cases}) and l.fee = 0)
    and not exists (
        select 1 from letters l where l.account_id = media_files.account_id and l.media_id = media_files.id and l.fee > 0)""",
    ("media_files", "what debtors sent with objections"): "media_files.dispute_id is not null",
}
"""A table and which of its rows a rule is about → the condition that those rows meet."""


# Bank data is stored apart from cases, and each has its own query.
_PAID = "select transaction_id, account_id, case_id from bank_payments where transaction_id = any($1::text[])"
_NOT_ANONYMISED = """
select account_id, id as case_id from cases
where account_id = any($1::text[]) and id = any($2::text[]) and erasure is distinct from 'anonymised'
"""


class _CaseRow(TypedDict):
    account_id: str
    case_id: str


async def transactions_let_go(tx: Connection, transactions: Sequence[str]) -> list[str]:
    """Those transactions of the bank that are nobody's any more who is not anonymised."""
    paid = await fetch_rows(tx, BankPaymentRow, _PAID, list(transactions))
    accounts, cases = sorted({row["account_id"] for row in paid}), sorted({row["case_id"] for row in paid})
    rows = await fetch_rows(tx, _CaseRow, _NOT_ANONYMISED, accounts, cases) if cases else []
    known = {(row["account_id"], row["case_id"]) for row in rows}
    still = {row["transaction_id"] for row in paid if (row["account_id"], row["case_id"]) in known}
    return [id_ for id_ in transactions if id_ not in still]


@dataclass(frozen=True)
class FileOf:
    """A file that goes with a row: its kind, its column, and the rows that have one."""

    kind: str
    column: str
    condition: str = "true"


FILES: dict[str, FileOf] = {
    "media_files": FileOf("media", "id"),
    "envelopes": FileOf("print", "id", "channel = 'print'"),
    "deliveries": FileOf("print", "id", "batch is not null"),
    "bank_order_lines": FileOf("order", "order_id"),
}
"""Table → the file of each of its rows."""


def _condition(table: PersonalTable, only: Only) -> str:
    return f"({table.condition}) and {ONLY[table.name, only]}" if only else f"({table.condition})"


def _count(done: str) -> int:
    return int(done.rpartition(" ")[2])


def _value(becomes: Becomes, column: str) -> str:
    """The replacement as SQL. A column that is searched without regard to case has a folded pseudonym."""
    value = WRITTEN[becomes].value
    return f"lower({value})" if becomes == "pseudonym" and column.endswith("_folded") else value


async def blank_rows(
    tx: Connection,
    table: PersonalTable,
    rules: Sequence[RetentionRule],
    found: PersonIds,
    now: datetime,
    pseudonym: str,
) -> int:
    """Overwrite the columns of a person's rows by the rules about the same rows; return how many rows."""
    (only,) = {rule.only for rule in rules}
    condition, values = filled(_condition(table, only), found, 3)
    sets = [f'"{column}" = {_value(rule.becomes, column)}' for rule in rules for column in rule.columns]
    if table.is_revised:
        sets += ["revision = revision + 1", "updated = greatest(updated, $1)"]
    are_given = "$1::timestamptz is not null and $2::text is not null"
    statement = f'update "{table.name}" set {", ".join(sets)} where {condition} and {are_given}'
    return _count(await tx.execute(statement, now, pseudonym, *values))


async def delete_rows(tx: Connection, table: PersonalTable, only: Only, found: PersonIds) -> int:
    """Delete a person's rows of a table, and lower the tally of documents; return how many."""
    condition, values = filled(_condition(table, only), found)
    noun = noun_of(table.name)
    if noun is None or tally_scope(noun, SYSTEM) is None:
        return _count(await tx.execute(f'delete from "{table.name}" where {condition}', *values))
    # The owner is read before the row is gone: on one server a statement's parts would all see it still, on a cluster not.
    ids = [row["id"] for row in await tx.fetch(f'select id from "{table.name}" where {condition}', *values)]
    creditor = "v.own_creditor" if noun.owner in OF_CREDITOR else "null::text"
    partner = "coalesce(v.own_partner, a.partner_id)" if noun.owner == "creditor_or_partner" else "a.partner_id"
    owners = await tx.fetch(
        f"""select {partner} as partner_id, v.own_account, {creditor} as own_creditor, count(*) as documents
            from {noun.view} v left join accounts a on a.id = v.own_account where v._id = any($1::text[]) group by 1, 2, 3""",
        ids,
    )
    gone = _count(
        await tx.execute(
            f'delete from "{table.name}" where {condition} and id = any(${len(values) + 1}::text[])', *values, ids
        )
    )
    for partner, account, own_creditor, documents in owners:
        await tally(tx, noun, partner=partner, account=account, creditor=own_creditor, documents=-documents)
    return gone


async def note_files(
    tx: Connection, table: PersonalTable, only: Only, found: PersonIds, now: datetime
) -> tuple[list[str], int]:
    """Note that the files of a person's rows are to go when we are done: their ids, and how many were not noted before."""
    file = FILES[table.name]
    condition, values = filled(_condition(table, only), found)
    rows = await tx.fetch(
        f'select distinct "{file.column}" as id from "{table.name}" where {condition} and {file.condition} order by 1',
        *values,
    )
    ids = [row["id"] for row in rows]
    done = await tx.execute(
        """insert into files_to_remove (id, kind, created) select id, $2, $3 from unnest($1::text[]) id
           on conflict do nothing""",
        ids,
        file.kind,
        now,
    )
    return ids, _count(done)


async def documents_in(tx: Connection, table: PersonalTable, only: Only, found: PersonIds) -> list[asyncpg.Record]:
    """A person's rows of a table whose documents are looked at one by one: account, id and document."""
    condition, values = filled(_condition(table, only), found)
    return await tx.fetch(f'select account_id, id, document from "{table.name}" where {condition} order by id', *values)


async def write_document(
    tx: Connection, table: PersonalTable, row: asyncpg.Record, document: object, now: datetime
) -> object:
    """Write a document over another; it as it was written."""
    return await tx.fetchval(
        f"""update "{table.name}" set document = $3, revision = revision + 1, updated = greatest(updated, $4)
            where account_id = $1 and id = $2 returning document""",
        row["account_id"],
        row["id"],
        document,
        now,
    )


async def erase_from_audit(tx: Connection, documents: Sequence[str], now: datetime) -> int:
    """Delete what the audit log says documents were and became; that something was done stays. How many entries."""
    await tx.execute("set local fordran.erasing = 'on'")
    done = await tx.execute(
        "update audit_log set changes = null, erased = $2 where document_id = any($1::text[]) and changes is not null",
        list(documents),
        now,
    )
    await tx.execute("set local fordran.erasing = 'off'")
    return _count(done)
