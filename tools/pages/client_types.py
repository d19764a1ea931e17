"""The types of the client's resources, made from the interface's description: `make docs` writes them beside `nouns.py`.

Each resource has its own acts, parts and bodies, so that a type checker finds a name that does not exist.
"""

from __future__ import annotations

import keyword
from functools import cache
from typing import Any, NamedTuple

from fordran.api.description.document import description
from fordran.api.endpoints import endpoints
from fordran.settings import Settings
from fordran.shape.openapi import REF, Schema
from tools.pages.client_schemas import answer_of, is_moment, resources_of, sent_components

HEAD = '''"""The types of the resources of a client. Made from the service's own declarations; not edited by hand."""

from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from datetime import date, datetime
from decimal import Decimal
from typing import Any, Generic, Literal, NotRequired, Protocol, Required, TypedDict, TypeVar, Unpack, overload

from fordran_client import models
from fordran_client.kinds import SentMoment
from fordran_client.lists import Where

D = TypeVar("D")

class _Document(Protocol):
    @property
    def id(self) -> str: ...

class _Documents(Generic[D]):
    resource: str
    def list(
        self, where: Where = ..., *, sort: str | None = ..., projection: Mapping[str, int] | None = ..., **search: str
    ) -> Iterator[D]: ...
    def first(self, where: Where = ..., *, sort: str | None = ...) -> D | None: ...
    def count(self, where: Where = ...) -> int: ...
    def get(self, id: str) -> D: ...

class _AsyncDocuments(Generic[D]):
    resource: str
    def list(
        self, where: Where = ..., *, sort: str | None = ..., projection: Mapping[str, int] | None = ..., **search: str
    ) -> AsyncIterator[D]: ...
    async def first(self, where: Where = ..., *, sort: str | None = ...) -> D | None: ...
    async def count(self, where: Where = ...) -> int: ...
    async def get(self, id: str) -> D: ...
'''
_OF_CALLS = frozenset({"document", "act", "part", "key", "tag", "dry_run", "self"})
"""The parameters of a call, which a body's field must not be named as."""


class Signature(NamedTuple):
    """A method: its name, its parameters and its answer."""

    name: str
    parameters: str
    answer: str


@cache
def _document() -> dict[str, Any]:
    return description(endpoints(Settings()))


def types_text() -> str:
    """The module of types."""
    document = _document()
    schemas: dict[str, Schema] = document["components"]["schemas"]
    bodies = sorted(name for name in sent_components(document) if "properties" in schemas[name])
    resources = sorted(resources_of(document).items())
    parts = [HEAD, *(_body(name, schemas[name]) for name in bodies)]
    for kind in ("", "Async"):
        parts += [_resource(kind, path, model, document["paths"], schemas) for path, model in resources]
    parts += [_nouns(kind, [path for path, _ in resources]) for kind in ("", "Async")]
    return "\n".join(parts)


def _body(name: str, schema: Schema) -> str:
    """A body as a dictionary. A name that Python keeps for itself needs the form of a call."""
    fields = schema["properties"]
    required = set(schema.get("required", ()))
    if any(keyword.iskeyword(field) for field in fields):
        inside = ", ".join(
            f'"{field}": {_type(below) if field in required else f"NotRequired[{_type(below)}]"}'
            for field, below in fields.items()
        )
        return f'_{name} = TypedDict("_{name}", {{{inside}}})\n'
    lines = [f"class _{name}(TypedDict, total=False):"]
    for field, below in fields.items():
        lines.append(f"    {field}: {f'Required[{_type(below)}]' if field in required else _type(below)}")
    return "\n".join(lines if fields else [*lines, "    pass"]) + "\n"


def _type(schema: Schema) -> str:
    if "$ref" in schema:
        name = str(schema["$ref"].removeprefix(REF))
        return "Any" if name in ("AnyValue", "IssueCodes", "Issues", "OpenApi") else f"{_named(name)}"
    if schema.get("type") == "array":
        return f"Sequence[{_type(schema['items'])}]"
    if schema.get("type") == "object":
        inside = schema.get("additionalProperties")
        return f"Mapping[str, {_type(inside) if isinstance(inside, dict) else 'Any'}]"
    if is_moment(schema):
        return "SentMoment"
    if schema.get("format") == "date":
        return "str | date"
    simple = {"string": "str", "number": "Decimal | int | float", "integer": "int", "boolean": "bool"}
    return simple.get(str(schema.get("type", "")), "Any")


def _named(name: str) -> str:
    return f"models.{name}" if "enum" in _document()["components"]["schemas"][name] else f"models.{name} | _{name}"


