"""Filters, orders and pages drawn at random give what a plain Python oracle says, of two hundred documents each."""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any

import orjson
import pytest
from hypothesis import HealthCheck, given, reject, settings
from hypothesis import strategies as st

from fordran.resources import RESOURCES
from fordran.shape.fields import Field
from fordran.shape.kinds import ANY
from fordran.shape.moments import rfc_1123
from fordran.shape.resource import Resource
from fordran.store.connections.database import Database
from fordran.store.reading.listing import Query, list_statement, read_page
from fordran.store.reading.scope import SYSTEM
from fordran.store.reading.sorting import parse_sort
from fordran.store.reading.where import BadQuery, parse_where
from tests.store.many_documents import TEXTS, draw_rows, insert_rows
from tests.store.oracle import in_order, matches, moment

ROWS = draw_rows(200)
ASKED: dict[str, list[dict[str, Any]]] = {
    "accounts": ROWS.accounts,
    "creditors": [row | {"account": row["account_id"]} for row in ROWS.creditors],
    "users": [
        row
        | {
            "account": row["account_id"] or "",
            "data_access": [
                {"access_group": one["access_group_id"], "granted_date": rfc_1123(one["granted"])}
                for one in ROWS.user_groups
                if one["user_id"] == row["id"]
            ],
        }
        for row in ROWS.users
    ],
    "locales": ROWS.locales,
}
"""Resource → rows that look about like its documents: what filters are drawn from. They are held against real documents."""

# Keys of objects whose keys are not declared.
OPEN_KEYS = {
    "translations": ("sv", "en", "nothing"),
    "machine_translations": ("sv", "xx"),
    "letter_config": ("paper", "copies", "more", "no"),
}


class Documents(dict[str, list[dict[str, Any]]]):
    """Resource → its documents, as they are shown."""

    def __repr__(self) -> str:
        return "documents"


@pytest.fixture(scope="module")
async def documents(database: Database) -> Documents:
    """Every document of each resource, as it is shown."""
    async with database.transaction() as tx:
        await insert_rows(tx, ROWS)
        # The tallies are kept by the verbs, which these rows did not come by.
        for name in ("accounts", "creditors"):
            await tx.execute(f"insert into tallies select '{name}', 'all', count(*) from {name}")
    found = Documents()
    async with database.connection() as connection:
        for name in ASKED:
            shown = []
            for number in (1, 2, 3):
                page = await read_page(connection, RESOURCES[name], SYSTEM, Query(page=number, max_results=100))
                shown += orjson.loads(orjson.dumps(page.items))
            assert len(shown) >= 200
            found[name] = shown
    return found


# What to draw ---------------------------------------------------------------------------------------------------------------


def paths(fields: Mapping[str, Field], above: str = "") -> list[tuple[str, Field]]:
    """Every path that can be asked for, with keys of open objects among them."""
    found = []
    for name, field in fields.items():
        found += [(above + name, field)]
        found += paths(field.children, f"{above}{name}.")
        for key in OPEN_KEYS.get(name, ()) if field.is_open else ():
            child = field.child(key)
            assert child is not None
            found += [(f"{above}{name}.{key}", child)]
            found += paths(child.children, f"{above}{name}.{key}.")
            if child.kind is ANY:
                found += [(f"{above}{name}.{key}.x", child)]
    return found


def values_at(value: Any, steps: list[str]) -> list[Any]:
    if isinstance(value, datetime):
        return [rfc_1123(value)]
    if isinstance(value, list):
        return [value] * (not steps) + [found for item in value for found in values_at(item, steps)]
    if not steps:
        return [] if value is None else [value]
    return values_at(value[steps[0]], steps[1:]) if isinstance(value, dict) and steps[0] in value else []


SCALARS = st.sampled_from([*TEXTS, True, False, *range(-3, 11), 2.5, 12.25, -1e30, 10**25, 2**63, 1e-20, "x" * 50])


def moments(text: str) -> st.SearchStrategy[str]:
    """The same moment in all forms, and those right before and after it."""
    at = moment(text)
    assert at is not None
    forms = ("%a, %d %b %Y %H:%M:%S GMT", "%Y-%m-%dT%H:%M:%SZ", "%Y-%m-%d")
    return st.builds(
        lambda seconds, form: (at + timedelta(seconds=seconds)).strftime(form),
        st.sampled_from([-1, 0, 0, 1]),
        st.sampled_from(forms),
    )


def value_of(found: list[Any], field: Field) -> st.SearchStrategy[Any]:
    """A value to compare a field with: often one that some document has."""
    if field.kind is not None and "datetime" in field.kind.name:
        if not found:
            return SCALARS
        return st.sampled_from([value for value in found if isinstance(value, str)]).flatmap(moments) | SCALARS
    return (st.sampled_from(found) | st.sampled_from(found) | SCALARS) if found else SCALARS


