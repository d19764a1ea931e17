"""New rows by one statement and by COPY: whatever is written comes back."""

from __future__ import annotations

import doctest
from datetime import date, datetime
from typing import Any, TypedDict, cast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fordran.shape.moments import midnight
from fordran.shape.wire import parsed
from fordran.store.connections.database import Database
from fordran.store.rows import tables
from fordran.store.rows.tables import NewRow, NotItsColumns, Table, copy_line, copy_rows, insert_in_order, insert_rows


class Row(TypedDict):
    id: int
    words: str | None
    amount: int | None
    flag: bool | None
    day: date | None
    moment: datetime | None
    document: dict[str, Any] | list[Any] | None
    amounts: tuple[int, ...] | None


class Other(TypedDict):
    row_id: int


ROWS = Table("pg_temp.rows", Row)
COPIED = Table("rows", Row)
OTHERS = Table("pg_temp.others", Other)

_TEXT = st.text(st.characters(exclude_characters="\0", exclude_categories=("Cs",)), max_size=30)
_JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**53), 2**53) | _TEXT,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(_TEXT, inner, max_size=3),
    max_leaves=5,
)
_ROW = st.tuples(
    st.none() | _TEXT | st.sampled_from(["\\N", "\\.", "\\", "\t", "\r\n", "a\\tb", ""]),
    st.none() | st.integers(-(2**63), 2**63 - 1),
    st.none() | st.booleans(),
    st.none() | st.dates(),
    st.none() | st.dates(date(1900, 1, 1), date(2100, 1, 1)).map(midnight),
    st.none() | st.lists(_JSON, max_size=3) | st.dictionaries(_TEXT, _JSON, max_size=3),
    st.none() | st.lists(st.integers(-(2**63), 2**63 - 1), max_size=3).map(tuple),
)


async def _made(tx: Any) -> None:
    await tx.execute(
        """create temp table rows (id integer primary key, words text, amount bigint, flag boolean, day date,
                                   moment timestamptz, document jsonb, amounts bigint[]) on commit drop;
           create temp table others (row_id integer references pg_temp.rows) on commit drop"""
    )


def _named(table: Table[Row], values: tuple[Any, ...]) -> NewRow:
    """A row with these values, by name; the last column is given first, since the order says nothing."""
    given = dict(zip(Row.__annotations__, values, strict=True))
    return table.row(cast("Row", dict(reversed(given.items()))))


async def _kept(tx: Any) -> list[tuple[Any, ...]]:
    rows = await tx.fetch("select * from pg_temp.rows order by id")
    return [
        tuple(
            tuple(value) if isinstance(value, list) else parsed(value) if name == "document" else value
            for name, value in row.items()
        )
        for row in rows
    ]


@settings(max_examples=60, deadline=None)
@given(rows=st.lists(_ROW, max_size=5))
async def test_rows_that_are_copied_or_inserted_come_back(database: Database, rows: list[tuple[Any, ...]]) -> None:
    numbered = [(place, *row) for place, row in enumerate(rows)]
    async with database.transaction() as tx:
        await _made(tx)
        await tx.execute("set local search_path = pg_temp, fordran")
        await copy_rows(tx, [_named(COPIED, row) for row in numbered])
        assert await _kept(tx) == numbered
    async with database.transaction() as tx:
        await _made(tx)
        if numbered:
            await insert_rows(tx, [_named(ROWS, row) for row in numbered])
        assert await _kept(tx) == numbered


async def test_rows_of_one_statement_may_refer_to_each_other(database: Database) -> None:
    row = (1, "a", 1, True, date(2026, 3, 3), None, {}, ())
    async with database.transaction() as tx:
        await _made(tx)
        await insert_rows(tx, [OTHERS.row({"row_id": 1}), _named(ROWS, row), OTHERS.row({"row_id": 1})])
        assert await tx.fetchval("select count(*) from pg_temp.others") == 2


async def test_rows_that_are_inserted_in_order_draw_their_serials_in_it(database: Database) -> None:
    async with database.transaction() as tx:
        await tx.execute("create temp table others (serial serial, row_id integer) on commit drop")
        await insert_in_order(tx, [OTHERS.row({"row_id": number}) for number in (3, 1, 2)])
        assert await tx.fetchval("select array_agg(row_id order by serial) from pg_temp.others") == [3, 1, 2]


def test_a_value_of_no_known_type_is_not_written() -> None:
    row = OTHERS.row(cast("Other", {"row_id": 1.5}))
    with pytest.raises(KeyError):
        copy_line(row)


def test_a_row_gives_no_column_that_its_table_lacks() -> None:
    with pytest.raises(NotItsColumns) as refused:
        OTHERS.row(cast("Other", {"row_id": 1, "id": 1}))
    assert (refused.value.table, refused.value.undeclared) == (OTHERS.name, {"id"})


@pytest.mark.parametrize("is_copied", [False, True])
async def test_columns_that_rows_leave_out_take_their_defaults(database: Database, is_copied: bool) -> None:
    rows = [{"id": 1, "words": "one"}, {"id": 2, "amount": 7}, {"words": "three", "id": 3}]
    async with database.transaction() as tx:
        await tx.execute(
            "create temp table rows (id integer, words text default 'none', amount bigint default 5) on commit drop"
        )
        await tx.execute("set local search_path = pg_temp, fordran")
        if is_copied:
            await copy_rows(tx, [COPIED.row(cast("Row", row)) for row in rows])
        else:
            await insert_rows(tx, [ROWS.row(cast("Row", row)) for row in rows])
        kept = await tx.fetch("select id, words, amount from pg_temp.rows order by id")
    assert [tuple(row) for row in kept] == [(1, "one", 5), (2, "none", 7), (3, "three", 5)]


def test_the_examples_hold() -> None:
    found = doctest.testmod(tables)
    assert found.attempted > 0
    assert found.failed == 0
