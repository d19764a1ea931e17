"""Plots: where an axis ends."""

from __future__ import annotations

import pytest

from fordran.web.plots import bars, lines, top_of


@pytest.mark.parametrize(
    ("most", "whole", "top", "remark"),
    [
        (0, None, 4, "nothing yet"),
        (100, None, 200, "a hundred of anything: four parts divide it"),
        (100, 100, 100, "all of it: there is no more"),
        (83, 100, 100, "most of it"),
        (15, 100, 20, "little of it is seen better on an axis of its own"),
        (1000, 1000, 1000, "tenths of a percent"),
        (104, 100, 200, "more than all of it, which is not hidden"),
    ],
)
def test_an_axis_ends_at_a_round_number_and_not_past_the_whole(
    most: int, whole: int | None, top: int, remark: str
) -> None:
    assert top_of(most, whole) == top, remark


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
