"""Cells of a CSV report that a spreadsheet would reckon out are marked as text."""

import csv
import io

import pytest

from fordran.actions.books.reports import Report
from fordran.commands.report import _csv


@pytest.mark.parametrize("text", ['=HYPERLINK("https://x.example")', "+1", "-1+1", "@SUM(A1)", "\t=1", " =1"])
def test_a_text_that_begins_a_formula_is_a_text(text: str) -> None:
    made = _csv(Report("title", ("creditor", "count"), frozenset(), [(text, -1)]))
    assert list(csv.reader(io.StringIO(made)))[1] == ["'" + text, "-1"]
