"""Tables of the types of errors, and of the codes of issues and warnings."""

from __future__ import annotations

from collections.abc import Mapping

from fordran.api.http.error_types import error_types, issue_codes_described, warning_codes


def rows_of_error_types() -> list[str]:
    """A row for each type of error."""
    return _rows(error_types())


def rows_of_issue_codes() -> list[str]:
    """A row for each code of an issue."""
    return _rows(issue_codes_described())


def rows_of_warning_codes() -> list[str]:
    """A row for each code of a warning in an answer."""
    return _rows(warning_codes())


def _rows(described: Mapping[str, str]) -> list[str]:
    return [f"| `{code}` | {' '.join(about.split())} |" for code, about in described.items()]
