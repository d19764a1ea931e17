"""Where there is no terminal, long commands say a line now and then."""

from __future__ import annotations

import pytest

from fordran import clock
from fordran.commands.progress import lines_of


def test_a_line_is_said_when_it_is_time_and_not_before(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    moment = [100.0]
    monkeypatch.setattr(clock, "monotonic", lambda: moment[0])
    tell = lines_of("days", seconds=10.0)
    for seconds in (1.0, 9.9, 10.0, 15.0, 21.0):
        moment[0] = 100.0 + seconds
        tell(int(seconds), 365)
    assert capsys.readouterr().err.splitlines() == ["days: 10 of 365", "days: 21 of 365"]
    lines_of("letters", seconds=0.0)(7, 0)
    assert capsys.readouterr().err == "letters: 7\n"
