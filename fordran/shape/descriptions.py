"""The descriptions of a shape's fields: the strings below them in the source.

Pydantic can read them as well (`use_attribute_docstrings`). It does so when a class is made, which is a quarter of the time
that a process takes to start, and only the description of the interface needs them.
"""

from __future__ import annotations

import ast
from functools import cache
from inspect import cleandoc, getmodule, getsource
from itertools import pairwise
from types import ModuleType

from fordran.shape.fields import Shape


@cache
def descriptions_of(shape: type[Shape]) -> dict[str, str]:
    """Field → its description, of those that have one. A field that a subclass declares again has none of its parent's."""
    found: dict[str, str] = {}
    for parent in reversed(shape.__mro__):
        if parent is not Shape and issubclass(parent, Shape):
            declared = vars(parent).get("__annotations__", {})
            kept = {name: text for name, text in found.items() if name not in declared}
            found = kept | _strings_by_class(getmodule(parent)).get(parent.__qualname__, {})
    given = {name: info.description for name, info in shape.model_fields.items() if info.description}
    return found | given


@cache
def _strings_by_class(module: ModuleType | None) -> dict[str, dict[str, str]]:
    """Class → field → the string below it, of a module."""
    found: dict[str, dict[str, str]] = {}
    assert module is not None
    _add_classes(ast.parse(getsource(module)).body, "", found)
    return found


def _add_classes(statements: list[ast.stmt], within: str, found: dict[str, dict[str, str]]) -> None:
    for statement in statements:
        if isinstance(statement, ast.ClassDef):
            name = f"{within}{statement.name}"
            found[name] = _strings_below_fields(statement.body)
            _add_classes(statement.body, f"{name}.", found)


def _strings_below_fields(body: list[ast.stmt]) -> dict[str, str]:
    return {
        field.target.id: cleandoc(below.value.value)
        for field, below in pairwise(body)
        if isinstance(field, ast.AnnAssign)
        and isinstance(field.target, ast.Name)
        and isinstance(below, ast.Expr)
        and isinstance(below.value, ast.Constant)
        and isinstance(below.value.value, str)
    }
