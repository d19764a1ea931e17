"""Numbers as people read them: groups, decimals and signs of each language."""

from __future__ import annotations

import doctest
from decimal import Decimal

import pytest

from fordran.texts import formatting, numbers
from fordran.texts.numbers import decimal_text, kronor_text, number_text


@pytest.mark.parametrize("module", [formatting, numbers], ids=lambda module: str(module.__name__))
def test_every_example_in_a_docstring_is_true(module: object) -> None:
    assert doctest.testmod(module).failed == 0  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("ore", "swedish", "english"),
    [
        (0, "0,00", "0.00"),
        (142500, "1 425,00", "1,425.00"),
        (-5, "-0,05", "-0.05"),
        (123456789, "1 234 567,89", "1,234,567.89"),
        (10**31 + 1, "100 000 000 000 000 000 000 000 000 000,01", "100,000,000,000,000,000,000,000,000,000.01"),
    ],
)
def test_amounts_in_print(ore: int, swedish: str, english: str) -> None:
    assert (kronor_text(ore), kronor_text(ore, "en")) == (swedish, english)


@pytest.mark.parametrize(
    ("value", "fewest", "swedish", "english"),
    [
        ("0", 0, "0", "0"),
        ("3.000", 0, "3", "3"),
        ("1234567.5", 2, "1 234 567,50", "1,234,567.50"),
        ("0.000001", 2, "0,000001", "0.000001"),
        ("-1000", 2, "-1 000,00", "-1,000.00"),
        ("1E+3", 0, "1 000", "1,000"),
    ],
)
def test_decimal_text(value: str, fewest: int, swedish: str, english: str) -> None:
    assert decimal_text(Decimal(value), "sv", fewest_decimals=fewest) == swedish
    assert decimal_text(Decimal(value), "en", fewest_decimals=fewest) == english


def test_a_number_has_the_decimals_that_it_has() -> None:
    assert [number_text(value) for value in (Decimal("7.00"), Decimal("-12345.5"), 12345, 0)] == [
        "7,00",
        "-12 345,5",
        "12 345",
        "0",
    ]
    assert number_text(Decimal("12345.5"), "de") == "12.345,5", "a language is written by its own rules"
