"""How commands show what they came to: a line for each value, a table of rows, and JSON for programs."""

import json

import pytest

from fordran.commands.options import show

VALUES = {
    "count": 2,
    "rows": [{"article": "amortization_reminder", "is_tried": True}, {"article": "reminder", "amount": 60}],
}


def test_rows_are_a_table_with_whole_names(capsys: pytest.CaptureFixture[str]) -> None:
    show(VALUES, as_json=False)
    said = capsys.readouterr().out
    assert "count  2\n" in said
    assert "{" not in said
    for whole in ("article", "is_tried", "amortization_reminder", "yes", "60"):
        assert whole in said


def test_rows_that_find_no_room_stand_below_each_other_with_every_value_whole(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    rows = [
        {
            "id": "6afabbab8f1514d53c310a7d",
            "queued": "2026-11-16T08:15:39Z",
            "next": "2026-11-16T08:16:41Z",
            "why": "x" * 90,
        },
        {"id": "6afabbabd427642535838185", "queued": "2026-11-16T08:15:40Z"},
    ]
    monkeypatch.setenv("COLUMNS", "80")
    show({"rows": rows}, as_json=False)
    narrow = capsys.readouterr().out
    assert "  id      6afabbab8f1514d53c310a7d\n  queued  2026-11-16T08:15:39Z\n" in narrow
    assert "  id      6afabbabd427642535838185\n  queued  2026-11-16T08:15:40Z\n\n" in narrow
    monkeypatch.setenv("COLUMNS", "140")
    show({"rows": rows}, as_json=False)
    (line,) = (line for line in capsys.readouterr().out.splitlines() if "6afabbab8f1514d53c310a7d" in line)
    assert "2026-11-16T08:16:41Z" in line


def test_programs_get_json_alone(capsys: pytest.CaptureFixture[str]) -> None:
    show(VALUES, as_json=True)
    assert json.loads(capsys.readouterr().out) == VALUES
