"""Filters whose meaning is easily lost between documents and SQL, each on a handful of documents made for it."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from typing import Any

import pytest

from fordran.resources.creditors import CREDITORS
from fordran.shape.json_in import json_of
from fordran.store.connections.database import Connection, Database
from fordran.store.reading.listing import Query, read_page
from fordran.store.reading.parameters import SqlParameters
from fordran.store.reading.scope import SYSTEM
from fordran.store.reading.where import MAX_VALUES, BadQuery, parse_where
from fordran.store.reading.where_sql import compile_where
from fordran.store.rows.rows import insert
from tests.store.many_documents import Drawn

# Letter → what the creditor by that name has.
CREDITORS_MADE: dict[str, dict[str, Any]] = {
    "a": {"warnings": None},
    "b": {"warnings": []},
    "c": {"warnings": [{"field": "x"}]},
    "d": {"warnings": [{"field": "x", "reason": "1"}, {"field": "y", "reason": "5"}]},
    "e": {"warnings": [{"field": "x", "reason": "3"}]},
    "f": {"case_config": {"letter_config": {"n": 2, "list": [1, "x", {"k": 1}]}}},
    "g": {"case_config": {"letter_config": {"n": "2", "list": []}}},
    "h": {"case_config": {"letter_config": {"n": 0.1}}},
    "i": {"case_config": {}},
}


@pytest.fixture(scope="module")
async def connection(database: Database) -> AsyncIterator[Connection]:
    drawn = Drawn(7)
    async with database.transaction() as tx:
        account = drawn.account()
        await insert(tx, "accounts", account)
        for name, more in CREDITORS_MADE.items():
            row = drawn.creditor(account["id"]) | {"name": name, "case_config": None, "warnings": None} | more
            await insert(tx, "creditors", row)
    async with database.connection() as opened:
        yield opened


ROWS: list[tuple[dict[str, Any], str, str]] = [
    ({"warnings.reason": None}, "acfghi", "no array, or an element that lacks it; an empty array lacks nothing"),
    ({"warnings.reason": {"$ne": None}}, "bde", "the opposite"),
    ({"warnings.reason": {"$in": [None, "5"]}}, "acdfghi", "missing, or 5"),
    ({"warnings.reason": {"$nin": [None, "5"]}}, "be", "the opposite"),
    ({"warnings.reason": {"$exists": True}}, "de", "some element has it"),
    ({"warnings.reason": {"$exists": False}}, "abcfghi", "no element has it"),
    ({"warnings.reason": {"$gt": "2", "$lt": "4"}}, "de", "each operator by some element, not by the same"),
    ({"warnings": {"$elemMatch": {"reason": {"$gt": "2", "$lt": "4"}}}}, "e", "both by one element"),
    ({"warnings.reason": {"$not": {"$gt": "2", "$lt": "4"}}}, "abcfghi", "the negation of both together"),
    ({"warnings.reason": {"$not": {"$ne": "5"}}}, "d", "a negation negated"),
    ({"warnings.reason": {"$not": {"$not": {"$ne": "5"}}}}, "abcefghi", "negated three times"),
    ({"warnings.reason": {"$ne": "5"}}, "abcefghi", "no element is it"),
    ({"warnings.field": {"$all": ["x", "y"]}}, "d", "both are there"),
    ({"warnings": {"$size": 0}}, "b", "empty is not missing"),
    ({"warnings": []}, "b", "equal to the empty array"),
    ({"warnings": None}, "afghi", "missing is not empty"),
    ({"warnings": {"field": "x"}}, "c", "an element that is just that"),
    ({"warnings": {"reason": "3", "field": "x"}}, "e", "whatever the order of keys"),
    ({"warnings": [{"field": "x"}]}, "c", "an array that is just that"),
    ({"case_config.letter_config.n": 2}, "f", "a number is not its text"),
    ({"case_config.letter_config.n": 2.0}, "f", "2.0 is 2"),
    ({"case_config.letter_config.n": "2"}, "g", "a text is not its number"),
    ({"case_config.letter_config.n": {"$gt": "1"}}, "g", "texts compare with texts"),
    ({"case_config.letter_config.n": {"$gt": 0}}, "fh", "numbers with numbers"),
    ({"case_config.letter_config.n": {"$gte": 0.1, "$lt": 0.2}}, "h", "decimals are exact"),
    ({"case_config.letter_config.n": None}, "abcdei", "missing anywhere on the way"),
    ({"case_config.letter_config.list": "x"}, "f", "an element of an array in an open object"),
    ({"case_config.letter_config.list": {"k": 1}}, "f", "an object in such an array"),
    ({"case_config.letter_config.list": {"$ne": "x"}}, "abcdeghi", "the opposite"),
    ({"case_config.letter_config.list": []}, "g", "an empty one"),
    ({"case_config.letter_config.list": {"$size": 3}}, "f", "its size"),
    ({"case_config.letter_config.n.deeper": 1}, "", "below what is no object"),
    ({"case_config.letter_config.nothing": 1}, "", "a key that nobody has"),
    ({"case_config.letter_config.nothing": {"$ne": 1}}, "abcdefghi", "the opposite"),
    ({"case_config.letter_config.nothing": {"$in": []}}, "", "one of nothing"),
    ({"case_config.vat_area": 7}, "", "another type"),
    ({"case_config": {}}, "i", "an empty object"),
    ({"$or": [{"name": "a"}, {"name": "b"}], "warnings": []}, "b", "or keeps its parentheses"),
    ({"$nor": [{"name": "a"}, {"warnings.reason": "5"}]}, "bcefghi", "neither"),
    ({"$and": [{}, {"$or": [{}]}]}, "abcdefghi", "nothing asked"),
]


@pytest.mark.parametrize(("where", "found", "remark"), ROWS, ids=[remark for _, _, remark in ROWS])
async def test_what_a_filter_means(connection: Connection, where: dict[str, Any], found: str, remark: str) -> None:
    query = Query(where=parse_where(json.dumps(where)), sort=(("name", False),))
    page = await read_page(connection, CREDITORS, SYSTEM, query)
    assert "".join(item["name"] for item in page.items) == found, remark
    assert page.total == len(found)


@pytest.mark.parametrize(
    "number", ["2000001.00000000000000000000000000000000001", "2000000.99999999999999999999999999999999999"]
)
async def test_decimals_are_compared_to_the_last_digit(connection: Connection, number: str) -> None:
    is_more = number.startswith("2000001")
    for operator, expected in (("$eq", 0), ("$lt", is_more), ("$lte", is_more), ("$in", 0)):
        operand = f"[{number}]" if operator == "$in" else number
        where = parse_where(f'{{"creditor_number": {{"$gte": 2000001, "{operator}": {operand}}}}}')
        page = await read_page(connection, CREDITORS, SYSTEM, Query(where=where))
        assert page.total == expected, operator


def test_a_filter_too_large_is_refused_before_it_is_compiled() -> None:
    assert len(parse_where(json.dumps({"$or": [{"name": str(n)} for n in range(MAX_VALUES)]}))["$or"]) == MAX_VALUES
    for text in (
        json.dumps({"name": {"$in": ["a"] * 10_000}}),
        json.dumps({"$or": [{}] * 10_000}),
        json.dumps({"$and": [[]] * 10_000}),
        '{"$and":[' * 5_000 + "{}" + "]}" * 5_000,
        "[" * 500_000,
    ):
        with pytest.raises(BadQuery):
            parse_where(text)


def test_no_text_of_the_client_stands_in_the_sql() -> None:
    marker = "m4rk3r"
    where = json_of(
        json.dumps(
            {
                "name": {"$in": [marker], "$ne": marker, "$gt": marker},
                f"case_config.letter_config.{marker}.{marker}": {"$eq": {marker: marker}},
                "warnings": {"$elemMatch": {"field": marker}, "$all": [{marker: 1}]},
            }
        )
    )
    for path, condition in where.items():
        parameters = SqlParameters()
        assert marker not in compile_where({path: condition}, CREDITORS, parameters)
        assert marker in str(parameters.values)
