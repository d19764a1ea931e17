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


def test_programs_get_json_alone(capsys: pytest.CaptureFixture[str]) -> None:
    show(VALUES, as_json=True)
    assert json.loads(capsys.readouterr().out) == VALUES
