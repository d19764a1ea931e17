"""Every closed list that the interface shows: those of the nouns, and those that only answers about a case have."""

from __future__ import annotations

from functools import cache
from typing import Any, Literal

from fordran.actions.cases.known_facts import BecameKnown
from fordran.api.http.error_types import error_types, issue_codes_described, warning_codes
from fordran.api.serving.probes import Mode
from fordran.domain.flow.plan_progress import PlanEnd
from fordran.resources.closed_lists import closed_lists, described
from fordran.shape.closed import ClosedList, by_values


@cache
def all_closed_lists() -> tuple[ClosedList, ...]:
    """The lists of the nouns and of answers."""
    return (
        *closed_lists(),
        described("DisputeStatus", Literal["open", "ended"]),
        described("PlanStatus", Literal["running", "ended"]),
        described("PlanEndReason", Literal[PlanEnd, "closed"], "plan_end"),
        described("FactType", BecameKnown, "fact_type", "line_type"),
        described("FileDomain", Literal["media--files", "cases", "creditors", "enforcements"]),
        ClosedList("ErrorType", (*error_types(),), "The type of an error.", error_types()),
        ClosedList(
            "IssueCode", (*issue_codes_described(),), "The code of an issue of a document.", issue_codes_described()
        ),
        ClosedList("WarningCode", (*warning_codes(),), "The code of a warning in an answer.", warning_codes()),
        described("InstallationMode", Mode),
        described("FileField", Literal["original_invoice", "logo", "enforcement_mandate", "documents"]),
    )


@cache
def _by_values() -> dict[tuple[str, ...], ClosedList]:
    return by_values(all_closed_lists())


def closed_schema(values: tuple[str, ...]) -> dict[str, Any]:
    """The schema of the list with these values."""
    return _by_values()[values].schema
