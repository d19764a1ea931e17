"""The record of erasures, chained account by account: ids, stages and hashes, and nothing of what was erased."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from fordran.domain.books.chain import GENESIS, entry_hash
from fordran.shape.kept import Stage
from fordran.shape.moments import iso_8601
from fordran.shape.wire import parsed
from fordran.store.connections.database import Connection
from fordran.store.rows.ids import new_id
from fordran.store.rows.rows import insert


@dataclass(frozen=True)
class Erasure:
    """A row of which columns were erased; the hashes are of what the journal or an order knows by its hash."""

    table: str
    row: str
    columns: tuple[str, ...]
    hash_before: str | None = None
    hash_after: str | None = None


def hash_of(row: Mapping[str, Any]) -> str:
    """The hash of a row of `erasures`: over its other columns, after the hash of the row before it."""
    return entry_hash(
        row["previous_hash"],
        {
            "account": row["account_id"],
            "id": row["id"],
            "position": row["position"],
            "at": iso_8601(row["at"]),
            "erased_on": row["erased_on"].isoformat(),
            "stage": row["stage"],
            "table": row["table_name"],
            "row": row["row_id"],
            "columns": " ".join(map(str, parsed(row["columns"]))),
            "hash_before": row["hash_before"],
            "hash_after": row["hash_after"],
        },
    )


async def note_erasures(
    tx: Connection, account: str, stage: Stage, erasures: Sequence[Erasure], today: date, now: datetime
) -> None:
    """Note what was erased in an account, after all that was before."""
    await tx.execute("select pg_advisory_xact_lock(hashtextextended($1, 9))", f"erasures {account}")
    last = await tx.fetchrow(
        "select position, hash from erasures where account_id = $1 order by position desc limit 1", account
    )
    position, head = (last["position"], last["hash"]) if last else (0, GENESIS)
    for number, erasure in enumerate(erasures, position + 1):
        row: dict[str, Any] = {
            "account_id": account,
            "id": new_id(),
            "position": number,
            "at": now,
            "erased_on": today,
            "stage": stage,
            "table_name": erasure.table,
            "row_id": erasure.row,
            "columns": list(erasure.columns),
            "hash_before": erasure.hash_before,
            "hash_after": erasure.hash_after,
            "previous_hash": head,
        }
        head = hash_of(row)
        await insert(tx, "erasures", {**row, "hash": head})
