"""Bodies as bytes: what is not JSON as we take it, what is too large, and values that no column could hold."""

from __future__ import annotations

import json
from typing import Any

import httpx
import pytest

from fordran.shape.fields import fields_of
from fordran.shape.kinds import INTEGER, MONEY, NUMBER, TEXT
from fordran.shape.resource import Resource
from tests.api.bodies import creditor, dotted, full_with, issue_at, places, user, with_value
from tests.api.table import CHANGED, CREATED, name_of
from tests.api.world import World

JSON = {"content-type": "application/json"}
NOT_UNDERSTOOD = "The browser (or proxy) sent a request that this server could not understand."
each_create = pytest.mark.parametrize("resource", CREATED, ids=name_of)


def is_refused(answer: httpx.Response, status: int) -> str:
    """The sentence of an error, which has the one shape."""
    assert answer.status_code == status, answer.text
    document = answer.json()
    assert document["_status"] == "ERR"
    assert document["_error"]["code"] == status
    sentence: str = document["_error"]["message"]
    return sentence


NOT_JSON = [
    (b"", "nothing"),
    (b" ", "a blank"),
    (b"null", "null"),
    (b"{", "cut off"),
    (b'{"name": "x",}', "a comma too many"),
    (b"{'name': 'x'}", "Python, not JSON"),
    (b"name=x", "a form"),
    (b'{"name": "x"} {}', "two documents"),
    (b'{"name": NaN}', "NaN"),
    (b'{"name": Infinity}', "Infinity"),
    (b'{"name": -Infinity}', "minus Infinity"),
    (b'{"name": "a", "name": "b"}', "a key twice"),
    (b'{"a": {"name": "a", "name": "a"}}', "a key twice, further in"),
    (b'{"name": "\xff"}', "not UTF-8"),
    (b'{"name": "\xc3"}', "half a letter"),
    ('{"name": "å"}'.encode("latin-1"), "Latin-1"),
    ('{"name": "å"}'.encode("utf-16"), "UTF-16"),
    (b'{"name": "\n"}', "a line end within a string"),
    (b"[" * 101 + b"]" * 101, "one level too deep"),
    (b'{"a":' * 101 + b"1" + b"}" * 101, "objects one level too deep"),
    (b"[" * 100_000, "very deep"),
    (b'{"name": 01}', "a leading zero"),
    (b'{"name": 1e99999999999999999999}', "an exponent beyond all bounds"),
    (b'{"name": tru}', "half a word"),
]


@each_create
async def test_what_is_not_json_is_refused(operator: httpx.AsyncClient, resource: Resource) -> None:
    for body, remark in NOT_JSON:
        answer = await operator.post(f"/{resource.name}", content=body, headers=JSON)
        assert is_refused(answer, 400).startswith(NOT_UNDERSTOOD), remark


@pytest.mark.parametrize("resource", CHANGED, ids=name_of)
async def test_what_is_not_json_changes_nothing(world: World, resource: Resource) -> None:
    (item, *_) = await world.some(resource.name)
    headers = JSON | {"if-match": item["_etag"]}
    for body, remark in NOT_JSON:
        answer = await world.operator.patch(f"/{resource.name}/{item['_id']}", content=body, headers=headers)
        assert is_refused(answer, 400), remark
    assert (await world.operator.get(f"/{resource.name}/{item['_id']}")).json() == item


@pytest.mark.parametrize(
    ("body", "shown"),
    [(b'"x"', "x"), (b"1", "1"), (b"true", "True"), (b"1.5", "1.5"), (b'"\\ud800"', "?"), (b"1e999", "1E+999")],
)
@each_create
async def test_a_single_value_is_no_document(
    operator: httpx.AsyncClient, resource: Resource, body: bytes, shown: str
) -> None:
    answer = await operator.post(f"/{resource.name}", content=body, headers=JSON)
    is_refused(answer, 422)
    assert answer.json()["_issues"] == {"validation exception": f"'{shown}' is not a document, must be a dict"}


@pytest.mark.parametrize("levels", [99, 100])
async def test_a_body_may_be_a_hundred_levels_deep(operator: httpx.AsyncClient, levels: int) -> None:
    body = b'{"nothing":' + b"[" * (levels - 1) + b"]" * (levels - 1) + b"}"
    answer = await operator.post("/users", content=body, headers=JSON)
    is_refused(answer, 422)
    assert answer.json()["_issues"]["nothing"] == "unknown field"


