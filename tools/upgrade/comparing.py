"""The comparison of two records: everything that was there has to be there with the same values. Additions are allowed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tools.upgrade.recording import Recorded


def differences(before: Recorded, after: Recorded) -> Iterator[str]:
    """A sentence for each value that changed or is missing."""
    for path, document in before.items():
        if path not in after:
            yield f"{path} is missing."
        else:
            yield from _changed(path, document, after[path])


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
