"""A registration that is made and not yet inserted, of whatever is registered."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from fordran.shape.fields import Shape
from fordran.shape.wire import wire
from fordran.store.rows.tables import NewRow


@dataclass(frozen=True)
class NewRegistration:
    """A registration with all that it is made of, not yet inserted; `answer` is what its sender is told."""

    id: str
    answer: dict[str, Any]
    rows: list[NewRow]


def sent_document(given: Shape, report: dict[str, Any] | None) -> dict[str, Any]:
    """The registration as it was sent, and the file import that it came with, if any."""
    return wire(given) | ({"file_import_report": report} if report else {})
