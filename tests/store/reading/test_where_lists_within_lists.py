"""Filters on a list within a list: each on a handful of invoices' lines, by the fields that invoices declare."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from typing import Any

import pytest

from fordran.resources.creditors import CREDITORS
from fordran.resources.invoices import INVOICES
from fordran.shape.resource import Resource
from fordran.store.connections.database import Connection, Database
from fordran.store.reading.parameters import SqlParameters
from fordran.store.reading.where import parse_where
from fordran.store.reading.where_sql import compile_where

# Letter → the lines of the invoice by that name.
INVOICES_MADE: dict[str, Any] = {
    "a": None,
    "b": [],
    "c": [{"article_description": "paper"}],
    "d": [{"article_description": "paper", "extra_rows": []}],
    "e": [{"article_description": "paper", "extra_rows": ["80 g", "A4"]}],
    "f": [{"article_description": "pens", "extra_rows": ["80 g"]}, {"article_description": "paper"}],
    "g": [{"extra_rows": ["A4"]}, {"extra_rows": ["80 g"], "custom_column_data": ["A4"]}],
}


@pytest.fixture(scope="module")
async def connection(database: Database) -> AsyncIterator[Connection]:
    async with database.connection() as opened:
        yield opened


def some(*conditions: dict[str, Any]) -> dict[str, Any]:
    """Some line is all that is said."""
    return {"matrix": {"$elemMatch": {name: value for one in conditions for name, value in one.items()}}}


ROWS: list[tuple[dict[str, Any], str, str]] = [
    ({"matrix.extra_rows": "A4"}, "eg", "some row of some line"),
    ({"matrix.extra_rows": {"$ne": "A4"}}, "abcdf", "no row of any line"),
    ({"matrix.extra_rows": {"$all": ["A4", "80 g"]}}, "eg", "both, and not of one line"),
    ({"matrix.extra_rows": {"$in": ["A4", "A5"]}}, "eg", "one of them"),
    ({"matrix.extra_rows": {"$nin": ["A4", None]}}, "bd", "none of them, and a list on every line"),
    ({"matrix.extra_rows": {"$gt": "8", "$lt": "B"}}, "efg", "each operator by some line"),
    ({"matrix.extra_rows": {"$elemMatch": {"$gt": "8", "$lt": "9"}}}, "efg", "both by one row"),
    ({"matrix.extra_rows": {"$not": {"$elemMatch": {"$gt": "9"}}}}, "abcdf", "no such row"),
    ({"matrix.extra_rows": ["80 g", "A4"]}, "e", "the whole list"),
    ({"matrix.extra_rows": {"$size": 1}}, "fg", "some line has one"),
    ({"matrix.extra_rows": None}, "acf", "no lines, or a line that has none"),
    (some({"extra_rows": "80 g"}, {"article_description": "paper"}), "e", "of the same line"),
    (some({"extra_rows": {"$ne": "80 g"}}, {"article_description": "paper"}), "cdf", "a line without it"),
    (some({"extra_rows": "80 g"}, {"custom_column_data": "A4"}), "g", "two lists of the same line"),
    (some({"$or": [{"extra_rows": "A4"}, {"article_description": "pens"}]}), "efg", "the one or the other"),
    (some({"$nor": [{"extra_rows": "A4"}, {"article_description": "paper"}]}), "fg", "neither"),
    ({"$nor": [some({"extra_rows": "A4"})]}, "abcdf", "not some line"),
]


async def names_found(
    connection: Connection, resource: Resource, column: str, made: dict[str, Any], where: dict[str, Any]
) -> str:
    """The names of those that a filter finds, where the column is all that they have."""
    parameters = SqlParameters()
    condition = compile_where(parse_where(json.dumps(where)), resource, parameters)
    given = parameters.add(made, "jsonb")
    rows = await connection.fetch(
        f"""select name from (select key as name, nullif(value, 'null') as {column} from jsonb_each({given})) made
            where {condition} order by name""",
        *parameters.values,
    )
    return "".join(row["name"] for row in rows)


@pytest.mark.parametrize(("where", "found", "remark"), ROWS, ids=[remark for _, _, remark in ROWS])
async def test_what_it_means(connection: Connection, where: dict[str, Any], found: str, remark: str) -> None:
    assert await names_found(connection, INVOICES, "matrix", INVOICES_MADE, where) == found, remark


@pytest.mark.parametrize(("levels", "found"), [(1, "ab"), (2, "bc"), (3, "cd"), (4, "d"), (5, "")])
async def test_lists_may_lie_as_deep_as_they_like_where_nothing_is_declared(
    connection: Connection, levels: int, found: str
) -> None:
    """What equals a value is the value, or a list that has it."""
    lists = {"a": ["x"], "b": [["y", "x"]], "c": [[], [["x"]]], "d": [[[["x"], None]]]}
    made = {name: {"letter_config": {"list": value}} for name, value in lists.items()}
    condition: dict[str, Any] = {"$eq": "x"}
    for _ in range(levels):
        condition = {"$elemMatch": condition}
    where = {"case_config.letter_config.list": condition}
    assert await names_found(connection, CREDITORS, "case_config", made, where) == found
