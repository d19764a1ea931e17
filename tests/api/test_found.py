"""What hostile requests have found, each mended: whatever is asked is answered, quickly, and with less than 500."""

from __future__ import annotations

import asyncio
import time
from typing import Any

import pytest

from fordran.api.http.errors import TOO_LONG_TO_FIND
from fordran.resources.creditors import CREDITORS
from fordran.resources.invoice_registrations import INVOICE_REGISTRATIONS
from fordran.shape import kinds
from fordran.shape.fields import MOST_ISSUES, Refused, read
from fordran.shape.json_in import MOST_MEMBERS, MOST_VALUES, NotJson, json_of
from tests.api.bodies import case_registration
from tests.api.world import World

END = "9999-12-31T23:59:59Z"
MUCH = 10.0
"""Seconds of processor time, several times what it takes."""


@pytest.mark.parametrize(
    ("act", "body"),
    [
        ("respite", {"until": END}),
        ("amortization-plans", {"instalments": 3, "first_date": END}),
        ("amortization-plans", {"amount": 1, "first_date": "9999-11-30"}),
    ],
)
async def test_the_end_of_the_calendar_is_no_day_to_count_from(world: World, act: str, body: dict[str, Any]) -> None:
    answer = await world.operator.post(f"/cases/{world.case}/{act}", json=body)
    assert answer.status_code == 422, answer.text
    assert "must be a day from 1900 to 2199" in answer.text


@pytest.mark.parametrize("at", [END, "9999-12-31", "0001-01-01", "Fri, 31 Dec 9999 23:59:59 GMT"])
async def test_a_case_is_stated_on_any_day_of_the_calendar(world: World, at: str) -> None:
    answer = await world.operator.get(f"/cases/{world.case}/statement", params={"at": at})
    assert answer.status_code == 200, answer.text


UNPRESSED = "".join(chr(0x4E00 + number * 7919 % 20_000) for number in range(9_000))
"""A long text that no compression makes short enough for an index."""


@pytest.mark.parametrize("field", ["name", "customer_number", "id_number"])
async def test_a_text_to_find_a_customer_by_may_be_too_long_for_the_index(world: World, field: str) -> None:
    body = case_registration(world)
    refused = await world.operator.post(
        "/case--registrations", json=body | {"customer": body["customer"] | {field: UNPRESSED}}
    )
    assert (refused.status_code, refused.json()["_issues"]) == (422, {"validation exception": TOO_LONG_TO_FIND})
    four_bytes = "".join(chr(0x20000 + number * 7919 % 40_000) for number in range(500))
    taken = await world.operator.post(
        "/case--registrations", json=body | {"customer": body["customer"] | {field: four_bytes}}
    )
    assert taken.status_code == 201, taken.text


async def test_an_override_by_head_is_answered_as_a_post_is(world: World) -> None:
    """It announced a body and sent none, which no server can send."""
    plain = {"accept-encoding": "identity"}
    read_ = await world.operator.get("/users", headers=plain)
    overridden = await world.operator.post("/users", headers=plain | {"x-http-method-override": "HEAD"})
    assert overridden.status_code == 200
    assert overridden.content == read_.content
    assert int(overridden.headers["content-length"]) == len(overridden.content)


async def test_of_one_invoice_number_in_many_case_registrations_at_once_one_is_taken(world: World) -> None:
    """Nothing noticed when the unique key was switched off: invoices have one of their own, and cases had no test."""
    body = case_registration(world)
    bodies = [case_registration(world, debts=body["debts"]) for _ in range(8)]
    answers = await asyncio.gather(*(world.operator.post("/case--registrations", json=one) for one in bodies))
    assert sorted(answer.status_code for answer in answers) == [201, *[422] * 7]


async def test_a_hold_is_lifted_by_the_tag_of_the_case_and_no_other(world: World) -> None:
    path = f"/cases/{world.case}/disputes"
    held = await world.operator.post(path, json={"reason": "Never ordered."})
    assert held.status_code == 201, held.text
    assert (await world.operator.delete(path, headers={"if-match": "0" * 40})).status_code == 412
    assert (await world.operator.get(f"/cases/{world.case}")).json()["status"] == "disputed"
    assert (await world.operator.delete(path, headers={"if-match": held.json()["_etag"]})).status_code == 204


LINES = [b'{"extra_rows": [' + b"1," * 380 + b"1]}"] * 1000
WIDE = [
    (b"{" + b",".join(b'"%d": 1' % number for number in range(100_000)) + b"}", "very many keys"),
    (b'{"matrix": [' + b"{}," * 99_999 + b"{}]}", "very many empty lines"),
    (b'{"matrix": [' + b"1," * 999_999 + b"1]}", "a million values of a wrong type"),
    (b'{"matrix": [' + b",".join(LINES) + b"]}", "as many wrong values as there may be, in many small arrays"),
    (
        b'{"case_config": {"letter_config": {"a": [' + b",".join([b"[" + b"null," * 380 + b"1]"] * 1000) + b"]}}}",
        "and null",
    ),
]


@pytest.mark.parametrize(("body", "remark"), WIDE)
@pytest.mark.parametrize("resource", [INVOICE_REGISTRATIONS, CREDITORS], ids=lambda resource: resource.name)
def test_a_body_of_very_many_wrong_values_is_refused_at_once(resource: Any, body: bytes, remark: str) -> None:
    began = time.process_time()
    with pytest.raises((NotJson, Refused)) as refused:
        read(resource.input, json_of(body))
    assert time.process_time() - began < MUCH
    assert len(str(refused.value)) < 200 * MOST_ISSUES


def test_a_text_may_be_as_wide_as_it_may() -> None:
    assert len(json_of("[" + "1," * (MOST_MEMBERS - 1) + "1]")) == MOST_MEMBERS
    with pytest.raises(NotJson, match="at most 10000 members"):
        json_of('{"a": [' + "1," * MOST_MEMBERS + "1]}")
    many = "[" + ",".join(["[" + "1," * 999 + "1]"] * (MOST_VALUES // 1000)) + "]"
    assert len(json_of(many)) == MOST_VALUES // 1000
    with pytest.raises(NotJson, match=f"more than {MOST_VALUES} values"):
        json_of(many.replace("[[", "[[1,1,"))


def test_many_issues_are_not_told() -> None:
    with pytest.raises(Refused) as refused:
        read(CREDITORS.input, {f"field {number}": 1 for number in range(MOST_ISSUES + 1)})
    (sentence,) = refused.value.issues.values()
    assert sentence == f"has more than {MOST_ISSUES} issues, which are not listed"


def test_reading_stops_after_as_many_issues_as_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    found = []
    made = kinds.PydanticCustomError
    monkeypatch.setattr(kinds, "PydanticCustomError", lambda *about: found.append(about) or made(*about))
    with pytest.raises(Refused):
        read(INVOICE_REGISTRATIONS.input, {"matrix": [{"extra_rows": [1] * (3 * MOST_ISSUES)}]})
    assert len(found) == MOST_ISSUES
