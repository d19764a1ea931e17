"""The closed lists in a shape, by the paths of their fields."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal, get_args, get_origin

from fordran.shape.fields import Shape


def lists_of(shape: type[Shape], path: str = "") -> Iterator[tuple[str, Any]]:
    """Every field, however deep, whose values are of a list: its dotted path, and the list."""
    for name, info in shape.model_fields.items():
        yield from _lists(info.annotation, f"{path}{info.alias or name}")


def _lists(annotation: Any, path: str) -> Iterator[tuple[str, Any]]:
    if get_origin(annotation) is Literal:
        yield path, annotation
    elif isinstance(annotation, type) and issubclass(annotation, Shape):
        yield from lists_of(annotation, f"{path}.")
    else:
        for part in get_args(annotation):
            yield from _lists(part, path)
