"""The comparison of two records: everything that was there has to be there with the same values. Additions are allowed.

One change of figures is decided: a statement of a day before a crediting counts the crediting, where it did not before.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tools.upgrade.recording import Recorded


def differences(before: Recorded, after: Recorded) -> Iterator[str]:
    """A sentence for each value that changed or is missing."""
    for path, document in before.items():
        if path not in after:
            yield f"{path} is missing."
        elif not _counts_a_later_crediting(path, document, after[path]):
            yield from _changed(path, document, after[path])


def _counts_a_later_crediting(path: str, before: Any, after: Any) -> bool:
    """Whether a statement of an earlier day has a crediting that it did not have."""
    return "/statement?at=" in path and bool(_credits(after) - _credits(before))


def _credits(statement: Any) -> set[str]:
    return {line["fact"] for line in statement["lines"] if line["description_locale_tag"].endswith("_credited")}


def _changed(where: str, before: Any, after: Any) -> Iterator[str]:
    """A new field is an addition. A new item of a list is not: it may be an amount."""
    if isinstance(before, dict) and isinstance(after, dict):
        for name, value in before.items():
            if name not in after:
                yield f"{where} {name} is missing; it was {value!r}."
            else:
                yield from _changed(f"{where} {name}", value, after[name])
    elif isinstance(before, list) and isinstance(after, list) and len(before) == len(after):
        for number, (old, new) in enumerate(zip(before, after, strict=True), 1):
            yield from _changed(f"{where} {number}", old, new)
    elif before != after or type(before) is not type(after):
        yield f"{where} was {before!r} and is {after!r}."
