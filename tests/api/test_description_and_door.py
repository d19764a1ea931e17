"""The description and the door agree: what it allows is taken, and what it forbids is refused."""

from __future__ import annotations

import json
from decimal import Decimal
from typing import Any

import orjson
import pytest
from jsonschema import Draft202012Validator

from fordran.api.description.components import PARAMETERS
from fordran.api.description.document import description
from fordran.api.description.parameters import paths_to_sort_by
from fordran.api.endpoint import Effect
from fordran.resources.bank_transactions import SplitInput, SplitPart
from fordran.resources.case_acts import DisputeAnswerInput, DisputeInput, PlanInput, RespiteInput
from fordran.resources.creditors import NEEDED_TO_BE_ACTIVE, CaseConfig, CreditorData, SekPayout
from fordran.resources.customers import CustomerInput
from fordran.resources.invoice_registrations import MatrixInput
from fordran.resources.webhooks import ReplayInput, WebhookInput
from fordran.shape.fields import Refused, Shape, read
from fordran.shape.json_in import json_of
from fordran.shape.openapi import Schema
from fordran.shape.resource import Resource
from fordran.shape.wire import wire
from fordran.store.reading.sorting import COST_OF_COLUMN, MAX_COST, MAX_FIELDS, compile_sort, cost_of
from tests.api.bodies import creditor_data
from tests.api.table import TABLE
from tests.api.test_switches import UNCLEAR
from tests.api.world import World

DOCUMENT = json.loads(json.dumps(description(TABLE)).replace("#/components/schemas/", "#/$defs/"))
SCHEMAS = DOCUMENT["components"]["schemas"]
LISTS = {
    endpoint.resource.name: DOCUMENT["paths"][endpoint.path]["get"]
    for endpoint in TABLE
    if endpoint.effect == Effect.LIST and endpoint.resource
}
RESOURCES = {
    endpoint.resource.name: endpoint.resource
    for endpoint in TABLE
    if endpoint.effect == Effect.LIST and endpoint.resource
}


def is_allowed(parameter: str, text: str) -> bool:
    """Whether the description allows a query parameter to be written so."""
    return Draft202012Validator(PARAMETERS[parameter]["schema"]).is_valid(text)


@pytest.mark.parametrize("name", ["page", "max_results"])
@pytest.mark.parametrize("text", ["0", "-2", "1.5", "abc", "", "999", "100000", "1e3", "nan", "2.9"])
async def test_whatever_the_dialect_takes_for_a_page_is_described_so(world: World, name: str, text: str) -> None:
    answer = await world.operator.get("/creditors", params={name: text})
    assert (answer.status_code, is_allowed(name, text)) == (200, True)


@pytest.mark.parametrize(
    "text", ["true", "false", "1", "0", *(one.partition("=")[2] for one in UNCLEAR if "%" not in one)]
)
async def test_a_switch_is_described_as_it_is_taken(world: World, text: str) -> None:
    answer = await world.operator.get("/creditors", params={"dry_run": text})
    assert (answer.status_code == 200) == is_allowed("dry_run", text)


def both(shape: type[Shape], document: dict[str, Any]) -> tuple[bool, bool]:
    """Whether a body is allowed by the description, and whether it is read."""
    allowed = Draft202012Validator({"$ref": f"#/$defs/{shape.__name__}", "$defs": SCHEMAS}).is_valid(
        document | {name: float(value) for name, value in document.items() if isinstance(value, Decimal)}
    )
    try:
        read(shape, document)
    except Refused:
        return allowed, False
    return allowed, True


def _payment_shape() -> type[Shape]:
    (shape,) = {e.resource.input for e in TABLE if e.resource and e.resource.name == "creditor--payments"} - {None}
    assert shape is not None
    return shape


@pytest.mark.parametrize(
    ("amount", "is_right"),
    [
        ("0.01", True),
        ("9999999999999.99", True),
        ("10000000000000", False),
        ("1e300", False),
        ("0", False),
        ("-1", False),
    ],
)
def test_amounts_have_the_bounds_that_are_described(amount: str, is_right: bool) -> None:
    id_ = "6919a4d2c0ffee0123456789"
    body = {
        "account": id_,
        "creditor": id_,
        "case": id_,
        "currency": "SEK",
        "amount": Decimal(amount),
        "bank_transaction_date": "2026-03-03",
        "origin": "creditor_system",
    }
    assert both(_payment_shape(), body) == (is_right, is_right)


