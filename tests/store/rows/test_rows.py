"""Writing rows by the names of their columns."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from fordran.store.connections.database import Connection, Database
from fordran.store.rows.rows import insert_all


@pytest.fixture
async def tx(database: Database) -> AsyncIterator[Connection]:
    async with database.transaction() as tx:
        await tx.execute(
            "create temporary table words (number integer, word text, note text default 'none') on commit drop"
        )
        yield tx


async def read(tx: Connection) -> list[tuple[int, str | None, str | None]]:
    rows = await tx.fetch("select number, word, note from words order by number")
    return [(row["number"], row["word"], row["note"]) for row in rows]


async def test_rows_are_inserted_by_name_whatever_the_order_of_the_columns(tx: Connection) -> None:
    await insert_all(tx, "words", [{"word": "one", "number": 1}, {"word": None, "number": 2}])
    assert await read(tx) == [(1, "one", "none"), (2, None, "none")]


async def test_no_rows_are_none(tx: Connection) -> None:
    await insert_all(tx, "words", [])
    assert await read(tx) == []


@pytest.mark.parametrize("other", [{"number": 2}, {"number": 2, "note": "two"}, {"word": "two", "number": 2}])
async def test_rows_that_name_other_columns_are_not_mixed_up(tx: Connection, other: dict[str, object]) -> None:
    with pytest.raises(AssertionError, match="name the same columns"):
        await insert_all(tx, "words", [{"number": 1, "word": "one"}, other])
    assert await read(tx) == []