@pytest.mark.parametrize(
    ("content_type", "status", "remark"),
    [
        ("application/json", 201, "as it should be"),
        ("application/json; charset=utf-8", 201, "with a charset"),
        ("Application/JSON", 201, "in other letters"),
        ("application/json;x=y", 201, "with a parameter"),
        ("text/plain", 400, "text"),
        ("application/x-www-form-urlencoded", 400, "a form"),
        ("multipart/form-data; boundary=x", 400, "a form with files"),
        ("application/jsonp", 400, "nearly"),
        ("application/json-patch+json", 400, "something else that is JSON"),
        ("text/json", 400, "an old name"),
        ("", 400, "empty"),
        (None, 400, "none"),
    ],
)
async def test_content_types(world: World, content_type: str | None, status: int, remark: str) -> None:
    headers = {} if content_type is None else {"content-type": content_type}
    answer = await world.operator.post("/users", content=json.dumps(user(world)), headers=headers)
    assert answer.status_code == status, remark
    if status == 400:
        assert is_refused(answer, 400).startswith("Unknown or no Content-Type header supplied")


async def test_a_byte_order_mark_is_passed_over(world: World) -> None:
    body = b"\xef\xbb\xbf" + json.dumps(user(world)).encode()
    assert (await world.operator.post("/users", content=body, headers=JSON)).status_code == 201


@each_create
async def test_a_body_may_have_ten_mebibytes(operator: httpx.AsyncClient, resource: Resource) -> None:
    limit = 10 * 1024 * 1024
    at_limit = b'{"nothing": "' + b"x" * (limit - 15) + b'"}'
    assert len(at_limit) == limit
    is_refused(await operator.post(f"/{resource.name}", content=at_limit, headers=JSON), 422)
    over = await operator.post(f"/{resource.name}", content=at_limit + b" ", headers=JSON)
    assert "10 MiB" in is_refused(over, 413)


async def test_a_body_that_does_not_say_its_length_is_measured(operator: httpx.AsyncClient) -> None:
    async def parts() -> Any:
        for _ in range(11):
            yield b" " * 1024 * 1024

    is_refused(await operator.post("/users", content=parts(), headers=JSON), 413)
    lying = await operator.post("/users", content=parts(), headers=JSON | {"content-length": "10"})
    is_refused(lying, 413)


# Values ---------------------------------------------------------------------------------------------------------------------

HUGE = [
    "1e999",
    "-1e999",
    "9223372036854775808e1",
    "1" + "0" * 30,
    "9" * 5000,
    "1e-999",
    "0." + "1" * 5000,
    "1e999999999",
]


@each_create
async def test_numbers_that_no_column_holds_are_refused(world: World, resource: Resource) -> None:
    assert resource.input is not None
    for path, field in places(fields_of(resource.input)):
        if field.kind not in (NUMBER, MONEY, INTEGER) or field.is_array:
            continue
        text = json.dumps(with_value(full_with(resource, world, path), path, "HERE"))
        for number in HUGE:
            body = text.replace('"HERE"', number).encode()
            answer = await world.operator.post(f"/{resource.name}", content=body, headers=JSON)
            is_refused(answer, 422)
            assert issue_at(answer.json()["_issues"], path), (dotted(path), number[:20])


@each_create
async def test_half_a_surrogate_pair_is_refused(world: World, resource: Resource) -> None:
    assert resource.input is not None
    for path, field in places(fields_of(resource.input)):
        if field.kind is not TEXT or field.is_array:
            continue
        text = json.dumps(with_value(full_with(resource, world, path), path, "HERE"))
        for half in (r'"\ud800"', r'"a\udfffb"', r'"\udc00\ud800"'):
            body = text.replace('"HERE"', half).encode()
            for query in ("", "?pretty"):
                answer = await world.operator.post(f"/{resource.name}{query}", content=body, headers=JSON)
                is_refused(answer, 422)
                assert issue_at(answer.json()["_issues"], path), dotted(path)


