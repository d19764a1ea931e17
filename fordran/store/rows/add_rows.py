"""Add new rows of several tables: few in one statement, many by COPY."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from operator import itemgetter

from fordran.store.connections.database import Connection
from fordran.store.rows.schema_rows import TALLY_CHANGES_TABLE
from fordran.store.rows.tables import NewRow, TableRow, copy_rows, insert_rows
from fordran.store.rows.tally_rows import tally_row

FEW = 160
"""So many rows are inserted by one statement sooner than by a COPY for each table. Longer statements are not kept prepared."""


async def add_rows(tx: Connection, rows: Sequence[TableRow]) -> None:
    """Add rows, each of which may refer to any before it; the changes of tallies are added up."""
    fewer = _with_fewer_tallies(rows)
    new = [row for row in fewer if isinstance(row, NewRow)]
    if len(new) == len(fewer) <= FEW:
        await insert_rows(tx, new)
    else:
        await copy_rows(tx, fewer)


_OWNER = itemgetter("resource", "partner_id", "account_id", "creditor_id")


def _with_fewer_tallies(rows: Sequence[TableRow]) -> list[TableRow]:
    others: list[TableRow] = []
    documents: Counter[tuple[str, ...]] = Counter()
    for row in rows:
        if isinstance(row, NewRow) and row.columns.table == TALLY_CHANGES_TABLE.name:
            documents[_OWNER(row.values)] += row.values["documents"]
        else:
            others.append(row)
    tallies = (
        tally_row(resource, partner=partner, account=account, creditor=creditor, documents=more)
        for (resource, partner, account, creditor), more in documents.items()
    )
    return [*others, *tallies]