def comparable(found: list[Any], field: Field) -> st.SearchStrategy[Any]:
    """A value of the field's own type, as comparisons take it."""
    kind = field.kind.name if field.kind else ""
    if "datetime" in kind:
        texts = [value for value in found if isinstance(value, str)] or ["2026-03-01"]
        return st.sampled_from(texts).flatmap(moments)
    if kind in ("number", "integer"):
        numbers = [value for value in found if not isinstance(value, list)]
        return st.sampled_from([*numbers, 0, -1, 2.5, 1e30, -(10**25), 12.249999])
    if kind == "any":
        return st.sampled_from([*TEXTS, 0, 1, 2, 2.5, -1])
    return st.sampled_from([*(value for value in found if isinstance(value, str)), *TEXTS])


def operators(found: list[Any], field: Field) -> st.SearchStrategy[dict[str, Any]]:
    """One object of operators that fit the field."""
    value = value_of(found, field) | st.none()
    known: dict[str, st.SearchStrategy[Any]] = {
        "$eq": value,
        "$ne": value,
        "$in": st.lists(value, max_size=4),
        "$nin": st.lists(value, max_size=4),
        "$exists": st.booleans(),
    }
    if field.kind is not None and field.kind.name != "boolean":
        known |= {name: comparable(found, field) for name in ("$gt", "$gte", "$lt", "$lte")}
    if field.is_array:
        known |= {"$size": st.integers(0, 4), "$all": st.lists(value_of(found, field), min_size=1, max_size=3)}
        if field.children:
            elements = [element for one in found if isinstance(one, list) for element in one]
            known["$elemMatch"] = filters(elements, paths(field.children), depth=1).filter(bool)
    single = st.sampled_from(sorted(known)).flatmap(lambda name: known[name].map(lambda operand: {name: operand}))
    several = st.lists(single, min_size=1, max_size=3).map(
        lambda parts: {k: v for part in parts for k, v in part.items()}
    )
    negated = several.map(lambda part: {"$not": part})
    return several | negated | negated.map(lambda part: {"$not": part})


def conditions(items: list[Any], path: str, field: Field) -> st.SearchStrategy[Any]:
    # The documents' own fields are called otherwise in a row.
    steps = {"_id": "id", "_created": "created", "_updated": "updated"}.get(path, path).split(".")
    found = [value for item in items for value in values_at(item, steps)]
    return value_of(found, field) | operators(found, field)


def filters(items: list[Any], fields: list[tuple[str, Field]], depth: int = 3) -> st.SearchStrategy[dict[str, Any]]:
    """A whole filter."""
    each = {path: conditions(items, path, field) for path, field in fields}
    leaf = st.sampled_from(sorted(each)).flatmap(lambda path: each[path].map(lambda condition: {path: condition}))
    return _joined(st.lists(leaf, max_size=2).map(_merged), depth)


def _joined(several: st.SearchStrategy[dict[str, Any]], depth: int) -> st.SearchStrategy[dict[str, Any]]:
    if not depth:
        return several
    inner = st.lists(_joined(several, depth - 1), min_size=1, max_size=3)
    joined = st.builds(lambda name, parts: {name: parts}, st.sampled_from(["$and", "$or", "$nor"]), inner)
    return several | joined | st.builds(lambda one, other: one | other, several, joined)


def _merged(parts: list[dict[str, Any]]) -> dict[str, Any]:
    return {key: value for part in parts for key, value in part.items()}


def orders(resource: Resource) -> st.SearchStrategy[list[tuple[str, bool]]]:
    names = [
        path
        for path, field in paths(resource.fields)
        if field.kind not in (None, ANY)
        and not field.is_array
        and not any(f".{key}" in path for key in ("sv", "en", "xx", "nothing"))
    ]
    return st.lists(st.tuples(st.sampled_from(names), st.booleans()), max_size=3)


# What has to hold -----------------------------------------------------------------------------------------------------------


def queries(name: str) -> st.SearchStrategy[tuple[str, Any, Any, int, int]]:
    return st.tuples(
        st.just(name),
        filters(ASKED[name], paths(RESOURCES[name].fields)),
        orders(RESOURCES[name]),
        st.sampled_from([1, 7, 100]),
        st.sampled_from([1, 1, 2, 3]),
    )


@settings(max_examples=500, deadline=None, suppress_health_check=list(HealthCheck))
@given(query=st.one_of([queries(name) for name in ASKED]))
async def test_items_order_and_total_are_what_the_oracle_says(
    database: Database, documents: Documents, query: tuple[str, Any, Any, int, int]
) -> None:
    name, tree, order, size, number = query
    resource, items, text = RESOURCES[name], documents[name], json.dumps(tree)
    asked = Query(
        page=number,
        max_results=size,
        where=parse_where(text),
        sort=tuple(parse_sort(",".join("-" * descending + path for path, descending in order))),
        projection={"_id": True},
    )
    try:
        list_statement(resource, SYSTEM, asked)
    except BadQuery:
        reject()  # it costs too much
    async with database.connection() as connection:
        page = await read_page(connection, resource, SYSTEM, asked)
    found = [item for item in items if matches(item, json.loads(text), resource.fields)]
    expected = [item["_id"] for item in in_order(found, order, resource.fields)]
    assert page.total == len(expected)
    assert [item["_id"] for item in page.items] == expected[(number - 1) * size : number * size]
