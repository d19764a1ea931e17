"""Curves as pictures: a line a label, which ends where nothing is known yet."""

from __future__ import annotations

from decimal import Decimal

from lxml import etree

from fordran.formats.curves import MOST_CURVES, Curve, curve_chart

DAYS = (0, 30, 360)
SVG = "{http://www.w3.org/2000/svg}"


def drawn(*curves: Curve) -> list[list[tuple[int, int]]]:
    root = etree.fromstring(curve_chart("Title & more", "days", DAYS, curves, str).encode())
    lines = [line.get("points", "").split() for line in root.findall(f"{SVG}polyline")]
    return [[(int(point.split(",")[0]), int(point.split(",")[1])) for point in line] for line in lines]


def test_a_curve_has_a_point_for_each_known_share_and_ends_there() -> None:
    (line,) = drawn(Curve("2026-01", (Decimal("0.0"), Decimal("50.0"), None)))
    assert len(line) == 2
    (x_0, y_0), (x_30, y_30) = line
    assert x_30 - x_0 == 680 * 30 // 360
    assert y_0 - y_30 == 440, "the axis goes up to the next quarter"


def test_the_axis_goes_further_where_more_was_recovered_than_was_claimed() -> None:
    high, low = drawn(Curve("a", (Decimal("120.0"),) * 3), Curve("b", (Decimal("60.0"),) * 3))
    assert high[0][1] < low[0][1]
    assert high[0][1] >= 56, "it stays below the title"


def test_no_curve_and_a_curve_of_nothing_can_be_drawn() -> None:
    assert drawn() == []
    assert drawn(Curve("2026-01", (None, None, None))) == [[]]


def test_the_last_curves_are_drawn_where_there_are_too_many() -> None:
    text = curve_chart(
        "t", "days", DAYS, [Curve(f"m{number:03}", (Decimal(number), None, None)) for number in range(40)], str
    )
    assert "m039" in text
    assert f"m{40 - MOST_CURVES - 1:03}" not in text
