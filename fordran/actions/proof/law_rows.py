"""Verify rows of law: the installation keeps each approved row, for every statement to read, and no other."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator, Sequence
from datetime import datetime
from typing import Any

from fordran.actions.cases.law_in_force import law_rows
from fordran.actions.law.law_rows import StoredLawRow, kept_row, law_rows_there
from fordran.actions.proof.counts import Tell
from fordran.actions.proof.differences import Discrepancy, as_far_as_readable, differs
from fordran.shape.json_in import json_of
from fordran.store.connections.database import Connection


async def check_law_rows(tx: Connection, tell: Tell) -> AsyncIterator[Discrepancy]:
    """Whatever the installation keeps as law that was not approved, or not as it was."""
    rows, stored = await law_rows_there(tx), await law_rows(tx)
    for found in as_far_as_readable("installation", "", "law_rows", _check(rows, stored)):
        yield found
    tell("rows of law", len(rows), len(rows))


def _check(rows: Sequence[StoredLawRow], stored: str) -> Iterator[Discrepancy]:
    approved = {row["id"]: _plain(kept_row(row, row["known"])) for row in rows if row["known"] is not None}
    every: list[dict[str, Any]] = json_of(stored)
    kept = {str(row.get("id", number)): _plain(row) for number, row in enumerate(every)}
    for id_ in sorted(approved.keys() | kept.keys()):
        yield from differs("installation", id_, "law_rows", approved.get(id_), kept.get(id_))


def _plain(row: dict[str, Any]) -> dict[str, Any]:
    """The row with its moment as one, however it is written."""
    return row | {"known": datetime.fromisoformat(row["known"])} if "known" in row else row
