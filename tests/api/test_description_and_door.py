"""The description and the door agree: what it allows is taken, and what it forbids is refused."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from fordran.api.description.components import PARAMETERS
from fordran.api.description.document import description
from fordran.resources.bank_transactions import SplitInput
from fordran.resources.webhooks import WebhookInput
from fordran.shape.fields import Refused, Shape, read
from tests.api.table import TABLE
from tests.api.test_switches import UNCLEAR
from tests.api.world import World

SCHEMAS = description(TABLE)["components"]["schemas"]


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
