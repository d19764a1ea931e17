"""Tables of fields, as the interface's page shows them, made from declared shapes."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterator, Mapping
from typing import Any

import orjson

from fordran import resources
from fordran.resources.closed_lists import closed_lists
from fordran.shape.descriptions import descriptions_of
from fordran.shape.fields import Shape
from fordran.shape.openapi import ISO_8601, REF, RFC_1123, Mode, Schema, Schemas
from tools.pages.lists import LINKS_TO_LISTS

MOST_CHOICES = 12
"""Of a longer list of values, as of countries, the field itself says what they are."""


def shapes() -> dict[str, type[Shape]]:
    """Every shape of the nouns by the name of its class."""
    for module in pkgutil.iter_modules(resources.__path__):
        importlib.import_module(f"{resources.__name__}.{module.name}")
    return {shape.__name__: shape for shape in _below(Shape) if shape.__module__.startswith(resources.__name__)}


def _below(shape: type[Shape]) -> Iterator[type[Shape]]:
    for nearer in shape.__subclasses__():
        yield nearer
        yield from _below(nearer)


def rows_of_fields(shape: type[Shape], mode: Mode, titles: Mapping[str, str]) -> list[str]:
    """A row a field. `titles` is class → heading on the page under which its own table stands."""
    schemas = Schemas(**{mode.value: (shape,)}, closed=closed_lists())
    links = {schemas.name(one, mode): _link(one, titles) for one in _within(shape)} | LINKS_TO_LISTS
    schema = schemas.component(shape, mode)
    required = schema.get("required", ())
    written = descriptions_of(shape)
    own = {info.alias or name: written.get(name, "") for name, info in shape.model_fields.items()}
    return [
        f"| `{name}` | {_type(field, links)} | {'yes' if name in required else ''} | {_note(field, own[name])} |"
        for name, field in schema["properties"].items()
    ]


def _within(shape: type[Shape]) -> list[type[Shape]]:
    """The shape and all shapes in it."""
    found = [shape]
    for nested in found:
        for info in nested.model_fields.values():
            found += [one for one in _named_in(info.annotation) if one not in found]
    return found


def _named_in(annotation: Any) -> Iterator[type[Shape]]:
    if isinstance(annotation, type) and issubclass(annotation, Shape):
        yield annotation
    for argument in getattr(annotation, "__args__", ()):
        yield from _named_in(argument)


def _link(shape: type[Shape], titles: Mapping[str, str]) -> str:
    """A link to the table of a shape, or of the one that it extends."""
    title = next((titles[one.__name__] for one in shape.__mro__ if one.__name__ in titles), None)
    if title is None:
        return "object"
    return f"[{title[0].lower()}{title[1:]}](#{title.lower().replace(' ', '-')})"


def _type(field: Schema, links: Mapping[str, str]) -> str:
    """A type in a word or a link."""
    if "$ref" in field:
        return links[field["$ref"].removeprefix(REF)]
    if field.get("type") == "array":
        return f"array of {_type(field['items'], links)}"
    if _is_moment(field):
        return "moment"
    if "[0-9a-f]{24}" in field.get("pattern", ""):
        return "id"
    if field.get("type") == "object" and "$ref" in field.get("additionalProperties", {}):
        return _object_of(field["additionalProperties"], links)
    return str(field.get("type", "any"))


def _is_moment(field: Schema) -> bool:
    return field.get("pattern") in (RFC_1123["pattern"], ISO_8601["pattern"]) or "anyOf" in field


def _note(field: Schema, own: str) -> str:
    """What the declaration says of a field or of its kind, which values it has, and its default."""
    of_kind = "" if _is_moment(field) else field.get("description", "")
    said = [" ".join((own or of_kind).split())]
    choices = [f"`{choice}`" for choice in field.get("enum", ())]
    if choices and len(choices) <= MOST_CHOICES and not all(choice in said[0] for choice in choices):
        said.append(f"{', '.join(choices[:-1])} or {choices[-1]}." if len(choices) > 1 else f"{choices[0]}.")
    if "default" in field:
        said.append(f"Default `{orjson.dumps(field['default']).decode()}`.")
    return " ".join(filter(None, said)).replace("|", "\\|")


def _object_of(values: Schema, links: Mapping[str, str]) -> str:
    """An object whose keys are the client's own: of values of one type, or of any."""
    return "object" if values.get("$ref", "").endswith("/AnyValue") else f"object of {_type(values, links)}"