@pytest.mark.parametrize(("many", "is_right"), [(0, True), (100, True), (101, False)])
def test_arrays_have_the_lengths_that_are_described(many: int, is_right: bool) -> None:
    body = {"account": "6919a4d2c0ffee0123456789", "url": "https://example.com/", "event_types": ["case.closed"] * many}
    assert both(WebhookInput, body) == (is_right, is_right)


def test_a_split_without_parts_is_neither_described_nor_taken() -> None:
    assert both(SplitInput, {"parts": []}) == (False, False)


def described(schema: Schema) -> Draft202012Validator:
    return Draft202012Validator(schema | {"$defs": SCHEMAS})


def kind_of(shape: type[Shape], field: str) -> Schema:
    """What the description says of a field of a body."""
    found: Schema = SCHEMAS[shape.__name__]["properties"][field]
    return found


MOMENTS = [
    ("2026-03-03", True, "a day"),
    ("2026-03-03T10:00:00+02:00", True, "a moment"),
    ("Tue, 03 Mar 2026 09:30:00 GMT", True, "in the other form"),
    ("Thu, 29 Feb 2024 09:30:00 GMT", True, "a leap day"),
    ("Tue, 29 Feb 2000 09:30:00 GMT", True, "the leap day of a century"),
    ("Thu, 29 Feb 2100 09:30:00 GMT", False, "a century without one"),
    ("Sun, 29 Feb 2026 09:30:00 GMT", False, "no leap year"),
    ("Tue, 31 Jun 2026 09:30:00 GMT", False, "June has 30 days"),
    ("1899-12-31", False, "too long ago"),
    ("2200-01-01", False, "too far ahead"),
    ("Mon, 01 Jan 2200 09:30:00 GMT", False, "the same in the other form"),
    ("", False, "nothing"),
]


@pytest.mark.parametrize(("text", "is_right", "remark"), MOMENTS)
def test_days_have_the_years_and_lengths_that_are_described(text: str, is_right: bool, remark: str) -> None:
    body = {"until": text}
    assert both(RespiteInput, body) == (is_right, is_right)


@pytest.mark.parametrize(
    ("text", "is_right"),
    [
        ("a", True),
        (" a ", True),
        ("", False),
        (" \t\n", False),
        ("\u3000\ufeff", False),
        ("\x1f\x85", False),
        ("a\0", False),
    ],
)
def test_a_name_says_something_by_the_description_and_at_the_door(text: str, is_right: bool) -> None:
    assert both(DisputeInput, {"reason": text}) == (is_right, is_right)


@pytest.mark.parametrize(
    ("shape", "body", "is_right"),
    [
        (PlanInput, {"first_date": "2026-03-03", "instalments": 3}, True),
        (PlanInput, {"first_date": "2026-03-03"}, False),
        (PlanInput, {"first_date": "2026-03-03", "instalments": 3, "amount": 1}, False),
        (DisputeAnswerInput, {"outcome": "partly", "amount": 1}, True),
        (DisputeAnswerInput, {"outcome": "partly"}, False),
        (DisputeAnswerInput, {"outcome": "rejected", "amount": 1}, False),
        (ReplayInput, {"event": "6919a4d2c0ffee0123456789"}, True),
        (ReplayInput, {"from": "2026-03-03", "to_position": 3}, True),
        (ReplayInput, {}, False),
        (ReplayInput, {"event": "6919a4d2c0ffee0123456789", "to": "2026-03-03"}, False),
        (CustomerInput, {"name": "a", "is_person": True, "is_company": False}, True),
        (CustomerInput, {"name": "a", "is_person": True, "is_company": True}, False),
        (CustomerInput, {"name": "a", "customer_number": "1", "car_registration": {"number": "ABC123"}}, False),
    ],
)
def test_what_several_fields_make_together_is_described(
    shape: type[Shape], body: dict[str, Any], is_right: bool
) -> None:
    name = shape.__name__ if shape.__name__ in SCHEMAS else f"{shape.__name__}Sent"
    allowed = described({"$ref": f"#/$defs/{name}"}).is_valid(body)
    assert (allowed, both(shape, body)[1]) == (is_right, is_right)


