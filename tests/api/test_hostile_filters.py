"""Filters that mean harm, or nothing: refused with a sentence, never an error of ours, and never more than one's own."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import httpx
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from fordran.shape.resource import Resource
from tests.api.asking import NOT_UNDERSTOOD, each_list, paths, refusal
from tests.api.table import LISTED
from tests.api.world import World

UNKNOWN = (
    "$where", "$regex", "$expr", "$mod", "$text", "$function", "$type", "$options", "$foo", "$", "$$", "$EQ", "$eq ",
    "$jsonSchema",
)  # fmt: skip


async def ask(client: httpx.AsyncClient, resource: str, where: Any) -> httpx.Response:
    return await client.get(f"/{resource}", params={"where": where if isinstance(where, str) else json.dumps(where)})


@pytest.mark.parametrize("operator", UNKNOWN)
async def test_an_unknown_operator_is_refused_at_every_depth(world: World, operator: str) -> None:
    evil = {operator: "sleep(1000)"}
    for where in (
        evil,
        {"name": evil},
        {"name": {"$eq": evil}},
        {"name": {"$not": evil}},
        {"name": {"$not": {"$not": evil}}},
        {"name": {"$in": [evil]}},
        {"name": {"$in": ["a", [evil]]}},
        {"name": {"$eq": "a", **evil}},
        {"name": "a", **evil},
        {"name": {"x": {"y": [evil]}}},
        {"$and": [evil]},
        {"$or": [{"name": "a"}, {"$nor": [evil]}]},
        {"sender_address": {"city": evil}},
        {"sender_address.city": evil},
        {"case_config.letter_config.any.key": evil},
        {"case_config.letter_config": {"any": evil}},
        {"warnings": {"$elemMatch": evil}},
        {"warnings": {"$elemMatch": {"field": evil}}},
        {"warnings": {"$all": [evil]}},
        {"warnings": [evil]},
        {"warnings.field": evil},
        {"warnings.field": {"$not": evil}},
        {"is_active": evil},
        {"creditor_number": {"$gt": 1, **evil}},
        {"_created": {"$gt": evil}},
        {"$expr": {"$gt": ["$name", evil]}},
    ):
        assert refusal(await ask(world.operator, "creditors", where)).startswith(NOT_UNDERSTOOD), where


@pytest.mark.parametrize(
    ("where", "remark"),
    [
        ({"$or": []}, "nothing to choose from"),
        ({"$and": []}, "nothing to join"),
        ({"$or": {"name": "a"}}, "an object for a list"),
        ({"$or": ["a"]}, "a text for a filter"),
        ({"$nor": [None]}, "null for a filter"),
        ({"$not": {"name": "a"}}, "not beside a field"),
        ({"name": {"$in": "a"}}, "one value for a list"),
        ({"name": {"$nin": {"a": 1}}}, "an object for a list"),
        ({"name": {"$exists": 1}}, "a number for true"),
        ({"name": {"$exists": "true"}}, "a text for true"),
        ({"name": {"$not": "a"}}, "not with a value"),
        ({"name": {"$not": {}}}, "not with nothing"),
        ({"name": {"$not": {"x": 1}}}, "not with an object"),
        ({"name": {"$eq": "a", "x": 1}}, "operators and fields in one"),
        ({"warnings.field": {"$eq": "a", "x": 1}}, "operators and fields in one, in an array"),
        ({"warnings.field": {"$not": {"$eq": "a", "x": 1}}}, "operators and fields in one, negated"),
        ({"warnings": {"$size": -1}}, "less than nothing"),
        ({"warnings": {"$size": 1.5}}, "half an element"),
        ({"warnings": {"$size": "1"}}, "a text for a number"),
        ({"warnings": {"$size": True}}, "true for a number"),
        ({"warnings": {"$size": 2**31}}, "more than an array holds"),
        ({"warnings": {"$all": []}}, "all of nothing"),
        ({"warnings": {"$all": "a"}}, "one value for a list"),
        ({"warnings": {"$elemMatch": {}}}, "an element of no form"),
        ({"warnings": {"$elemMatch": []}}, "a list for a filter"),
        ({"warnings": {"$elemMatch": {"nothing": 1}}}, "an element's unknown field"),
        ({"warnings": {"$gt": "a"}}, "objects have no order"),
        ({"warnings.0.field": "a"}, "elements have no numbers"),
        ({"sender_address": {"$gt": {}}}, "objects have no order"),
        ({"name.x": 1}, "a text has no fields"),
        ({"translations": 1}, "a field of another resource"),
        ({"name\x00": 1}, "U+0000 in a name"),
        ({"case_config.letter_config.a\x00": 1}, "U+0000 in a free key"),
        ({"case_config.letter_config": {"a": "\x00"}}, "U+0000 in a value of free form"),
        ({"name": {"$gt": "\x00"}}, "U+0000 to compare with"),
        ({"creditor_number": {"$gt": "1"}}, "a text to compare a number with"),
        ({"is_active": {"$gt": False}}, "flags have no order"),
    ],
)
async def test_what_makes_no_sense_is_refused(world: World, where: dict[str, Any], remark: str) -> None:
    assert refusal(await ask(world.operator, "creditors", where)).startswith(NOT_UNDERSTOOD), remark


@pytest.mark.parametrize(
    "where",
    [
        '{"name": "\\ud800"}',
        '{"name": {"$in": ["\\ud800"]}}',
        '{"name": "a\\u0000b"}',
        '{"creditor_number": 1e999}',
        '{"creditor_number": 99999999999999999999999999}',
        '{"creditor_number": 0.1}',
        '{"creditor_number": {"$in": [1e30, "a", null, [], {}]}}',
        '{"creditor_number": true}',
        '{"_created": "yesterday"}',
        '{"_created": 7}',
        '{"sender_address": "Storgatan"}',
        '{"is_active": 1}',
        '{"name": ["a"]}',
        '{"name": {"x": 1}}',
        '{"case_config.letter_config.paper.deeper.still": 7}',
        '{"case_config.letter_config.\'; drop table users --": 7}',
        '{"case_config.letter_config.x": {"$in": []}}',
    ],
)
async def test_equality_with_what_nothing_equals_is_an_empty_answer(world: World, where: str) -> None:
    answer = await ask(world.operator, "creditors", where)
    assert answer.status_code == 200, answer.text
    assert answer.json()["_meta"]["total"] == 0


HUGE = [
    "1e999", "-1e999", "1e1001", "1e99999", "1" + "0" * 3000, "0." + "0" * 3000 + "1", "1." + "1" * 3000, "1e999999999",
    "0e99999",
]  # fmt: skip


@pytest.mark.parametrize("number", HUGE, ids=[number[:12] for number in HUGE])
async def test_giant_numbers_are_compared_or_refused(world: World, number: str) -> None:
    for path in ("creditor_number", "case_config.letter_config.copies", "case_config.letter_config"):
        for operator in ("$eq", "$ne", "$gt", "$gte", "$lt", "$lte", "$in"):
            if path.endswith("config") and operator in ("$gt", "$gte", "$lt", "$lte"):
                continue
            operand = f"[{number}]" if operator == "$in" else number
            answer = await ask(world.operator, "creditors", f'{{"{path}": {{"{operator}": {operand}}}}}')
            assert answer.status_code in (200, 400), (path, operator, answer.text)


async def test_numbers_beyond_a_columns_range_compare_as_numbers_do(world: World) -> None:
    total = (await world.operator.get("/creditors")).json()["_meta"]["total"]
    for operator, number, expected in (
        ("$lt", "1e30", total), ("$gt", "1e30", 0), ("$gt", "-1e30", total), ("$lte", "-1e30", 0),
        ("$gt", "0e50", total), ("$ne", "1e30", total), ("$gte", "2000000.5", total), ("$lt", "2000000.999", 0),
    ):  # fmt: skip
        answer = await ask(world.operator, "creditors", f'{{"creditor_number": {{"{operator}": {number}}}}}')
        assert answer.json()["_meta"]["total"] == expected, (operator, number)


# Size -----------------------------------------------------------------------------------------------------------------------


def nested(levels: int) -> dict[str, Any]:
    """A filter that many levels of JSON deep."""
    where: Any = {"name": "a"} if levels % 2 else {"name": ["a"]}
    for _ in range((levels - 1) // 2):
        where = {"$and": [where]}
    return dict(where)


@pytest.mark.parametrize(
    ("levels", "is_taken"), [(1, True), (19, True), (20, True), (21, False), (22, False), (2001, False)]
)
async def test_a_filter_has_at_most_twenty_levels(world: World, levels: int, is_taken: bool) -> None:
    text = json.dumps(nested(levels)) if levels < 500 else '{"$and":[' * 1000 + "{}" + "]}" * 1000
    answer = await ask(world.operator, "creditors", text)
    assert answer.status_code == (200 if is_taken else 400)


@pytest.mark.parametrize(
    "text",
    ["[" * 20_000, '{"a":' * 5_000, '{"$not":' * 2_000 + "1" + "}" * 2_000, '{"name":' + "[" * 3000 + "]" * 3000 + "}"],
    ids=["brackets", "braces", "negations", "values"],
)
async def test_very_deep_text_is_refused_at_once(world: World, text: str) -> None:
    assert refusal(await ask(world.operator, "creditors", text))


@pytest.mark.parametrize(("count", "is_taken"), [(1000, True), (1001, False)])
async def test_a_filter_has_at_most_a_thousand_values(world: World, count: int, is_taken: bool) -> None:
    status = 200 if is_taken else 400
    wheres: list[Any] = [
        {"name": {"$in": ["a"] * count}},
        {"warnings.field": {"$in": ["a"] * count}},
        {"warnings.field": {"$nin": ["a"] * count}},
        {"creditor_number": {"$in": list(range(count))}},
        {"$or": [{}] * count},
        {"name": ["a"] * count},
    ]
    for where in wheres:
        answer = await ask(world.operator, "creditors", where)
        assert answer.status_code == status, str(where)[:60]


@pytest.mark.parametrize(
    ("most", "where", "remark"),
    [
        (2, lambda count: {"$or": [{"warnings": {"$elemMatch": {"field": "a"}}}] * count}, "elements of an array"),
        (2, lambda count: {"$nor": [{"warnings.field": "a"}] * count}, "the same by a path, each with its part"),
        (2, lambda count: {"warnings": {"$all": ["a"] * count}}, "all of several elements"),
        (6, lambda count: {"$or": [{"agreement_address.city": "a"}] * count}, "parts of objects"),
        (
            3,
            lambda count: {"$and": [{"_etag": {"$ne": str(number)}} for number in range(count)]},
            "made for each document",
        ),
        (6, lambda count: {"$or": [{"agreement_address": {"city": "a"}}] * count}, "whole objects"),
        (200, lambda count: {"$or": [{"name": "a"}] * count}, "a column"),
    ],
)
async def test_a_filter_that_costs_too_much_is_refused(
    world: World, most: int, where: Callable[[int], Any], remark: str
) -> None:
    assert (await ask(world.operator, "creditors", json.dumps(where(most)))).status_code == 200, remark
    assert (await ask(world.operator, "creditors", json.dumps(where(most + 1)))).status_code == 400, remark


async def test_the_refusal_says_what_conditions_cost(world: World) -> None:
    said = refusal(await ask(world.operator, "creditors", json.dumps({"$or": [{"warnings.field": "a"}] * 480})))
    assert "on an array" in said


async def test_an_order_that_costs_too_much_is_refused(world: World) -> None:
    for order, status in (("agreement_address.city," * 5, 200), ("agreement_address.city," * 6, 400)):
        assert (await world.operator.get("/creditors", params={"sort": order.strip(",")})).status_code == status
    for order, status in (("matrix.unit_price," * 2, 200), ("matrix.unit_price," * 3, 400)):
        assert (await world.operator.get("/invoices", params={"sort": order.strip(",")})).status_code == status


async def test_a_path_has_no_more_steps_than_a_filter_has_levels(world: World) -> None:
    assert refusal(await ask(world.operator, "creditors", json.dumps({"case_config" + ".a" * 5000: 1})))


# Injection ------------------------------------------------------------------------------------------------------------------

INJECTIONS = [
    "'", '"', "\\", "--", ";", "' or '1'='1", '" or true --', "'; drop table users; --", "$1", "$$", "%s", "{}", "{0}",
    "a' -> 'b", "a\"::text", "x'); select pg_sleep(10); --", "\\'; --", "ʼ", "＇", "0x27", "\u2028",
]  # fmt: skip


@each_list
async def test_text_of_a_client_never_becomes_sql(world: World, resource: Resource) -> None:
    total = (await world.operator.get(f"/{resource.name}")).json()["_meta"]["total"]
    text_fields = [path for path, field in paths(resource.fields) if field.kind and field.kind.name == "string"]
    for text in INJECTIONS:
        for path in text_fields[:2]:
            answer = await ask(world.operator, resource.name, {path: text})
            assert answer.json()["_meta"]["total"] == 0, (path, text)
            answer = await ask(world.operator, resource.name, {path: {"$nin": [text]}})
            assert answer.json()["_meta"]["total"] == total, (path, text)
        assert refusal(await ask(world.operator, resource.name, {text: 1}))
        assert refusal(await ask(world.operator, resource.name, {f"_id.{text}": 1}))
        if text not in ("{}", "\u2028"):  # which say nothing
            assert (await world.operator.get(f"/{resource.name}", params={"sort": text})).status_code == 400
        projection = json.dumps({text: 1})
        assert (await world.operator.get(f"/{resource.name}", params={"projection": projection})).status_code == 200


async def test_free_keys_of_a_client_never_become_sql(world: World) -> None:
    for text in INJECTIONS:
        for where in ({f"case_config.letter_config.{text}": "a"}, {f"case_config.letter_config.a.{text}": {"$gt": 1}}):
            answer = await ask(world.operator, "creditors", where)
            assert (answer.status_code, answer.json()["_meta"]["total"]) == (200, 0), where


# Anything at all ------------------------------------------------------------------------------------------------------------

KEYS = st.sampled_from(
    ["$and", "$or", "$nor", "$not", "$eq", "$ne", "$gt", "$lt", "$in", "$nin", "$exists", "$all", "$size", "$elemMatch",
     "$where", "$x", "name", "_id", "_created", "account", "data_access", "data_access.access_group", "warnings",
     "warnings.field",
     "sender_address", "sender_address.city", "case_config.letter_config", "case_config.letter_config.x", "translations",
     "translations.sv.translation", "translations.sv", "is_active", "creditor_number", "case_settings.interest_rate.rate_percent",
     "nothing", "", ".", "a.b"]
)  # fmt: skip
SCALARS = (
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=5)
)
ANYTHING = st.recursive(
    SCALARS | st.sampled_from(["2026-03-01", "Sun, 01 Mar 2026 00:00:00 GMT", 10**40]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS, inner, max_size=3),
    max_leaves=12,
)
FILTERS = st.dictionaries(KEYS, ANYTHING, max_size=3)


@settings(max_examples=200, deadline=None, suppress_health_check=list(HealthCheck))
@given(name=st.sampled_from([resource.name for resource in LISTED]), where=FILTERS, sort=st.text(max_size=12) | KEYS)
async def test_whatever_is_asked_is_answered_or_refused(world: World, name: str, where: Any, sort: str) -> None:
    for query in (
        {"where": json.dumps(where)},
        {"where": json.dumps(where), "sort": sort},
        {"projection": json.dumps(where)},
    ):
        answer = await world.operator.get(f"/{name}", params=query)
        assert answer.status_code in (200, 400), answer.text


@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
@given(text=st.text(max_size=40) | st.text(alphabet='{}[]":,$. 0123456789eE+-truefalsnl\\u', max_size=40))
async def test_whatever_text_is_sent_is_answered_or_refused(world: World, text: str) -> None:
    for parameter in ("where", "sort", "projection", "page", "max_results"):
        answer = await world.operator.get("/creditors", params={parameter: text.encode("utf-8", "replace")})
        assert answer.status_code in (200, 400), answer.text
