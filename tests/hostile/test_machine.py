"""A late answer counts when the machine is itself: the fuzz waits for that, and not for ever."""

from __future__ import annotations

import itertools
from types import SimpleNamespace

import pytest

from tools.fuzz import machine
from tools.fuzz.machine import Machine


def _waits(monkeypatch: pytest.MonkeyPatch, loops: list[float], writes: list[float]) -> int:
    """How often it waits a second, with measures that take these seconds, the last of them for ever."""
    measures = [itertools.chain(seen, itertools.repeat(seen[-1])) for seen in (loops, writes)]
    monkeypatch.setattr(machine, "_seconds_of_a_loop", lambda: next(measures[0]))
    monkeypatch.setattr(machine, "_seconds_of_a_write", lambda: next(measures[1]))
    ticks = itertools.count()
    waited: list[float] = []
    # The module's own clock: that of Python is every thread's.
    monkeypatch.setattr(machine, "time", SimpleNamespace(sleep=waited.append, monotonic=lambda: float(next(ticks))))
    Machine().wait_until_calm(after=2.0)
    assert waited[0] == 2.0
    return len(waited) - 1


BEST = [0.02] * 5


@pytest.mark.parametrize(
    ("loops", "writes", "waits"),
    [
        (BEST, BEST, 0),
        ([*BEST, 0.1, 0.1, 0.03], BEST, 2),
        (BEST, [*BEST, 1.5, 0.02], 1),
    ],
    ids=["calm", "slow processors", "a slow disk"],
)
def test_it_waits_while_the_machine_does_something_else(
    monkeypatch: pytest.MonkeyPatch, loops: list[float], writes: list[float], waits: int
) -> None:
    assert _waits(monkeypatch, loops, writes) == waits


def test_it_does_not_wait_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    assert 1 < _waits(monkeypatch, [*BEST, 0.5], BEST) <= 120


def test_a_loop_and_a_write_are_measured() -> None:
    Machine().wait_until_calm()
