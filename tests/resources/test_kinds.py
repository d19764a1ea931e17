"""The kinds of values: what is read, as what, and the sentence for what is not."""

from __future__ import annotations

from datetime import UTC, datetime
from decimal import Decimal
from typing import Any

import orjson
import pytest

from fordran.shape.fields import Refused, Shape, read
from fordran.shape.json_in import NotJson, json_of
from fordran.shape.kinds import Country, Integer, Moment, Money, Number, PositiveMoney, Quantity
from fordran.shape.moments import iso_8601, moment_of, rfc_1123
from fordran.shape.wire import kronor, plain_number, wire


class One(Shape):
    money: Money | None = None
    positive: PositiveMoney | None = None
    quantity: Quantity | None = None
    number: Number | None = None
    integer: Integer | None = None
    moment: Moment | None = None
    country: Country | None = None


def value(field: str, text: str) -> Any:
    return getattr(read(One, json_of(f'{{"{field}": {text}}}')), field)


def refusal(field: str, text: str) -> str:
    with pytest.raises(Refused) as refused:
        value(field, text)
    sentence: str = refused.value.issues[field]
    return sentence


@pytest.mark.parametrize(
    ("text", "ore", "remark"),
    [
        ("0", 0, "nothing"),
        ("-0", 0, "nothing with a sign"),
        ("0e5", 0, "nothing with an exponent"),
        ("1", 100, "kronor"),
        ("1.5", 150, "one decimal"),
        ("1.50", 150, "a zero behind"),
        ("1.500000", 150, "many zeros behind"),
        ("0.01", 1, "one öre"),
        ("-0.01", -1, "one öre less"),
        ("1e2", 10_000, "an exponent"),
        ("150e-2", 150, "a negative exponent"),
        ("9999999999999.99", 999_999_999_999_999, "the most"),
    ],
)
def test_money_is_read_as_ore(text: str, ore: int, remark: str) -> None:
    read_as = value("money", text)
    assert read_as == ore, remark
    assert type(read_as) is int
    assert json_of(str(kronor(ore))) == json_of(text)


@pytest.mark.parametrize(
    ("field", "text", "sentence"),
    [
        ("money", "0.001", "must have at most 2 decimals"),
        ("money", "1.005", "must have at most 2 decimals"),
        ("money", "10000000000000", "must have at most 13 digits before the decimal point"),
        ("money", "1e999", "must be a number of at most 28 digits, 19 of them before the decimal point"),
        ("money", '"1"', "must be of number type"),
        ("money", "true", "must be of number type"),
        ("money", "[]", "must be of number type"),
        ("positive", "0", "must be more than 0"),
        ("positive", "-1", "must be more than 0"),
        ("quantity", "0.0000001", "must have at most 6 decimals"),
        ("number", "1e30", "must be a number of at most 28 digits, 19 of them before the decimal point"),
        ("number", "1e-30", "must be a number of at most 28 digits, 19 of them before the decimal point"),
        ("integer", "1.5", "must be of integer type"),
        ("integer", "9223372036854775808", "must be between -9223372036854775808 and 9223372036854775807"),
        ("moment", '"2026-02-30"', "must be of datetime type"),
        ("moment", "7", "must be of datetime type"),
        ("country", '"Sverige"', "unallowed value Sverige: must be a country code of ISO 3166-1, such as SE"),
    ],
)
def test_what_is_refused_and_why(field: str, text: str, sentence: str) -> None:
    assert refusal(field, text) == sentence


@pytest.mark.parametrize("text", ["33.333333", "0.000001", "-7", "1234567890123.123456", "12.5"])
def test_a_quantity_keeps_every_digit(text: str) -> None:
    assert value("quantity", text) == Decimal(text)
    assert orjson.dumps(plain_number(Decimal(text))).decode() == text


@pytest.mark.parametrize(
    ("text", "moment", "remark"),
    [
        ("Tue, 03 Mar 2026 09:30:00 GMT", "2026-03-03T09:30:00Z", "RFC 1123"),
        ("Mon, 03 Mar 2026 09:30:00 GMT", "2026-03-03T09:30:00Z", "with the wrong weekday"),
        ("03 Mar 2026 09:30:00 GMT", "2026-03-03T09:30:00Z", "without one"),
        ("Tue, 3 Mar 2026 09:30:00 +0100", "2026-03-03T08:30:00Z", "with an offset"),
        ("2026-03-03T09:30:00Z", "2026-03-03T09:30:00Z", "ISO 8601"),
        ("2026-03-03T09:30:00.999Z", "2026-03-03T09:30:00Z", "fractions are cut off"),
        ("2026-03-03T09:30:00+01:00", "2026-03-03T08:30:00Z", "with an offset"),
        ("2026-03-03T09:30:00-0130", "2026-03-03T11:00:00Z", "with an offset to the west"),
        ("2026-03-03T09:30", "2026-03-03T09:30:00Z", "without seconds or zone"),
        ("2026-03-03", "2026-03-03T00:00:00Z", "a bare date"),
        ("2024-02-29", "2024-02-29T00:00:00Z", "a leap day"),
    ],
)
def test_moments_are_read_in_both_forms(text: str, moment: str, remark: str) -> None:
    read_as = moment_of(text)
    assert iso_8601(read_as) == moment, remark
    assert moment_of(rfc_1123(read_as)) == read_as
    assert value("moment", f'"{text}"') == read_as


@pytest.mark.parametrize(
    "text",
    ["", "now", "2026", "2026-13-01", "2026-02-30", "2026-3-3", "20260303", "2026-03-03T25:00:00Z", "2026-03-03T09:30:61Z",
     "2026-03-03T09:30:00+01:99", "0000-01-01", "10000-01-01", "0001-01-01T00:00:00+01:00", "Tue, 03 Foo 2026 09:30:00 GMT",
     "Tue, 03 Mar 2026 09:30:00", "２０２６-03-03", " 2026-03-03", "2026-03-03\n"],
)  # fmt: skip
def test_what_is_no_moment(text: str) -> None:
    with pytest.raises(ValueError):
        moment_of(text)


def test_moments_are_shown_in_english_whatever_the_weekday() -> None:
    assert rfc_1123(datetime(2026, 11, 15, 4, 5, 6, tzinfo=UTC)) == "Sun, 15 Nov 2026 04:05:06 GMT"


@pytest.mark.parametrize(
    ("text", "remark"),
    [
        ("[" * 101 + "]" * 101, "one level too deep"),
        ('{"a": 1, "a": 1}', "a key twice"),
        ("NaN", "not a number"),
        ("", "nothing"),
        ("1 2", "two values"),
        ("1e99999999999999999999", "an exponent beyond all bounds"),
    ],
)
def test_json_that_we_do_not_take(text: str, remark: str) -> None:
    with pytest.raises(NotJson):
        json_of(text)


def test_json_that_we_take_is_exact() -> None:
    assert json_of("[" * 100 + "]" * 100)
    assert json_of("0.1") == Decimal("0.1")
    assert json_of("12345678901234567890") == 12345678901234567890
    assert json_of('"\\u00f6"') == "ö"


def test_what_is_read_is_shown_alike() -> None:
    given = {"money": Decimal("1.5"), "moment": "Tue, 03 Mar 2026 09:30:00 GMT", "country": "SE", "integer": 7}
    assert wire(read(One, given)) == given | {"money": 1.5}
