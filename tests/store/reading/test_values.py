"""Documents as values: the same fields as the interface shows, with amounts in öre and moments."""

from __future__ import annotations

from datetime import UTC, datetime
from decimal import Decimal
from typing import Any

import orjson
import pytest

from fordran.shape.fields import Shape, fields_of
from fordran.shape.kinds import Integer, IsoMoment, Moment, Money, Number, Text
from fordran.shape.wire import shown_as, value_conversion


class Part(Shape):
    amount: Money
    share: Number | None = None
    at: Moment | None = None
    name: Text | None = None


class Whole(Shape):
    amount: Money
    part: Part
    parts: list[Part]
    by_name: dict[str, Part]
    anything: dict[str, Any]
    names: list[Text]
    count: Integer
    seen: IsoMoment


MOMENT = datetime(2026, 3, 3, 9, 30, tzinfo=UTC)


@pytest.mark.parametrize(
    ("name", "stored", "value"),
    [
        ("part", {"amount": 12.5, "name": "a"}, {"amount": 1250, "name": "a"}),
        ("part", {"amount": 0.29, "share": 8.5}, {"amount": 29, "share": Decimal("8.5")}),
        ("part", {"amount": -1, "at": "Tue, 03 Mar 2026 09:30:00 GMT"}, {"amount": -100, "at": MOMENT}),
        ("part", {"amount": None, "undeclared": 1.5}, {"amount": None, "undeclared": 1.5}),
        ("parts", [{"amount": 9999999999999.99}], [{"amount": 999999999999999}]),
        ("by_name", {"fee": {"amount": 60, "at": "2026-03-03T09:30:00Z"}}, {"fee": {"amount": 6000, "at": MOMENT}}),
        ("anything", {"amount": 1.5, "at": "2026-03-03"}, {"amount": 1.5, "at": "2026-03-03"}),
        ("names", ["a", "b"], ["a", "b"]),
    ],
)
def test_json_is_read_by_the_declared_kinds(name: str, stored: Any, value: Any) -> None:
    convert = value_conversion(fields_of(Whole)[name])
    assert convert is not None
    assert convert(orjson.Fragment(orjson.dumps(stored))) == value


def test_a_list_that_is_a_column_of_its_own_is_left_as_it_is() -> None:
    convert = value_conversion(fields_of(Whole)["names"])
    assert convert is not None
    assert convert(["a"]) == ["a"]


@pytest.mark.parametrize("name", ["amount", "count", "seen"])
def test_a_single_value_is_left_as_the_column_has_it(name: str) -> None:
    assert value_conversion(fields_of(Whole)[name]) is None


def test_values_are_shown_as_the_shape_declares() -> None:
    values = {"amount": 1250, "count": None, "seen": MOMENT, "parts": [{"amount": 100, "at": MOMENT, "name": None}]}
    shown = {
        "amount": 12.5,
        "seen": "2026-03-03T09:30:00Z",
        "parts": [{"amount": 1, "at": "Tue, 03 Mar 2026 09:30:00 GMT"}],
    }
    assert shown_as(Whole, values) == shown
