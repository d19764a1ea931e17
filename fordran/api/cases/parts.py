"""Lists below a case that are parts of it and no nouns of their own: the form that they share."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from fordran.shape.fields import Shape
from fordran.shape.kinds import Integer


class PartsMeta(Shape):
    """Which page of the parts it is, and how many there are on all pages."""

    page: Integer
    """Which page, from 1."""
    max_results: Integer
    """How many a page has at most."""
    total: Integer
    """How many there are on all pages."""


def all_parts(case: str, parts: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """The parts of a case, of which there are few, on one page."""
    meta = {"page": 1, "max_results": max(len(parts), 1), "total": len(parts)}
    return {"case": case, "_items": parts, "_meta": meta}
