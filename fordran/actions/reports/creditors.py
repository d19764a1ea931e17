"""The creditor that a report is about: all of them, or one that is there."""

from __future__ import annotations

from typing import TypedDict

from fordran.store.connections.database import Connection

SECONDS = 600
"""A report may read everything that there is, and so take longer than a request."""


class NoSuchCreditor(Exception):
    """A report was asked for of a creditor that is not there."""

    def __init__(self, id_: str) -> None:
        super().__init__(f"There is no creditor {id_!r}.")


class ReportCreditor(TypedDict):
    """The owner of a row of a report."""

    creditor_number: int
    name: str


async def check_creditor(tx: Connection, id_: str | None) -> None:
    """Refuse a creditor that does not exist; None means all."""
    if id_ is not None and not await tx.fetchval("select exists (select 1 from creditors where id = $1)", id_):
        raise NoSuchCreditor(id_)
