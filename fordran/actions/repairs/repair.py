"""Repair differences that follow from other data: counts, totals of cases, outcomes of documents, sums of invoices, stray files.

Facts, bookings, seals, and rows of money on its way (bank transactions, refunds, payouts, orders) are never changed. A row
that another hand changed gets its derived columns back, and only if it then fits the hash that the service made of it. Every
repair is recorded in the audit log with the values before and after.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any, TypeAlias

import orjson

from fordran.actions.cases.law_in_force import law_rows, laws_until
from fordran.actions.proof.case import derived_values
from fordran.actions.proof.case_rows import ONE_CASE, CaseRows, rows_of_cases
from fordran.actions.proof.counts import check_tallies
from fordran.actions.proof.registration import MADE_OF_REGISTRATION, StoredInvoice, check_invoice
from fordran.actions.record_in_audit import AuditRecord, record_in_audit
from fordran.actions.repairs.repairable import DERIVED, FILES, REWRITTEN, TALLIES, Repair
from fordran.domain.law.law import Law
from fordran.shape.wire import parsed
from fordran.store.connections.actor import current
from fordran.store.connections.database import Connection
from fordran.store.connections.typed_rows import fetch_rows
from fordran.store.rows.repaired_rows import is_as_written, owner_and_case, put_back, whole_row
from fordran.store.rows.rows import change, insert
from fordran.store.rows.schema_rows import CaseRow

ACT = "fordran verify --repair"

_RESOURCES = {
    TALLIES: TALLIES,
    FILES: "media--files",
    "cases": "cases",
    "creditor_payments": "creditor--payments",
    "creditor_creditings": "creditor--creditings",
    "creditor_cancellations": "creditor--cancellations",
    "invoices": "invoices",
}

RepairedValues: TypeAlias = dict[str, list[Any]]
"""Field → the value before and after."""


class NotRepairable(Exception):
    """A closer look shows that it cannot be repaired; the transaction must be rolled back."""


async def repair(tx: Connection, one: Repair, now: datetime) -> RepairedValues:
    """Repair it and record that; raises `NotRepairable`. `tx` is a transaction in which nothing has been done yet."""
    account = None
    match one.table:
        case "tallies":
            changes = await _repair_tally(tx, one.id)
        case "media_files":
            file = {"id": one.id, "kind": "media", "created": now}
            await insert(tx, "files_to_remove", file, "on conflict do nothing")
            changes = {"file": [one.id, None]}
        case _:
            account, case_id = await owner_and_case(tx, one.table, one.id) or (None, None)
            if account is None or case_id is None:
                raise NotRepairable
            changes = await _repair_row(tx, one, await _rows_of_case(tx, account, case_id), account, now)
    actor = current()
    record = AuditRecord(
        now,
        "command",
        "changed",
        ACT,
        _RESOURCES[one.table],
        None,
        None,
        user=actor.user if actor else None,
        account=account,
        document=None if one.table == TALLIES else one.id,
        changes=changes,
    )
    await record_in_audit(tx, [record])
    return changes


async def _repair_tally(tx: Connection, id_: str) -> RepairedValues:
    """Count again, while nobody else changes the tally, and add what is missing in it."""
    await tx.execute("set transaction isolation level repeatable read")
    name, _, scope = id_.rpartition("/")
    await tx.execute("select 1 from tallies where resource = $1 and scope = $2 for update", name, scope)
    differing = [one async for one in check_tallies(tx, lambda *_: None, name) if (one.table, one.id) == (TALLIES, id_)]
    if not differing:
        raise NotRepairable
    await tx.execute(
        """insert into tallies (resource, scope, documents) values ($1, $2, $3)
           on conflict (resource, scope) do update set documents = tallies.documents + excluded.documents""",
        name,
        scope,
        differing[0].expected - differing[0].found,
    )
    return {id_: [differing[0].found, differing[0].expected]}


async def _repair_row(tx: Connection, one: Repair, rows: CaseRows, account: str, now: datetime) -> RepairedValues:
    """Write the columns that follow from other rows. The row has to be as the service wrote it, before or afterwards.

    A row that another hand has changed comes back to the content that its hash was made of. A row that the service itself
    wrote otherwise gets a new revision and a new hash.
    """
    laws = laws_until(await law_rows(tx))
    try:
        wanted = _of_registration(rows, one) if one.table == "invoices" else _of_journal(rows, one, laws)
    except (AttributeError, IndexError, KeyError, TypeError, ValueError) as unreadable:
        raise NotRepairable from unreadable
    stored = await whole_row(tx, one.table, account, one.id)
    changes = {name: [_plain(stored[name]), value] for name, value in wanted.items() if _plain(stored[name]) != value}
    values = {name: after for name, (_, after) in changes.items()}
    key = {"account_id": account, "id": one.id}
    if not changes:
        raise NotRepairable
    if not await is_as_written(tx, one.table, account, one.id):
        await put_back(tx, one.table, key, values)
    elif changes.keys() <= REWRITTEN[one.table]:
        await change(tx, one.table, key, values, now)
    else:
        raise NotRepairable
    if not await is_as_written(tx, one.table, account, one.id):
        raise NotRepairable
    return {name: [_shown(old), _shown(new)] for name, (old, new) in changes.items()}


async def _rows_of_case(tx: Connection, account: str, case: str) -> CaseRows:
    """The rows of a case, which is locked."""
    await tx.execute("select 1 from cases where account_id = $1 and id = $2 for update", account, case)
    found = await fetch_rows(tx, CaseRow, ONE_CASE, account, case)
    number = await tx.fetchval("select number from accounts where id = $1", account)
    if not found:
        raise NotRepairable
    (rows,) = await rows_of_cases(tx, account, number, found)
    return rows


def _of_journal(rows: CaseRows, one: Repair, laws: Sequence[Law]) -> dict[str, Any]:
    """The columns of a case or of a document that follow from the case's journal."""
    values = derived_values(rows, laws)
    if values is None:
        raise NotRepairable
    return {name: value for name, value in values.get((one.table, one.id), {}).items() if name in DERIVED[one.table]}


def _of_registration(rows: CaseRows, one: Repair) -> dict[str, Any]:
    """The columns of an invoice that differ from its registration, as the registration has them."""
    (invoice,) = [invoice for invoice in rows.invoices if invoice["id"] == one.id]
    sent = [row for row in rows.invoice_registrations if row["invoice_id"] == one.id]
    found = [found for row in sent for found in check_invoice(StoredInvoice(row), invoice, rows.case)]
    return {one.what: one.expected for one in found if one.what in MADE_OF_REGISTRATION}


def _plain(value: Any) -> Any:
    """A stored value as values are computed: JSON as lists and dictionaries."""
    return parsed(value) if isinstance(value, orjson.Fragment) else value


def _shown(value: Any) -> Any:
    return value.isoformat() if isinstance(value, datetime) else value
