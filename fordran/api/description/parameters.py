"""The parameters of an endpoint: in its path, in the query string, in headers."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

from fordran.api.description.components import ID
from fordran.api.description.recorded import recorded
from fordran.api.endpoint import Effect, Endpoint
from fordran.api.http.answers import JSON_TYPE
from fordran.shape.fields import Field, Shape
from fordran.shape.kinds import NO_NUL
from fordran.shape.openapi import Mode, Schema, Schemas
from fordran.shape.resource import META, Resource, Search
from fordran.store.reading.sorting import MAX_COST, MAX_FIELDS, cost_of

Parameter = dict[str, Any]

_JSON_TEXT: Schema = {"type": "string", "contentMediaType": JSON_TYPE}


_AS_IN_LISTS = ("page", "max_results")
"""Read in one way everywhere."""


class ParameterSchemas:
    """Parameters over the schemas of one document."""

    def __init__(self, schemas: Schemas) -> None:
        self.schemas = schemas

    def of(self, endpoint: Endpoint) -> list[Parameter]:
        """Every parameter of an endpoint: those of its path, those of its effect, those that its row declares."""
        found = [_path_parameter(name) for name in re.findall(r"\{(\w+)\}", endpoint.path)]
        found += self._of_effect(endpoint)
        for place, shape in (("query", endpoint.query), ("header", endpoint.headers)):
            found += self._declared(place, shape) if shape else []
        return found

    def _of_effect(self, endpoint: Endpoint) -> list[Parameter]:
        resource = endpoint.resource
        match endpoint.effect:
            case Effect.LIST if resource is not None:
                searches = [_search(search) for search in resource.search]
                return [_ref("page"), _ref("cursor"), _ref("max_results"), *self._choosing(resource), *searches]
            case Effect.READ if resource is not None:
                return [self._projection(resource), _ref("If-None-Match"), _ref("If-Modified-Since")]
            case Effect.CHANGE | Effect.DELETE | Effect.LIFT | Effect.AMEND:
                return [_ref("If-Match")]
            case Effect.CREATE | Effect.DO:
                return [_ref("Idempotency-Key"), _ref("dry_run")]
        return [_ref("Idempotency-Key"), _ref("dry_run")] if endpoint.takes_key else []

    def _declared(self, place: str, shape: type[Shape]) -> list[Parameter]:
        schema = self.schemas.component(shape, Mode.SENT)
        return [
            _ref(name)
            if name in _AS_IN_LISTS
            else {
                "name": name,
                "in": place,
                "required": name in schema.get("required", ()),
                "description": below.get("description", ""),
                "schema": below,
            }
            | ({"example": below["examples"][0]} if "examples" in below else {})
            for name, below in schema["properties"].items()
        ]

    def _choosing(self, resource: Resource) -> list[Parameter]:
        """`where`, `sort` and `projection`, with examples from the first field of a recorded document."""
        first, value = _first_field(resource)
        where = {
            "name": "where",
            "in": "query",
            "description": (
                "A filter: a JSON object of fields and values, or of fields and operators. Fields within objects and"
                " arrays are written with dots. Operators: `$eq $ne $gt $gte $lt $lte $in $nin $exists $and $or $nor"
                " $not $all $elemMatch $size`; at most 20 levels and 1,000 values."
            ),
            "schema": _JSON_TEXT,
            "examples": {
                "equal": {"value": json.dumps({first: value}, ensure_ascii=False)},
                "since": {"value": '{"_updated": {"$gte": "2026-03-01"}}'},
            },
        }
        sort = {
            "name": "sort",
            "in": "query",
            "description": "Fields to sort by, separated by commas; `-` before one is descending. Missing values first.",
            "schema": {"type": "string", "pattern": _order_of(resource)},
            "examples": {"newest": {"value": "-_created"}, "two": {"value": f"{first},-_updated"}},
        }
        return [where, sort, self._projection(resource)]

    def _projection(self, resource: Resource) -> Parameter:
        shape = resource.shape
        optional = [name for name, info in shape.model_fields.items() if info.default is None and not info.alias]
        first = optional[0] if optional else "_etag"
        return {
            "name": "projection",
            "in": "query",
            "description": (
                "Fields to include (`1`) or to leave out (`0`), as a JSON object. The four fields that every document"
                " has always come; any other, also one that is otherwise always there, comes only if chosen."
            ),
            "schema": _JSON_TEXT,
            "example": f'{{"{first}": 0}}',
        }


def _first_field(resource: Resource) -> tuple[str, Any]:
    """The first field of its own that the recorded documents of a resource have, and its value there."""
    listed = recorded().answer("list_" + "_".join(re.findall(r"[a-z]+", resource.name)), "200") or {"_items": [{}]}
    for document in listed["_items"]:
        for name, value in document.items():
            if name not in META and name in resource.fields and resource.fields[name].kind:
                return name, value
    return "_id", ID["examples"][0]


def _order_of(resource: Resource) -> str:
    """The pattern of an order: nothing, or names of fields with a sign before them or none.

    There is an alternative for each cost: as many fields of it, or of a lower one, as an order can pay for. Mixed orders may be
    longer. They are taken too and described nowhere, as are the dialect's other spellings, lists in brackets.
    """
    costs = {path: cost_of(path, resource.fields) for path in paths_to_sort_by(resource.fields)}
    orders = []
    for most in sorted(set(costs.values())):
        field = "-?(" + "|".join(re.escape(path) for path, cost in costs.items() if cost <= most) + ")"
        orders.append(rf"({field}\s*,\s*){{0,{min(MAX_FIELDS, MAX_COST // most) - 1}}}{field}\s*")
    return rf"^\s*({'|'.join(orders)})?$"


def paths_to_sort_by(fields: Mapping[str, Field]) -> Iterator[str]:
    """Every field that there is to sort by: those of the document, and single values below them."""
    for name, field in fields.items():
        yield name
        if not field.is_open:
            yield from (f"{name}.{path}" for path in _single_values(field, field.is_array))


def _single_values(field: Field, is_in_array: bool) -> Iterator[str]:
    for name, child in field.children.items():
        if child.is_open or (is_in_array and child.is_array):
            continue
        if child.kind is not None and not child.is_array:
            yield name
        yield from (f"{name}.{path}" for path in _single_values(child, is_in_array or child.is_array))


_NO_IDS: dict[str, Parameter] = {
    "guide": {
        "description": "The name of a guide, as the page at `/docs` links to it.",
        "schema": {"type": "string", "pattern": "^[a-z-]{1,40}$"},
        "example": "events",
    }
}
"""Path parameters that are no `_id`."""


def _path_parameter(name: str) -> Parameter:
    described = {"description": "The `_id` of a document.", "schema": ID, "example": ID["examples"][0]}
    return {"name": name, "in": "path", "required": True} | _NO_IDS.get(name, described)


def _search(search: Search) -> Parameter:
    about = f"Only those whose `{search.name}` has this in it, in capitals or not."
    if search.is_whole:
        about = f"Only those whose `{search.name}` is this, however it is written."
    return {"name": search.name, "in": "query", "description": about, "schema": {"type": "string", "pattern": NO_NUL}}


def _ref(name: str) -> Parameter:
    return {"$ref": f"#/components/parameters/{name}"}
