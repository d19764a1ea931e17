"""Fields that are deprecated: since when, and until when they are kept at least."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import date
from functools import cache
from typing import Any

from fordran.shape.fields import Shape

KEPT_YEARS = 2


class Deprecated(str):
    """The sentence about a deprecated field, with the day of its deprecation. A shape's field names it as `deprecated`."""

    __slots__ = ("since",)
    since: date

    def __new__(cls, since: str, why: str) -> Deprecated:
        made = super().__new__(cls, f"Deprecated since {since}; {why}")
        made.since = date.fromisoformat(since)
        return made

    @property
    def kept_until(self) -> date:
        """The first day on which the field may be gone."""
        return self.since.replace(year=self.since.year + KEPT_YEARS)


@cache
def deprecated_fields(shape: type[Shape]) -> Mapping[str, Deprecated]:
    """The deprecated fields of a shape, by their names on the wire."""
    found = ((info.alias or name, info.deprecated) for name, info in shape.model_fields.items())
    return {name: deprecated for name, deprecated in found if isinstance(deprecated, Deprecated)}


def deprecations_in(shape: type[Shape], document: Any) -> Iterator[Deprecated]:
    """The deprecated fields that a document has, or those of each in an array."""
    fields = deprecated_fields(shape)
    for one in document if isinstance(document, list) else (document,):
        if isinstance(one, dict):
            yield from (fields[name] for name in fields.keys() & one.keys())
