"""Shapes as JSON Schema, in the dialect of OpenAPI 3.1 (draft 2020-12).

A shape has up to three schemas. As it is SHOWN, only fields that may lack a value can be absent. As it is SENT, fields with
a default may be left out. As it is CHANGED, any part of it may be sent. In none of them is anything ever null.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from enum import Enum
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin

from pydantic import WithJsonSchema
from pydantic.fields import FieldInfo
from pydantic_core import PydanticUndefined

from fordran.shape.closed import ClosedList, by_values
from fordran.shape.descriptions import descriptions_of
from fordran.shape.fields import Shape, fields_of
from fordran.shape.kinds import (
    ISO_MOMENT,
    MAX_DIGITS,
    MAX_KRONOR_DIGITS,
    MAX_TEXT,
    MOMENT,
    MONEY,
    NO_NUL,
    TEXT,
    FieldKind,
    Reference,
    Years,
)
from fordran.shape.rules import rules_schema
from fordran.shape.wire import conversion

Schema = dict[str, Any]

REF = "#/components/schemas/"


class Mode(Enum):
    SHOWN = "shown"
    SENT = "sent"
    CHANGED = "changed"


_CLOCK = "([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]"
_RFC_1123 = (
    r"(Mon|Tue|Wed|Thu|Fri|Sat|Sun), (0[1-9]|[12]\d|3[01]) "
    r"(Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) \d{4} " + _CLOCK + " GMT"
)
RFC_1123: Schema = {"type": "string", "pattern": f"^{_RFC_1123}$", "examples": ["Tue, 03 Mar 2026 09:30:00 GMT"]}
ISO_8601: Schema = {
    "type": "string",
    "format": "date-time",
    "pattern": rf"^\d{{4}}-\d{{2}}-\d{{2}}T{_CLOCK}Z$",
    "examples": ["2026-03-03T09:30:00Z"],
}
_SHORT_MONTHS, _LONG_MONTHS = "Apr|Jun|Sep|Nov", "Jan|Mar|May|Jul|Aug|Oct|Dec"
_LEAP = "(0[48]|[2468][048]|[13579][26])"


def _sent_moment(years: Years | None) -> Schema:
    """A moment that is sent, in either form: a day that there is, in the years that are taken."""
    century = "[0-9]{2}"
    year, leap = (
        "([1-9][0-9]{3}|0[1-9][0-9]{2}|00[1-9][0-9]|000[1-9])",
        f"([0-9]{{2}}{_LEAP}|([02468][48]|[13579][26])00)",
    )
    if years is not None:
        centuries = range(years.first // 100, years.last // 100 + 1)
        century = f"({'|'.join(str(number) for number in centuries)})"
        year = f"{century}[0-9]{{2}}"
        leap = "|".join([f"{century}{_LEAP}", *(f"{number}00" for number in centuries if number % 4 == 0)])
    days = (
        f"((0[1-9]|1[0-9]|2[0-8]) ({_SHORT_MONTHS}|{_LONG_MONTHS}|Feb)|(29|30) ({_SHORT_MONTHS}|{_LONG_MONTHS})"
        f"|31 ({_LONG_MONTHS})) {year}|29 Feb ({leap})"
    )
    bounded: Schema = {"pattern": f"^{century}"} if years else {}
    return {
        "type": "string",
        "anyOf": [
            {"pattern": f"^(Mon|Tue|Wed|Thu|Fri|Sat|Sun), ({days}) {_CLOCK} GMT$"},
            {"format": "date-time"} | bounded,
            {"format": "date"} | bounded,
        ],
        "description": "RFC 1123 or ISO 8601.",
        "examples": ["Tue, 03 Mar 2026 00:00:00 GMT"],
    }


# The least value of a number, if it is more than nothing: the digits after the decimal point are counted.
_LEAST_FRACTION = 10.0**-MAX_DIGITS
STORABLE_NAME = "AnyValue"
_STORABLE: Schema = {
    "anyOf": [
        {"type": "string", "maxLength": MAX_TEXT, "pattern": NO_NUL},
        {
            "type": "number",
            "exclusiveMinimum": -1e19,
            "exclusiveMaximum": 1e19,
            "anyOf": [{"const": 0}, {"minimum": _LEAST_FRACTION}, {"maximum": -_LEAST_FRACTION}],
        },
        {"type": "boolean"},
        {"type": "array", "items": {"$ref": REF + STORABLE_NAME}},
        {
            "type": "object",
            "propertyNames": {"maxLength": MAX_TEXT, "pattern": NO_NUL},
            "additionalProperties": {"$ref": REF + STORABLE_NAME},
        },
    ]
}
STORABLE: dict[str, Schema] = {
    STORABLE_NAME: {
        "description": "Whatever can be stored: texts, numbers, true and false, and arrays and objects of these.",
        **rules_schema([_STORABLE]),
        "examples": ["A4"],
    }
}
"""The component of values in objects whose keys are not declared."""


class Schemas:
    """The schemas of some shapes and of every shape within them, as components that refer to each other by name."""

    def __init__(
        self,
        *,
        shown: Iterable[type[Shape]] = (),
        sent: Iterable[type[Shape]] = (),
        changed: Iterable[type[Shape]] = (),
        closed: Iterable[ClosedList] = (),
    ) -> None:
        roots = ((Mode.SHOWN, shown), (Mode.SENT, sent), (Mode.CHANGED, changed))
        found = dict.fromkeys(pair for mode, shapes in roots for shape in shapes for pair in _reachable(shape, mode))
        self._names = _names(list(found))
        self._closed = by_values(closed)

    def name(self, shape: type[Shape], mode: Mode) -> str:
        """The name of the component."""
        return self._names[shape, mode]

    def ref(self, shape: type[Shape], mode: Mode) -> Schema:
        """A reference to the component."""
        return {"$ref": REF + self.name(shape, mode)}

    def components(self) -> dict[str, Schema]:
        """Every component by its name; of the closed lists, those that one of the others has."""
        found = {name: self.component(shape, mode) for (shape, mode), name in self._names.items()} | STORABLE
        used = references_in([*found.values()])
        return found | {one.name: one.schema for one in self._closed.values() if one.name in used}

    def component(self, shape: type[Shape], mode: Mode) -> Schema:
        """The schema of a shape; shapes within it are references."""
        schema: Schema = {"type": "object"}
        if shape.__doc__ and "__doc__" in vars(shape):
            schema["description"] = _paragraphs(shape.__doc__)
        schema["properties"] = {
            info.alias or name: self._field(shape, name, info, mode) for name, info in shape.model_fields.items()
        }
        required = [info.alias or name for name, info in shape.model_fields.items() if _is_required(info, mode)]
        if required:
            schema["required"] = required
        if mode is Mode.SENT:
            schema |= rules_schema(shape.schema_rules)
        return schema | {"additionalProperties": False}

    def _field(self, shape: type[Shape], name: str, info: FieldInfo, mode: Mode) -> Schema:
        schema = self._value(info.annotation, tuple(info.metadata), mode)
        more: Schema = {}
        if description := descriptions_of(shape).get(name):
            more["description"] = _paragraphs(description)
        if mode is Mode.SENT and info.default not in (None, PydanticUndefined):
            field = fields_of(shape)[info.alias or name]
            show = conversion(field)
            more["default"] = show(info.default) if show and not field.is_array else info.default
        if info.deprecated:
            more["deprecated"] = True
        if isinstance(info.json_schema_extra, dict):
            more |= info.json_schema_extra
        return schema | more

    def _value(self, annotation: Any, marks: tuple[Any, ...], mode: Mode) -> Schema:
        origin, arguments = get_origin(annotation), get_args(annotation)
        if origin is Annotated:
            return self._value(arguments[0], (*arguments[1:], *marks), mode)
        kind = next((mark for mark in marks if isinstance(mark, FieldKind)), None)
        if kind is not None:
            return self._named(_of_kind(kind, marks, mode))
        if origin in (Union, UnionType):
            (present,) = (argument for argument in arguments if argument is not NoneType)
            return self._value(present, marks, mode)
        if origin is list:
            # A change replaces an array whole, so that what is in it is as it is sent.
            within = Mode.SENT if mode is Mode.CHANGED else mode
            return {"type": "array", "items": self._value(arguments[0], (), within)} | _lengths(marks)
        if origin is Literal:
            only = {"const": arguments[0]} if len(arguments) == 1 else {"enum": list(arguments)}
            return self._named({"type": "string"} | only)
        if origin is dict:
            named: Schema = {} if arguments[0] is str else {"propertyNames": self._value(arguments[0], (), mode)}
            if arguments[0] is str and mode is not Mode.SHOWN:
                named = {"propertyNames": {"maxLength": MAX_TEXT, "pattern": NO_NUL}}
            return {"type": "object", **named, "additionalProperties": self._value(arguments[1], (), mode)}
        if isinstance(annotation, type) and issubclass(annotation, Shape):
            return self.ref(annotation, mode)
        assert annotation is Any, annotation
        return {"not": {"type": "null"}} if mode is Mode.SHOWN else {"$ref": REF + STORABLE_NAME}

    def _named(self, schema: Schema) -> Schema:
        """A reference to the closed list that a schema is of; any other schema as it is."""
        one = self._closed.get(tuple(schema.get("enum", ())))
        return {"$ref": REF + one.name} if one else schema


def references_in(part: Any) -> set[str]:
    """The names of the components that something refers to."""
    if isinstance(part, dict):
        own = part.get("$ref", "")
        below = set().union(*(references_in(value) for value in part.values()))
        return below | ({own.removeprefix(REF)} if isinstance(own, str) and own.startswith(REF) else set())
    return set().union(*(references_in(value) for value in part)) if isinstance(part, list) else set()


def _lengths(marks: tuple[Any, ...]) -> Schema:
    """How many an array may have."""
    limits = (("minItems", "min_length"), ("maxItems", "max_length"))
    return {name: getattr(mark, length) for mark in marks for name, length in limits if hasattr(mark, length)}


def _of_kind(kind: FieldKind, marks: tuple[Any, ...], mode: Mode) -> Schema:
    if kind in (MOMENT, ISO_MOMENT):
        if mode is not Mode.SHOWN:
            return _sent_moment(next((mark for mark in marks if isinstance(mark, Years)), None))
        return dict(RFC_1123 if kind is MOMENT else ISO_8601)
    schema: Schema = {}
    for mark in marks:
        if isinstance(mark, WithJsonSchema):
            schema = dict(mark.json_schema or {})
        elif isinstance(mark, Reference):
            schema["description"] = f"The id of one of `{mark.resource}`."
    if mode is Mode.SHOWN:
        # Most readers of JSON hold numbers as binary fractions, of which hardly any is a multiple of 0.01.
        schema.pop("multipleOf", None)
    if kind is MONEY and mode is not Mode.SHOWN:
        schema = _bounded(schema)
    if kind is TEXT and mode is not Mode.SHOWN and not schema.keys() & {"pattern", "enum", "format"}:
        schema["pattern"] = NO_NUL
    return schema


def _bounded(schema: Schema) -> Schema:
    """An amount that is sent, with how large it may be."""
    most = 10**MAX_KRONOR_DIGITS
    has_least = schema.keys() & {"minimum", "exclusiveMinimum"}
    return schema | ({} if has_least else {"exclusiveMinimum": -most}) | {"exclusiveMaximum": most}


def _is_required(info: FieldInfo, mode: Mode) -> bool:
    if mode is Mode.CHANGED:
        return False
    # A field with a default value is always shown; one with the default None is left out where there is no value.
    return info.is_required() or (mode is Mode.SHOWN and (info.default is not None or info.default_factory is not None))


def _reachable(shape: type[Shape], mode: Mode) -> Iterator[tuple[type[Shape], Mode]]:
    yield shape, mode
    for info in shape.model_fields.values():
        for nested, is_in_array in _shapes_in(info.annotation):
            yield from _reachable(nested, Mode.SENT if is_in_array and mode is Mode.CHANGED else mode)


def _shapes_in(annotation: Any, is_in_array: bool = False) -> Iterator[tuple[type[Shape], bool]]:
    if isinstance(annotation, type) and issubclass(annotation, Shape):
        yield annotation, is_in_array
    for argument in get_args(annotation):
        yield from _shapes_in(argument, is_in_array or get_origin(annotation) is list)


def _names(pairs: list[tuple[type[Shape], Mode]]) -> dict[tuple[type[Shape], Mode], str]:
    """A name for each: the class's own, marked where the class is both shown and sent; of two classes by one name, with
    their modules'."""
    known = set(pairs)
    plain = {}
    for shape, mode in pairs:
        name = shape.__name__
        is_for_sending = name.endswith(("Input", "Data"))
        if mode is Mode.CHANGED:
            name = name.removesuffix("Data").removesuffix("Change") + "Change"
        elif mode is Mode.SENT and not is_for_sending and (shape, Mode.SHOWN) in known:
            name += "Sent"
        elif mode is Mode.SHOWN and is_for_sending and (shape, Mode.SENT) in known:
            name += "Shown"
        plain[shape, mode] = name
    uses = Counter(plain.values())
    return {pair: name if uses[name] == 1 else _qualified(pair[0], name) for pair, name in plain.items()}


def _qualified(shape: type[Shape], name: str) -> str:
    return shape.__module__.rpartition(".")[2].title().replace("_", "") + name


def _paragraphs(text: str) -> str:
    """A docstring as prose: lines joined, paragraphs kept."""
    return "\n\n".join(" ".join(paragraph.split()) for paragraph in text.strip().split("\n\n"))
