"""What the fuzz takes for growth of the service: more held late in the last piece of work than late in the first."""

from __future__ import annotations

import itertools

from tools.fuzz.memory import growth, watched


def test_a_moment_is_no_growth() -> None:
    assert growth([100, 150, 200, 260, 210, 205, 260, 206], [206, 290, 206, 205, 206, 206, 290, 207]) < 32


def test_what_is_never_given_back_is() -> None:
    first, last = range(100, 200), range(300, 400)
    assert growth(first, last) == 200


def test_what_is_held_is_noted_until_the_end() -> None:
    held = itertools.count(1)
    with watched(lambda: float(next(held)), every_seconds=0.001) as seen:
        while len(seen) < 3:
            pass
    assert seen == [float(number) for number in range(1, len(seen) + 1)]


def test_a_piece_of_work_that_ended_at_once_has_a_moment() -> None:
    with watched(lambda: 7.0, every_seconds=60) as seen:
        pass
    assert growth(seen, seen) == 0
