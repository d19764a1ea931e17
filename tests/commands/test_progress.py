"""Long commands show that they move: at a terminal by a bar, elsewhere by a line now and then."""

from __future__ import annotations

import functools
import io
import threading
from pathlib import Path

import pytest
import rich.console

from fordran import clock
from fordran.commands import progress
from fordran.commands.archive import unpack, writing
from fordran.commands.progress import counting, lines, passing, passing_several, ticking, watched


def test_a_line_is_said_when_it_is_time_and_not_before(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    moment = [100.0]
    monkeypatch.setattr(clock, "monotonic", lambda: moment[0])
    tell = lines(seconds=10.0)
    for seconds in (1.0, 9.9, 10.0, 15.0, 21.0):
        moment[0] = 100.0 + seconds
        tell("days", int(seconds), 365)
    assert capsys.readouterr().err.splitlines() == ["days: 10 of 365", "days: 21 of 365"]
    lines(seconds=0.0)("letters", 7, 0)
    assert capsys.readouterr().err == "letters: 7\n"


def test_each_of_several_is_named_in_its_lines(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(progress.lines, "__defaults__", (0.0,))
    with passing_several() as tell:
        tell("cases", 3, 10)
        tell("letters", 1, 2)
    with passing(2, "files") as told:
        counted = counting(told, 2)
        counted(1)
        counted(1)
    assert capsys.readouterr().err.splitlines() == [
        "cases: 3 of 10",
        "letters: 1 of 2",
        "files: 0 of 2",
        "files: 1 of 2",
        "files: 2 of 2",
    ]


def test_what_cannot_tell_is_looked_at_while_it_works(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(progress, "LOOK_SECONDS", 0.01)
    monkeypatch.setattr(progress.lines, "__defaults__", (0.0,))
    looked, enough = [], threading.Event()

    def look() -> int:
        looked.append(len(looked))
        if len(looked) == 3:
            enough.set()
        return len(looked)

    with watched("MB", look):
        assert enough.wait(20)
    said = capsys.readouterr().err.splitlines()
    assert said[:4] == ["MB: 0", "MB: 1", "MB: 2", "MB: 3"]
    with pytest.raises(ValueError, match="refused"), ticking("The report"):
        raise ValueError("refused")
    assert capsys.readouterr().err.splitlines()[0] == "The report, seconds: 0"


def test_at_a_terminal_a_bar_moves_and_nothing_is_left_of_it(monkeypatch: pytest.MonkeyPatch) -> None:
    screen = io.StringIO()
    terminal = functools.partial(rich.console.Console, file=screen, force_terminal=True, width=80)
    monkeypatch.setattr(rich.console, "Console", lambda **_: terminal())
    with passing_several() as tell:
        tell("cases", 3, 10)
        tell("vouchers", 7, 0)
    drawn = screen.getvalue()
    assert "cases" in drawn
    assert "3/10" in drawn
    assert "7/?" in drawn
    assert drawn.endswith("\x1b[2K"), "the lines of the bars are erased"


def test_a_backup_that_is_read_tells_how_far(tmp_path: Path) -> None:
    dumped = tmp_path / "dump"
    dumped.write_bytes(b"x" * 3_500_000)
    with writing(tmp_path / "backup") as archive:
        archive.add_dump(dumped)
        archive.add_manifest("2026-06-16", "0.1.0", [])
    told: list[tuple[int, int]] = []
    (tmp_path / "into").mkdir()
    unpack(tmp_path / "backup", tmp_path / "into", lambda *one: told.append(one))
    assert told == [(1, 3), (2, 3), (3, 3), (3, 3)]
