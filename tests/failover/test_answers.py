"""How answers amid failovers are counted, and what is found wrong in them; `make failover` itself needs Debian's Patroni."""

from __future__ import annotations

import pytest

from tools.failover import client, run
from tools.failover.client import Answers
from tools.soak.counts import Counts


@pytest.fixture
def moments(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The time, as the test says it."""
    now = [0.0]
    monkeypatch.setattr(client.time, "monotonic", lambda: now[0])
    return now


def answered(moments: list[float], *told: tuple[float, int]) -> Answers:
    noted = Answers("one")
    noted.begin()
    for moment, status in told:
        moments[0] = moment
        noted.note(status, 0.1)
    return noted


def test_a_refusal_lasts_from_one_acknowledgement_to_the_next(moments: list[float]) -> None:
    noted = answered(moments, (1.0, 201), (2.0, 503), (9.0, 503), (9.5, 201), (9.9, 200), (12.0, 409))
    assert noted.longest_seconds == 8.5
    assert noted.gaps == [8.5]
    assert noted.statuses == {201: 2, 503: 2, 200: 1, 409: 1}
    assert "longest refusal 8.5 s" in noted.shown()


@pytest.mark.parametrize(
    ("told", "finding"),
    [
        ([(1.0, 201), (2.0, 503), (3.0, 201)], None),
        ([(1.0, 201), (2.0, 500), (3.0, 503)], "answered writes with {500}"),
        ([(1.0, 201), (2.0, 503), (62.5, 201)], "acknowledged nothing for 62 seconds"),
        ([(1.0, 201), (2.0, 201)], "never refused anything"),
    ],
)
def test_writes_are_acknowledged_or_refused_and_never_for_long(
    moments: list[float], told: list[tuple[float, int]], finding: str | None
) -> None:
    counts = Counts()
    run._judge(run.Plan(), counts, [answered(moments, *told)])
    assert len(counts.findings) == (finding is not None)
    assert finding is None or finding in counts.findings[0]
