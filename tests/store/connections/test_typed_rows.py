"""Rows with types: a statement brings columns that its row type declares, and no others."""

from __future__ import annotations

import pickle
from typing import TypedDict

import pytest

from fordran.store.connections.database import Database
from fordran.store.connections.troubles import DatabaseAway
from fordran.store.connections.typed_rows import (
    OtherColumns,
    fetch_row,
    fetch_rows,
    fetch_the_row,
    fetch_wide_rows,
    own_copy,
)


class Pair(TypedDict):
    number: int
    word: str


PAIRS = "select * from (values (1, 'one'), (2, 'two')) as pair (number, word) where number > $1 order by number"


async def test_rows_are_read_by_the_declared_names(database: Database) -> None:
    async with database.connection() as connection:
        rows = await fetch_rows(connection, Pair, PAIRS, 0)
        assert [(row["number"], row["word"]) for row in rows] == [(1, "one"), (2, "two")]
        first = await fetch_row(connection, Pair, PAIRS, 1)
        assert first is not None
        assert first["word"] == "two"
        assert await fetch_row(connection, Pair, PAIRS, 2) is None


async def test_a_row_that_is_always_there_is_not_missing(database: Database) -> None:
    async with database.connection() as connection:
        with pytest.raises(AssertionError, match="no row"):
            await fetch_the_row(connection, Pair, PAIRS, 2)


async def test_a_statement_may_bring_some_of_the_declared_columns(database: Database) -> None:
    async with database.connection() as connection:
        row = await fetch_the_row(connection, Pair, "select 1 as number")
    assert row["number"] == 1


async def test_columns_that_are_not_declared_are_refused(database: Database) -> None:
    async with database.connection() as connection:
        with pytest.raises(OtherColumns, match="Pair does not declare") as refused:
            await fetch_row(connection, Pair, "select 1 as number, 'one' as word, 2 as more")
    assert refused.value.undeclared == {"more"}


async def test_a_copy_of_a_row_may_be_changed_and_sent_elsewhere(database: Database) -> None:
    async with database.connection() as connection:
        row = own_copy(await fetch_the_row(connection, Pair, PAIRS, 1))
    row["word"] = "zwei"
    assert pickle.loads(pickle.dumps(row)) == {"number": 2, "word": "zwei"}


class Triple(Pair):
    more: int


async def test_a_type_that_adds_to_another_has_the_columns_of_both(database: Database) -> None:
    statement = "select 1 as number, 'one' as word, 2 as more"
    async with database.connection() as connection:
        row = await fetch_the_row(connection, Triple, statement)
        assert (row["number"], row["word"], row["more"]) == (1, "one", 2)
        with pytest.raises(OtherColumns):
            await fetch_the_row(connection, Pair, statement)


async def test_what_takes_longer_than_it_may_is_given_up(database: Database) -> None:
    async def wait() -> None:
        async with database.connection() as connection:
            await fetch_rows(connection, Pair, "select 1 as number, pg_sleep(10)::text as word", seconds=0.1)

    with pytest.raises(DatabaseAway):
        await wait()


async def test_rows_of_all_columns_are_read_by_names_known_late(database: Database) -> None:
    async with database.connection() as connection:
        (row,) = await fetch_wide_rows(connection, PAIRS + " limit 1", 0)
    assert {name: row[name] for name in ("number", "word")} == {"number": 1, "word": "one"}
