"""What invoices add up to."""

from decimal import ROUND_HALF_UP, Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fordran.domain.vat import RATE_PERCENT, VatLine, totals

lines = st.lists(
    st.builds(VatLine, st.integers(-(10**9), 10**9), st.sampled_from(list(RATE_PERCENT)), st.booleans()), max_size=12
)


@pytest.mark.parametrize(
    ("given_lines", "excluding", "vat", "including", "rounding", "remark"),
    [
        (
            [
                VatLine(33333),
                VatLine(33333),
                VatLine(33334),
                VatLine(9999, "12%"),
                VatLine(4995, "6%"),
                VatLine(1000, "0%"),
            ],
            115994,
            (25000, 1200, 300),
            142494,
            6,
            "every rate at once",
        ),
        ([VatLine(10), VatLine(10), VatLine(10)], 30, (8, 0, 0), 38, -38, "VAT on the sum (7.5 up), not 3 × 3"),
        ([VatLine(9949, "0%")], 9949, (0, 0, 0), 9949, -49, "49 öre go down"),
        ([VatLine(9950, "0%")], 9950, (0, 0, 0), 9950, 50, "50 öre go up"),
        ([VatLine(-9950, "0%")], -9950, (0, 0, 0), -9950, -50, "a negative sum rounds as its opposite"),
        (
            [VatLine(10000), VatLine(2000, is_discount=True)],
            8000,
            (2000, 0, 0),
            10000,
            0,
            "a discount is made negative",
        ),
        ([VatLine(10000), VatLine(-2000, is_discount=True)], 8000, (2000, 0, 0), 10000, 0, "a negative discount stays"),
        ([VatLine(-30)], -30, (-8, 0, 0), -38, 38, "VAT on a negative sum is half away from zero"),
        ([], 0, (0, 0, 0), 0, 0, "no lines, nothing to pay"),
    ],
)
def test_an_invoice_adds_up(
    given_lines: list[VatLine], excluding: int, vat: tuple[int, int, int], including: int, rounding: int, remark: str
) -> None:
    found = totals(given_lines)
    assert found.total_amount_excluding_vat == excluding, remark
    assert (found.total_vat_25_percent, found.total_vat_12_percent, found.total_vat_6_percent) == vat, remark
    assert found.total_vat == sum(vat)
    assert (found.total_amount_including_vat, found.amount_rounding) == (including, rounding), remark


@given(lines)
def test_an_invoice_agrees_with_decimal_arithmetic(given_lines: list[VatLine]) -> None:
    found = totals(given_lines)
    vat = {
        rate: (
            sum((line.amount for line in given_lines if line.unit_vat_percent == rate), Decimal(0)) * percent / 100
        ).quantize(Decimal(1), ROUND_HALF_UP)
        for rate, percent in RATE_PERCENT.items()
    }
    assert found.total_vat_25_percent == vat["25%"]
    assert found.total_vat_12_percent == vat["12%"]
    assert found.total_vat_6_percent == vat["6%"]
    assert found.amount_to_pay % 100 == 0
    assert abs(found.amount_rounding) <= 50


@given(lines)
def test_an_invoice_and_its_opposite_cancel(given_lines: list[VatLine]) -> None:
    as_they_are = totals(VatLine(line.amount, line.unit_vat_percent) for line in given_lines)
    turned = totals(VatLine(-line.amount, line.unit_vat_percent) for line in given_lines)
    assert turned.amount_to_pay == -as_they_are.amount_to_pay
    assert turned.total_vat == -as_they_are.total_vat


@given(lines)
def test_the_order_of_lines_does_not_matter(given_lines: list[VatLine]) -> None:
    assert totals(given_lines) == totals(reversed(given_lines))