def _resource(kind: str, path: str, model: str, paths: dict[str, Any], schemas: dict[str, Schema]) -> str:
    one, of_one = paths[f"/{path}"], paths.get(f"/{path}/{{id}}", {})
    found = [
        *_creates(one, schemas),
        *_changes(of_one),
        *_acts(path, paths),
        *_parts(path, paths),
    ]
    lines = [f"class {kind}{_class_of(path)}(_{kind}Documents[models.{model}]):"]
    for name in dict.fromkeys(signature.name for signature in found):
        of_name = [signature for signature in found if signature.name == name]
        for signature in of_name:
            lines += ["    @overload"] if len(of_name) > 1 else []
            prefix = "async " if kind else ""
            lines.append(f"    {prefix}def {name}(self, {signature.parameters}) -> {signature.answer}: ...")
    return "\n".join(lines if found else [*lines, "    pass"]) + "\n"


def _creates(methods: dict[str, Any], schemas: dict[str, Schema]) -> list[Signature]:
    if "post" not in methods:
        return []
    schema = _json_body(methods["post"])
    answer = f"models.{answer_of(methods['post'])}"
    more = ", *, key: str | None = ..., dry_run: bool = ..."
    if "anyOf" not in schema:
        return [Signature("create", f"body: {_type(schema)}{more}", answer)]
    each = _type(schema["anyOf"][0])
    many = answer_of(methods["post"]) + "Many"
    answer_many = f"models.{many}" if many in schemas else answer
    return [
        Signature("create", f"body: {each}{more}", answer),
        Signature("create", f"body: Sequence[{each}]{more}", answer_many),
    ]


def _changes(methods: dict[str, Any]) -> list[Signature]:
    found = []
    if "patch" in methods:
        parameters = f"document: _Document | str{_unpacked('changes', _json_body(methods['patch']))}"
        found.append(Signature("change", parameters, f"models.{answer_of(methods['patch'])}"))
    if "delete" in methods:
        found.append(Signature("delete", "document: _Document | str", "None"))
    return found


def _acts(path: str, paths: dict[str, Any]) -> list[Signature]:
    found, lifts = [], []
    for name, methods in _below(path, paths):
        if "post" in methods:
            act = f'document: _Document | str, act: Literal["{name}"]'
            more = ", *, key: str | None = ..., tag: str | None = ..., dry_run: bool = ..."
            answer = answer_of(methods["post"])
            parameters = act + more + _unpacked("body", _json_body(methods["post"]))
            found.append(Signature("act", parameters, f"models.{answer}" if answer else "bytes"))
        if "delete" in methods:
            lifts.append(f'"{name}"')
    if lifts:
        found.append(Signature("lift", f"document: _Document | str, act: Literal[{', '.join(lifts)}]", "None"))
    return found


def _parts(path: str, paths: dict[str, Any]) -> list[Signature]:
    found = []
    for name, methods in _below(path, paths):
        if "get" in methods:
            query = [one for one in methods["get"]["parameters"] if one.get("in") == "query"]
            paged = [
                one["$ref"] for one in methods["get"]["parameters"] if one.get("$ref", "").endswith("/max_results")
            ]
            parameters = f'document: _Document | str, part: Literal["{name}"]'
            given = [f"{one['name']}: {_type(one['schema'])} = ..." for one in query if one["name"].isidentifier()]
            given += ["page: int = ...", "max_results: int = ..."] if paged else []
            parameters += ", *, " + ", ".join(given) if given else ""
            answer = answer_of(methods["get"])
            found.append(Signature("part", parameters, f"models.{answer}" if answer else "bytes"))
    return found


def _below(path: str, paths: dict[str, Any]) -> list[tuple[str, dict[str, Any]]]:
    """The paths right below a document of a resource, by their names."""
    start = f"/{path}/{{id}}/"
    return [
        (name, methods)
        for name, methods in (
            (one.removeprefix(start), methods) for one, methods in paths.items() if one.startswith(start)
        )
        if "{" not in name
    ]


def _json_body(operation: dict[str, Any]) -> Schema:
    content = operation.get("requestBody", {}).get("content", {})
    return content.get("application/json", {}).get("schema", {})  # type: ignore[no-any-return]


def _unpacked(name: str, schema: Schema) -> str:
    """The fields of a body as keywords; untyped where one has the name of a parameter."""
    if "$ref" not in schema:
        return ""
    component = schema["$ref"].removeprefix(REF)
    fields = _document()["components"]["schemas"][component].get("properties", {})
    return f", **{name}: " + ("Any" if _OF_CALLS & set(fields) else f"Unpack[_{component}]")


def _class_of(path: str) -> str:
    return "".join(word.title() for word in path.replace("--", "-").split("-")) + "Documents"


def _nouns(kind: str, paths: list[str]) -> str:
    lines = [f"class {kind or 'Sync'}Nouns:", "    def collection(self, resource: str) -> Any: ..."]
    for path in paths:
        name = path.replace("--", "_").replace("-", "_")
        lines += ["    @property", f"    def {name}(self) -> {kind}{_class_of(path)}: ..."]
    return "\n".join(lines) + "\n"
