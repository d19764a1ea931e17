"""Titles, headings and values of reports in a language."""

from __future__ import annotations

from fordran.domain.books.ages import AGES
from fordran.domain.books.report import Report
from fordran.domain.languages import Language
from fordran.texts.catalogue import texts

_LISTS = {"fee": "article"}
"""Columns whose values are of a closed list that is called otherwise."""


def title_of(report: Report, language: Language) -> str:
    """The title of a report; one without a text has its own."""
    return texts(language).area("report").get(report.name, report.title)


def heading_of(column: str, language: Language) -> str:
    """The heading of a column; a column without a text is headed by its name."""
    if column in AGES:
        return texts(language).of("age", column)
    return texts(language).area("report_column").get(column) or column.replace("_", " ").capitalize()


def code_text(column: str, code: str, language: Language) -> str:
    """The text of a value in a column; those of a statement are as on its paper."""
    spoken = texts(language)
    found = spoken.area(_LISTS.get(column, column)).get(code) or spoken.area("statement").get(code)
    assert found, f"{column} has no text for {code}"
    return found
