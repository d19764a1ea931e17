"""Shapes and their fields: one declaration that reads a body with every issue at once, and tells what can be asked of it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from dataclasses import field as made
from functools import cache
from itertools import islice
from types import NoneType, UnionType
from typing import Annotated, Any, ClassVar, Literal, TypeVar, Union, get_args, get_origin

from pydantic import BaseModel, ConfigDict, ValidationError
from pydantic_core import ErrorDetails

from fordran.shape.kinds import (
    ANY,
    HALF_SURROGATE,
    NOT_TEXT,
    TEXT,
    FieldKind,
    Reference,
    ShownOnce,
    TooManyIssues,
    issue,
    issues_left,
    unallowed,
    unstorable,
)

Issues = dict[str, Any]
"""The issues of a document: field → sentence, list of sentences, or the issues of nested documents."""

MOST_ISSUES = 1000
"""The most issues that are reported of one document."""
_TOO_MANY = {
    "validation exception": issue(
        f"has more than {MOST_ISSUES} issues, which are not listed", "form_issue.too_many_issues", most=MOST_ISSUES
    )
}


class Shape(BaseModel):
    """A document as declared: every field one line. Unknown fields are refused."""

    # The reader of a document is built when the first one is read: most shapes are only shown, and none is in most processes.
    model_config = ConfigDict(extra="forbid", arbitrary_types_allowed=True, defer_build=True)

    example: ClassVar[dict[str, Any]] = {}
    schema_rules: ClassVar[tuple[dict[str, Any], ...]] = ()
    """The part of `broken_rules` (rules.py) that JSON Schema can express, for documents that are sent."""

    takes_null: ClassVar[frozenset[str]] = frozenset()
    """Fields of objects whose keys are not declared and within which null says something, as in a filter."""

    @classmethod
    def broken_rules(cls, given: Mapping[str, Any]) -> Issues:  # noqa: ARG003
        """Issues that several fields make together. `given` is as sent: any field may be absent or of a wrong type."""
        return {}


@dataclass(frozen=True)
class Field:
    """One field of a shape, as the store and OpenAPI see it."""

    name: str
    kind: FieldKind | None  # None for objects
    is_array: bool = False
    is_open: bool = False  # an object whose keys are not declared
    children: Mapping[str, Field] = made(default_factory=dict)
    each: Field | None = None  # what every value of an open object is
    reference: Reference | None = None  # of which resource it holds an id
    is_secret: bool = False  # is answered once
    values: tuple[str, ...] = ()  # of a closed list, all there are

    def child(self, name: str) -> Field | None:
        """The field below this one by that name."""
        if self.is_open:
            return self.each or Field(name, ANY, is_open=True)
        return self.children.get(name)


@cache
def fields_of(shape: type[Shape]) -> dict[str, Field]:
    """The fields of `shape`, in the order they are declared, by the names they have on the wire."""
    found = {}
    for name, info in shape.model_fields.items():
        annotation: Any = info.annotation
        if info.metadata:  # pydantic moves the outermost Annotated's markers here
            annotation = Annotated[(annotation, *info.metadata)]
        wire = info.alias or name
        found[wire] = _field(wire, annotation)
    return found


def _field(name: str, annotation: Any) -> Field:
    origin, arguments = get_origin(annotation), get_args(annotation)
    if origin is Annotated:
        marks = arguments[1:]
        kind = next((mark for mark in marks if isinstance(mark, FieldKind)), None)
        reference = next((mark for mark in marks if isinstance(mark, Reference)), None)
        if kind:
            return Field(name, kind, reference=reference, is_secret=ShownOnce() in marks)
        return _field(name, arguments[0])
    if origin in (Union, UnionType):
        (present,) = (argument for argument in arguments if argument is not NoneType)
        return _field(name, present)
    if origin is list:
        inner = _field(name, arguments[0])
        return Field(
            name, inner.kind, is_array=True, is_open=inner.is_open, children=inner.children, values=inner.values
        )
    if origin is Literal:
        return Field(name, TEXT, values=arguments)
    if origin is dict:
        each = None if arguments[1] is Any else _field(name, arguments[1])
        return Field(name, None, is_open=True, each=each)
    if isinstance(annotation, type) and issubclass(annotation, Shape):
        return Field(name, None, children=fields_of(annotation))
    if annotation is Any:
        return Field(name, ANY, is_open=True)
    raise TypeError(f"{name}: {annotation} is not a kind, a shape, a list or an open object")


S = TypeVar("S", bound=Shape)


class Refused(Exception):
    """A document that does not have its shape."""

    def __init__(self, issues: Issues) -> None:
        super().__init__(issues)
        self.issues = issues


def read(shape: type[S], given: Any) -> S:
    """`given` as a `shape`; raises `Refused` with every issue at once."""
    if not isinstance(given, dict):
        sentence = f"'{str(given)[:100]}' is not a document, must be a dict"
        raise Refused({"validation exception": issue(sentence, "form_issue.not_object")})
    issues: Issues = {}
    value = None
    counted = issues_left.set(iter(range(MOST_ISSUES)))
    try:
        value = shape.model_validate(given)
    except TooManyIssues:
        raise Refused(_TOO_MANY) from None
    except ValidationError as error:
        if error.error_count() > MOST_ISSUES:
            raise Refused(_TOO_MANY) from None
        for detail in error.errors(include_url=False, include_context=True):
            add_issue(issues, detail["loc"], _sentence(detail))
    finally:
        issues_left.reset(counted)
    if value is None or not _is_looked_at(shape, given):
        # A refused value is not looked into; it may be long.
        left = {name: item for name, item in given.items() if name not in issues or isinstance(issues[name], dict)}
        for path, sentence in islice(_unstorable_in(left, ()), MOST_ISSUES):
            is_meant = sentence is _NULL and len(path) > 1 and path[0] in shape.takes_null
            if not is_meant and not _has_issue(issues, path):
                add_issue(issues, path, sentence)
    if _has_rules(shape):
        _add_broken_rules(issues, shape, given, ())
    if issues or value is None:
        raise Refused(issues)
    return value


def references_in(shape: type[Shape], given: Any) -> Iterator[tuple[tuple[int | str, ...], str, str]]:
    """Every reference in a document as sent: its path, the resource, and the id. What is of a wrong type is passed over."""
    yield from _references(fields_of(shape), given, ())


def _references(
    fields: Mapping[str, Field], given: Any, path: tuple[int | str, ...]
) -> Iterator[tuple[tuple[int | str, ...], str, str]]:
    if not isinstance(given, dict):
        return
    for name, field in fields.items():
        value = given.get(name)
        if field.reference and isinstance(value, str):
            if value or not field.reference.or_empty:
                yield (*path, name), field.reference.resource, value
        elif field.is_array and isinstance(value, list):
            for index, item in enumerate(value):
                yield from _references(field.children, item, (*path, name, index))
        elif field.children:
            yield from _references(field.children, value, (*path, name))


def add_issue(issues: Issues, path: tuple[int | str, ...], sentence: Any) -> None:
    """Put a sentence, or a message that an edge says, at `path`; several at one place become a list."""
    *above, last = (str(step) for step in path) if path else ("validation exception",)
    for step in above:
        below = issues.setdefault(step, {})
        if not isinstance(below, dict):
            return  # the object itself is refused already; what is inside it does not count
        issues = below
    there = issues.get(last)
    if there is None:
        issues[last] = sentence
    elif isinstance(there, list):
        if sentence not in there:
            there.append(sentence)
    elif not isinstance(there, dict) and there != sentence:
        issues[last] = [there, sentence]


UNKNOWN_FIELD = issue("unknown field", "form_issue.unknown_field")
_NOT_OBJECT = issue("must be of dict type", "form_issue.not_object")
_NULL = issue("null value not allowed", "form_issue.null")
_SENTENCES = {
    "missing": issue("required field", "form_issue.required"),
    "extra_forbidden": UNKNOWN_FIELD,
    "list_type": issue("must be of list type", "form_issue.not_list"),
    "dict_type": _NOT_OBJECT,
    "model_type": _NOT_OBJECT,
    "model_attributes_type": _NOT_OBJECT,
    "string_unicode": HALF_SURROGATE,
}


# The library tells the values of a closed list as a text: 'sv' or 'en'.
_QUOTED = re.compile(r"'([^']*)'")


def _sentence(detail: ErrorDetails) -> str:
    if detail["input"] is None and detail["type"] not in ("missing", "extra_forbidden"):
        return _NULL
    if detail["type"] == "literal_error":
        given = detail["input"]
        allowed = _QUOTED.findall(detail["ctx"]["expected"])
        return unallowed(given, allowed) if isinstance(given, str) else NOT_TEXT
    return _SENTENCES.get(detail["type"]) or detail.get("ctx", {}).get("sentence") or detail["msg"]


def _is_looked_at(shape: type[Shape], given: Mapping[str, Any]) -> bool:
    """Whether the fields' kinds have looked at everything in a document that has its shape.

    They pass over null where a field may be left out, and over what is in objects whose keys are not declared. A document
    has seldom either, and to see that it has not takes less time than to look at every value again.
    """
    if None in given.values() or not _open_fields(shape).isdisjoint(given):
        return False
    for name, (nested, is_array) in _nested_shapes(shape).items():
        value = given.get(name)
        if value is None:
            continue
        for item in value if is_array else (value,):
            if not _is_looked_at(nested, item):
                return False
    return True


@cache
def _open_fields(shape: type[Shape]) -> frozenset[str]:
    return frozenset(name for name, field in fields_of(shape).items() if field.is_open)


def _unstorable_in(given: Any, path: tuple[int | str, ...]) -> Iterator[tuple[tuple[int | str, ...], str]]:
    """Values that are refused everywhere, in undeclared objects, too: null, and texts that no column takes."""
    for key, value in given.items() if isinstance(given, dict) else enumerate(given):
        if isinstance(key, str) and (why := unstorable(key)):
            yield path, issue(f"has a key that is not allowed: {why}", "form_issue.key_not_allowed")
        sentence = _NULL if value is None else unstorable(value)
        if sentence:
            yield (*path, key), sentence
        elif isinstance(value, dict | list):
            yield from _unstorable_in(value, (*path, key))


def _has_issue(issues: Any, path: tuple[int | str, ...]) -> bool:
    for step in path:
        if not isinstance(issues, dict):
            return True
        if str(step) not in issues:
            return False
        issues = issues[str(step)]
    return True


def _add_broken_rules(issues: Issues, shape: type[Shape], given: dict[str, Any], path: tuple[int | str, ...]) -> None:
    for name, sentence in shape.broken_rules(given).items():
        add_issue(issues, (*path, name), sentence)
    for name, (nested, is_array) in _nested_shapes(shape).items():
        value = given.get(name)
        if not _has_rules(nested):
            continue
        if is_array and isinstance(value, list):
            for index, item in enumerate(value):
                if isinstance(item, dict):
                    _add_broken_rules(issues, nested, item, (*path, name, index))
        elif isinstance(value, dict) and not is_array:
            _add_broken_rules(issues, nested, value, (*path, name))


@cache
def _has_rules(shape: type[Shape]) -> bool:
    """Whether a shape, or one within it, has rules of its own."""
    is_ruled = shape.broken_rules.__func__ is not Shape.broken_rules.__func__  # type: ignore[attr-defined]
    return is_ruled or any(_has_rules(nested) for nested, _ in _nested_shapes(shape).values())


@cache
def _nested_shapes(shape: type[Shape]) -> dict[str, tuple[type[Shape], bool]]:
    found = {}
    for name, info in shape.model_fields.items():
        nested = _shape_within(info.annotation)
        if nested:
            found[info.alias or name] = nested
    return found


def _shape_within(annotation: Any) -> tuple[type[Shape], bool] | None:
    if isinstance(annotation, type) and issubclass(annotation, Shape):
        return annotation, False
    for argument in get_args(annotation):
        if found := _shape_within(argument):
            return found[0], found[1] or get_origin(annotation) is list
    return None
