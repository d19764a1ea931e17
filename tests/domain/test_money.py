"""Money in and out, and the way it rounds."""

from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fordran.domain.money import MOST_ORE, NotMoney, half_up, kronor, ore_of, share, to_whole_kronor

amounts = st.integers(-MOST_ORE, MOST_ORE)


@pytest.mark.parametrize(
    ("value", "ore", "remark"),
    [
        (0, 0, "nothing"),
        (100, 10000, "an integer is kronor"),
        (Decimal("0.1"), 10, "one decimal"),
        (Decimal("99.99"), 9999, "two decimals"),
        (Decimal("1.100"), 110, "a third decimal that is zero says nothing"),
        (Decimal("1E+3"), 100000, "an exponent"),
        (Decimal("-0"), 0, "minus zero"),
        (Decimal("0E-30"), 0, "zero, however it is written"),
        (Decimal("9999999999999.99"), MOST_ORE, "the most"),
    ],
)
def test_kronor_come_in_as_ore(value: int | Decimal, ore: int, remark: str) -> None:
    assert ore_of(value) == ore, remark


@pytest.mark.parametrize(
    ("value", "sentence", "remark"),
    [
        (Decimal("0.001"), "two decimals", "a third decimal is refused, not rounded"),
        (Decimal("1.005"), "two decimals", "a third decimal"),
        (Decimal("1E-999999"), "two decimals", "tiny, and refused without being written out"),
        (Decimal("NaN"), "finite", "no number"),
        (Decimal("-Infinity"), "finite", "no number"),
        (10**13, "13 digits", "fourteen digits"),
        (Decimal("10000000000000"), "13 digits", "fourteen digits"),
        (Decimal("1E+999999"), "13 digits", "huge, and refused without being written out"),
        (True, "is a number", "a boolean"),
        ("100", "is a number", "text"),
        (1.5, "is a number", "a float never comes in"),
    ],
)
def test_what_is_not_money_is_refused_with_a_sentence(value: Decimal, sentence: str, remark: str) -> None:
    with pytest.raises(NotMoney, match=sentence):
        ore_of(value)


@given(amounts)
def test_an_amount_goes_out_and_comes_in_unchanged(ore: int) -> None:
    assert ore_of(Decimal(repr(kronor(ore)))) == ore


@given(amounts)
def test_an_amount_out_is_the_shortest_exact_decimal(ore: int) -> None:
    text = format(Decimal(repr(kronor(ore))), "f")
    assert Decimal(text) == Decimal(ore).scaleb(-2)
    assert "." not in text or not text.endswith("0")


def test_more_than_a_double_can_spell_never_goes_out() -> None:
    with pytest.raises(NotMoney):
        kronor(MOST_ORE + 2)


@given(st.fractions(max_denominator=36500))
def test_half_up_is_half_away_from_zero(exact: Fraction) -> None:
    assert abs(half_up(exact) - exact) <= Fraction(1, 2)
    assert half_up(-exact) == -half_up(exact)
    if exact.denominator == 2:
        assert abs(half_up(exact)) > abs(exact)


@given(st.integers(-(10**12), 10**12), st.sampled_from([25, 12, 6, 0]))
def test_a_share_agrees_with_decimal_arithmetic(ore: int, percent: int) -> None:
    assert share(ore, percent) == int((Decimal(ore) * percent / 100).quantize(Decimal(1), ROUND_HALF_UP))


@pytest.mark.parametrize(("ore", "rounded"), [(9949, 9900), (9950, 10000), (-9949, -9900), (-9950, -10000), (49, 0)])
def test_whole_kronor(ore: int, rounded: int) -> None:
    assert to_whole_kronor(ore) == rounded
