"""Plots: where an axis ends."""

from __future__ import annotations

import pytest

from fordran.web.formatting import short_amount_text
from fordran.web.plots import bars, lines, top_of


@pytest.mark.parametrize(
    ("most", "whole", "top", "remark"),
    [
        (0, None, 4, "nothing yet"),
        (1, None, 4, "one of anything"),
        (5, None, 8, "four parts divide it"),
        (100, None, 100, "a hundred of anything"),
        (4210_00, None, 6000_00, "an amount a little above a round one leaves little of the plot empty"),
        (100, 100, 100, "all of it: there is no more"),
        (83, 100, 100, "most of it"),
        (15, 100, 16, "little of it is seen better on an axis of its own"),
        (1000, 1000, 1000, "tenths of a percent"),
        (104, 100, 120, "more than all of it, which is not hidden"),
    ],
)
def test_an_axis_ends_at_a_round_number_and_not_past_the_whole(
    most: int, whole: int | None, top: int, remark: str
) -> None:
    assert top_of(most, whole) == top, remark


@pytest.mark.parametrize("most", [*range(1, 200), 999, 1_001, 12_345, 1_000_001, 10**12 + 1])
def test_an_axis_has_room_for_what_is_highest_and_not_much_more(most: int) -> None:
    top = top_of(most)
    assert most <= top <= max(most * 1.61, 4)
    assert top % 4 == 0


@pytest.mark.parametrize("most", [1, 3, 9, 40, 999, 7_000, 22_000, 40_000, 99_999, 1_000_000, 22_000_000, 10**9])
def test_the_lines_across_are_named_by_what_they_are(most: int) -> None:
    top = top_of(most * 100)
    for ore in (top // 4, top // 2, top * 3 // 4, top):
        named = short_amount_text(ore, "sv").replace("\N{NO-BREAK SPACE}", " ")
        number, unit = named.replace(" ", "").rstrip("mntkr"), named.rpartition(" ")[2]
        assert round(float(number.replace(",", ".")) * {"kr": 100, "tkr": 100_000, "mnkr": 100_000_000}[unit]) == ore


def test_a_plot_of_shares_has_no_line_past_all_of_it() -> None:
    drawn = lines("Share", "Days", ["2026-01"], [("30", [40]), ("60", [92])], lambda value: f"{value} %", whole=100).svg
    assert ">100 %</text>" in drawn
    assert "200 %" not in drawn


def test_labels_are_as_many_as_there_is_room_for() -> None:
    short = bars("Ages", "Days", ["Owed"], [(f"{number}", [1]) for number in range(8)], str)
    long = bars("Debt", "Day", ["Owed"], [(f"2026-11-{number:02}", [1]) for number in range(1, 19)], str)
    assert [f">{number}</text>" in short.svg for number in range(8)] == [True] * 8
    shown = [number for number in range(1, 19) if f">2026-11-{number:02}</text>" in long.svg]
    assert shown == [1, 4, 7, 10, 13, 16]
    assert long.svg.count('class="alternate"') == 3, "every other is left out where the window is narrow"