@pytest.mark.parametrize(
    ("sek", "is_right"),
    [
        ({"bankgiro": "991-2346"}, True),
        ({"bankgiro": "0000 9912346"}, True),
        ({"bankgiro": "99123"}, False),
        ({"bankgiro": ""}, False),
        ({"iban": "SE45"}, True),
        ({"account_number": "1"}, False),
        ({"account_number": "1", "clearing_number": "8000"}, True),
    ],
)
def test_where_payouts_go_is_described(sek: dict[str, Any], is_right: bool) -> None:
    allowed = described({"$ref": "#/$defs/SekPayoutSent"}).is_valid(sek)
    assert (allowed, both(SekPayout, sek)[1]) == (is_right, is_right)


@pytest.mark.parametrize("missing", ["", *NEEDED_TO_BE_ACTIVE])
def test_what_an_active_creditor_needs_is_described(missing: str) -> None:
    body = {name: value for name, value in creditor_data(is_active=True).items() if name != missing}
    assert both(CreditorData, body) == (not missing, not missing)


@pytest.mark.parametrize(
    ("config", "is_right"),
    [
        ({"commission_share_percent": 80}, True),
        ({"commission_share_percent": 81}, False),
        ({"commission_share_percent": 81, "vat_area": " Sweden"}, False),
        ({"commission_share_percent": 81, "vat_area": "norway"}, True),
        ({"commission_share_percent": 81, "commission_excluded_vat": True}, True),
        ({"letter_config": {"a": [None]}}, False),
        ({"letter_config": {"a": ["x", {"b": 1.5}]}}, True),
        ({"letter_config": {"a\0": 1}}, False),
        ({"letter_config": {"a": 10**19}}, False),
    ],
)
def test_how_cases_are_run_is_described(config: dict[str, Any], is_right: bool) -> None:
    allowed = described({"$ref": "#/$defs/CaseConfigSent"}).is_valid(config)
    assert (allowed, both(CaseConfig, config)[1]) == (is_right, is_right)


@pytest.mark.parametrize("resource", RESOURCES.values(), ids=lambda resource: resource.name)
def test_every_field_that_a_list_is_described_to_be_sorted_by_is_one(resource: Resource) -> None:
    paths = list(paths_to_sort_by(resource.fields))
    for path in paths:
        compile_sort([(path, True)], resource.fields)
    (sort,) = (one for one in LISTS[resource.name]["parameters"] if one.get("name") == "sort")
    allows = described(sort["schema"]).is_valid
    cheap = [path for path in paths if cost_of(path, resource.fields) == COST_OF_COLUMN]
    assert all(allows(text) for text in ("", f"-{paths[-1]}, {paths[0]}", ",".join(cheap[:20])))
    assert not any(allows(text) for text in ("no_such_field", f"{paths[0]},", f"--{paths[0]}", ",".join(["_id"] * 21)))


@pytest.mark.parametrize("resource", RESOURCES.values(), ids=lambda resource: resource.name)
def test_an_order_is_described_to_have_as_many_fields_as_it_can_pay_for(resource: Resource) -> None:
    (sort,) = (one for one in LISTS[resource.name]["parameters"] if one.get("name") == "sort")
    allows = described(sort["schema"]).is_valid
    costs = {path: cost_of(path, resource.fields) for path in paths_to_sort_by(resource.fields)}
    for path, cost in costs.items():
        most = min(MAX_FIELDS, MAX_COST // cost)
        compile_sort([(path, False)] * most, resource.fields)
        assert allows(",".join([path] * most)), path
        assert not allows(",".join([path] * (most + 1))), path


def test_an_amount_has_two_decimals_and_a_rate_six() -> None:
    assert kind_of(SplitPart, "amount")["multipleOf"] == 0.01
    assert kind_of(MatrixInput, "unit_price")["multipleOf"] == 0.000001


@pytest.mark.parametrize("text", ["-9999999999999999999", "9999999999999999999", "-9.9e18", "1e-28"])
def test_any_number_that_is_described_can_be_stored(text: str) -> None:
    value = read(CaseConfig, json_of(f'{{"letter_config": {{"a": {text}}}}}'))
    stored = json_of(orjson.dumps(wire(value)))
    assert Decimal(stored["letter_config"]["a"]) == Decimal(text)
