"""Writing rows: inserts, changes that happen only if nothing changed meanwhile, references, tallies."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from fordran.domain.message import Message
from fordran.shape.resource import Resource
from fordran.shape.wire import value_conversion
from fordran.store.connections.database import Connection
from fordran.store.reading.documents import Values
from fordran.store.reading.listing import Item, read_item
from fordran.store.reading.scope import Caller
from fordran.store.rows.ids import NO_ACCOUNT, is_id


async def insert(tx: Connection, table: str, row: Mapping[str, Any], on_conflict: str = "") -> bool:
    """Insert one row; columns without a value take their defaults. False where `on_conflict` had it left alone."""
    given = {name: value for name, value in row.items() if value is not None}
    columns = ", ".join(f'"{name}"' for name in given)
    numbers = ", ".join(f"${number}" for number in range(1, len(given) + 1))
    done = await tx.execute(f"insert into {table} ({columns}) values ({numbers}) {on_conflict}", *given.values())
    return bool(done == "INSERT 0 1")


async def insert_all(tx: Connection, table: str, rows: Sequence[Mapping[str, Any]]) -> None:
    """Insert rows that all name the same columns."""
    if not rows:
        return
    names = list(rows[0])
    assert all(list(row) == names for row in rows), (
        "rows that are inserted together name the same columns, in one order"
    )
    columns = ", ".join(f'"{name}"' for name in names)
    numbers = ", ".join(f"${number}" for number in range(1, len(names) + 1))
    await tx.executemany(f"insert into {table} ({columns}) values ({numbers})", [list(row.values()) for row in rows])


async def change(
    tx: Connection,
    table: str,
    key: Mapping[str, str],
    changes: Mapping[str, Any],
    now: datetime,
    etag: str | None = None,
) -> bool:
    """Change a row, in one statement with the check that it still has `etag`. False where it has not."""
    sets = "".join(f', "{name}" = ${number}' for number, name in enumerate(changes, 3))
    keys = " and ".join(f'"{name}" = ${number}' for number, name in enumerate(key, 3 + len(changes)))
    done = await tx.fetchval(
        f"update {table} set revision = revision + 1, updated = greatest(updated, $1){sets}"
        f" where {keys} and ($2::text is null or etag(id, revision::text) = $2) returning true",
        now,
        etag,
        *changes.values(),
        *key.values(),
    )
    return bool(done)


async def find(tx: Connection, resource: Resource, caller: Caller, id_: Any) -> Item | None:
    """The document by that id, if the caller sees it. Anything else, malformed ids too, is simply not there."""
    if not isinstance(id_, str) or not is_id(id_):
        return None
    return await read_item(tx, resource, caller, id_)


async def find_values(tx: Connection, resource: Resource, caller: Caller, id_: str) -> Values | None:
    """The same document as values, for edges that show it to people."""
    if not is_id(id_):
        return None
    item = await read_item(tx, resource, caller, id_, converted=value_conversion)
    return None if item is None else item.document


def no_such(resource: Resource, id_: str) -> Message:
    """The message about a reference to a document that is not there, or not the caller's."""
    return Message("issue.no_such_document", id=id_[:100], resource=resource.name)


async def tally(
    tx: Connection,
    resource: Resource,
    *,
    partner: str | None,
    account: str | None,
    creditor: str | None = None,
    documents: int = 1,
) -> None:
    """Note that there are so many more documents of a resource."""
    await tx.execute(
        "insert into tally_changes (resource, partner_id, account_id, creditor_id, documents) values ($1, $2, $3, $4, $5)",
        resource.name,
        partner,
        account or NO_ACCOUNT,
        creditor,
        documents,
    )


async def fold_tallies(tx: Connection) -> int:
    """Fold the noted changes into the tallies, as the schema says; return how many."""
    folded: int = await tx.fetchval("select fold_tallies()")
    return folded