@each_create
async def test_unknown_keys_of_any_letters_are_refused(operator: httpx.AsyncClient, resource: Resource) -> None:
    for key in (r"\ud800", r"\u0000", "", "$where", "a.b", "__class__", "x" * 20_000, "ö", r"\ud83d\ude00"):
        body = f'{{"{key}": 1}}'.encode()
        is_refused(await operator.post(f"/{resource.name}", content=body, headers=JSON), 422)


OPEN_VALUES = [
    (r'{"a": "\ud800"}', "half a surrogate pair"),
    (r'{"\ud800": 1}', "half a surrogate pair in a key"),
    (r'{"a": {"b": ["\u0000"]}}', "U+0000, further in"),
    (r'{"a\u0000": 1}', "U+0000 in a key"),
    ('{"a": 1e999}', "a number too large"),
    ('{"a": [1, 18446744073709551616]}', "an integer too large"),
    ('{"a": 1e999999999}', "a number that would fill the memory"),
    ('{"a": null}', "null"),
    ('{"a": "%s"}' % ("x" * 10_001), "a text too long"),
    ('{"a": 1e-400}', "a number too small"),
]


@pytest.mark.parametrize(("value", "remark"), OPEN_VALUES, ids=[remark for _, remark in OPEN_VALUES])
async def test_an_object_whose_keys_are_free_holds_only_what_can_be_stored(
    world: World, value: str, remark: str
) -> None:
    body = creditor(world)
    body["case_config"]["letter_config"] = "HERE"
    text = json.dumps(body).replace('"HERE"', value)
    for query in ("", "?pretty"):
        answer = await world.operator.post(f"/creditors{query}", content=text.encode(), headers=JSON)
        is_refused(answer, 422)
        assert issue_at(answer.json()["_issues"], ("case_config", "letter_config")), remark


async def test_an_object_whose_keys_are_free_comes_back_as_it_was_sent(world: World) -> None:
    sent = {"a": {"b": [1, "två", True, {"c": 1.25}]}, "d.e": "", "$f": 9007199254740993, "å": -0.1, "g": []}
    body = creditor(world)
    body["case_config"]["letter_config"] = sent
    made = await world.create("/creditors", body)
    read = (await world.operator.get(f"/creditors/{made['_id']}")).json()
    assert read["case_config"]["letter_config"] == sent


@pytest.mark.parametrize("text", ["Ö", "漢字", "😀", "e\u0301", "'; drop table users; --", "%s", "$1", "{}"])
async def test_a_text_comes_back_letter_by_letter(world: World, text: str) -> None:
    name = f"<{text}>"
    made = await world.create("/users", user(world, name=name))
    assert (await world.operator.get(f"/users/{made['_id']}")).json()["name"] == name
    found = await world.operator.get("/users", params={"where": json.dumps({"name": name})})
    assert made["_id"] in [item["_id"] for item in found.json()["_items"]]


@pytest.mark.parametrize("text", ["\u202e", "\t\n"])
async def test_other_texts_than_names_keep_invisible_characters(world: World, text: str) -> None:
    body = creditor(world)
    body["case_config"]["letter_config"] = {"a": f"<{text}>"}
    made = await world.create("/creditors", body)
    read = (await world.operator.get(f"/creditors/{made['_id']}")).json()
    assert read["case_config"]["letter_config"] == {"a": f"<{text}>"}


async def test_one_key_twice_among_very_many_is_found_at_once(operator: httpx.AsyncClient) -> None:
    keys = ",".join(f'"k{number}":1' for number in range(200_000))
    body = ("{" + keys + ',"k199999":1}').encode()
    assert "k199999" in is_refused(await operator.post("/users", content=body, headers=JSON), 400)


async def test_only_ascii_letters_make_a_country(world: World) -> None:
    for letters in ("ß", "ﬁ", "XX", "Sverige", "", "752"):
        body = creditor(world)
        body["sender_address"] = body["sender_address"] | {"country": letters}
        answer = await world.operator.post("/creditors", json=body)
        assert "country" in answer.json()["_issues"]["sender_address"], letters
    body["sender_address"] = body["sender_address"] | {"country": "no"}
    made = await world.create("/creditors", body)
    read = (await world.operator.get(f"/creditors/{made['_id']}")).json()
    assert read["sender_address"]["country"] == "NO"
