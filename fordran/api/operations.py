"""One endpoint as OpenAPI says it: parameters, body, answers, errors.

What an endpoint is follows from its row in the table: a list, an item, a create, a change or a removal of its resource, or
an act of its own, which then says itself what it takes and answers.
"""

from __future__ import annotations

import json
import re
from dataclasses import replace
from typing import Any

from fordran.api.acts import ACTS, JSON, Act
from fordran.api.components import ID
from fordran.api.endpoint import Endpoint
from fordran.api.policy import ROLES, is_open, roles_of, takes_signed_links
from fordran.api.sign_in import TokenAnswer
from fordran.api.writing import MOST_DOCUMENTS
from fordran.shape.examples import Examples
from fordran.shape.fields import Shape
from fordran.shape.openapi import Mode, Schema, Schemas
from fordran.shape.resource import META, Resource, Search

LIST, ITEM, CREATE, CHANGE, REMOVE = "list", "read", "create", "change", "delete"
DO, LIFT, ACT = "do", "lift", "act"


def act_of(endpoint: Endpoint) -> Act:
    """What the endpoint's row in the table of acts says, and its own."""
    act = ACTS.get(endpoint.name, Act())
    return replace(act, takes=act.takes or endpoint.takes, answers=act.answers or endpoint.answers)


def kind_of(endpoint: Endpoint) -> str:
    """What an endpoint does to its resource: POST and DELETE below a document do something to it, and lift it again."""
    if endpoint.resource is None:
        return ACT
    rest = endpoint.path.removeprefix(f"/{endpoint.resource.name}")
    kinds = {
        "": {"GET": LIST, "POST": CREATE},
        "/{id}": {"GET": ITEM, "PATCH": CHANGE, "DELETE": REMOVE},
    }
    return kinds.get(rest, {"POST": DO, "DELETE": LIFT}).get(endpoint.method, ACT)


def tag_of(endpoint: Endpoint) -> str:
    """The heading under which an endpoint stands."""
    if endpoint.resource is not None:
        return endpoint.resource.name
    first, *more = endpoint.path.strip("/").split("/")
    return first if more else "service"


def operation_id(endpoint: Endpoint) -> str:
    """`list_creditors`, `read_creditor`, `create_creditor`; an act of its own by method and path."""
    kind = kind_of(endpoint)
    if kind in (DO, LIFT, ACT) or endpoint.resource is None:
        path = re.sub(r"\{\w+\}", "", endpoint.path)
        return "_".join([endpoint.method.lower(), *re.findall(r"[a-z]+", path.lower() if path != "/" else "home")])
    plural = "_".join(re.findall(r"[a-z]+", endpoint.resource.name))
    return f"{kind}_{plural if kind == LIST else plural.removesuffix('s')}"


class Operations:
    """Operations over the schemas of one document."""

    def __init__(self, schemas: Schemas, examples: Examples) -> None:
        self.schemas = schemas
        self.examples = examples

    def operation(self, endpoint: Endpoint) -> dict[str, Any]:
        """The operation of an endpoint."""
        kind = kind_of(endpoint)
        shown: dict[str, Any] = {
            "operationId": operation_id(endpoint),
            "tags": [tag_of(endpoint)],
            "summary": endpoint.about,
            "description": _who(endpoint),
            "parameters": self._parameters(endpoint, kind),
        }
        if body := self._body(endpoint, kind):
            shown["requestBody"] = body
        shown["responses"] = self._answers(endpoint, kind) | {
            str(code): {"$ref": f"#/components/responses/{code}"} for code in _errors(endpoint, kind, bool(body))
        }
        if is_open(endpoint.name):
            shown["security"] = []
        elif takes_signed_links(endpoint.name):
            shown["security"] = [{"access_token": []}, {"signed_link": []}]
        if not is_open(endpoint.name):
            shown["x-roles"] = [role for role in ROLES.values() if role in roles_of(endpoint.name)]
        return shown

    # Parameters -----------------------------------------------------------------------------------------------------------

    def _parameters(self, endpoint: Endpoint, kind: str) -> list[dict[str, Any]]:
        found = [_path_parameter(name) for name in re.findall(r"\{(\w+)\}", endpoint.path)]
        if kind == LIST and endpoint.resource is not None:
            found += [_ref("page"), _ref("max_results"), *self._choosing(endpoint.resource)]
            found += [_search(search) for search in endpoint.resource.search]
        elif kind == ITEM and endpoint.resource is not None:
            found += [self._projection(endpoint.resource), _ref("If-None-Match"), _ref("If-Modified-Since")]
        elif kind in (CHANGE, REMOVE, LIFT):
            found.append(_ref("If-Match"))
        elif kind in (CREATE, DO) or act_of(endpoint).does:
            found += [_ref("Idempotency-Key"), _ref("dry_run")]
        for place, shape in (("query", act_of(endpoint).query), ("header", act_of(endpoint).headers)):
            found += self._declared(place, shape) if shape else []
        return found

    def _declared(self, place: str, shape: type[Shape]) -> list[dict[str, Any]]:
        schema = self.schemas.component(shape, Mode.SENT)
        return [
            {
                "name": name,
                "in": place,
                "required": name in schema.get("required", ()),
                "description": below.get("description", ""),
                "schema": below,
                "example": self.examples.of(below, field=name, within=shape.__name__),
            }
            for name, below in schema["properties"].items()
        ]

    def _choosing(self, resource: Resource) -> list[dict[str, Any]]:
        """`where`, `sort` and `projection`, with examples from the resource's own first field."""
        document = self.examples.of(self.schemas.ref(resource.shape, Mode.SHOWN))
        first = next(name for name in document if resource.fields[name].kind and name not in META)
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
                "equal": {"value": json.dumps({first: document[first]}, ensure_ascii=False)},
                "since": {"value": '{"_updated": {"$gte": "2026-03-01"}}'},
            },
        }
        sort = {
            "name": "sort",
            "in": "query",
            "description": "Fields to sort by, separated by commas; `-` before one is descending. Missing values first.",
            "schema": {"type": "string"},
            "examples": {"newest": {"value": "-_created"}, "two": {"value": f"{first},-_updated"}},
        }
        return [where, sort, self._projection(resource)]

    def _projection(self, resource: Resource) -> dict[str, Any]:
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

    # Bodies ---------------------------------------------------------------------------------------------------------------

    def _body(self, endpoint: Endpoint, kind: str) -> dict[str, Any] | None:
        resource = endpoint.resource
        if kind == CREATE and resource is not None and resource.input is not None:
            one = self.schemas.ref(resource.input, Mode.SENT)
            example = self.examples.of(one)
            array = {"type": "array", "items": one, "minItems": 1, "maxItems": MOST_DOCUMENTS}
            content = {
                "schema": {"anyOf": [one, array]},
                "examples": {
                    "one": {"summary": "One document", "value": example},
                    "array": {"summary": "An array, all or nothing", "value": [example]},
                },
            }
            return {"required": True, "content": {JSON: content}}
        if kind == CHANGE and resource is not None and resource.change is not None:
            schema = self.schemas.ref(resource.change, Mode.CHANGED)
            example = self._some_field(resource.change)
            return {"required": True, "content": {JSON: {"schema": schema, "example": example}}}
        said = act_of(endpoint)
        if said.takes is None or not said.takes.model_fields:
            return None
        schema = self.schemas.ref(said.takes, Mode.SENT)
        example = self.examples.of(schema)
        return {"required": True, "content": {said.takes_as: {"schema": schema, "example": example}}}

    def _some_field(self, shape: type[Shape]) -> dict[str, Any]:
        """A part that a change might send: the last field that there is a word for."""
        within = self.schemas.name(shape, Mode.CHANGED)
        fields = self.schemas.component(shape, Mode.CHANGED)["properties"]
        chosen = [name for name in fields if self.examples.word(name, within) is not None] or list(fields)
        return {chosen[-1]: self.examples.of(fields[chosen[-1]], field=chosen[-1], within=within)}

    # Answers --------------------------------------------------------------------------------------------------------------

    def _answers(self, endpoint: Endpoint, kind: str) -> dict[str, Any]:
        resource = endpoint.resource
        if kind == REMOVE:
            return {"204": {"description": "It is gone.", "headers": _headers()}}
        if kind == LIFT:
            return {"204": {"description": "It is done.", "headers": _headers()}}
        if kind == DO:
            return self._done(endpoint)
        if kind == ACT or resource is None:
            return self._own_answer(endpoint)
        if kind == LIST:
            schema: Schema = {"$ref": f"#/components/schemas/{list_name(resource)}"}
            headers = _headers("X-Total-Count", "Last-Modified")
            return {"200": self._json("A page of what the caller sees.", schema, headers)}
        if kind == ITEM:
            schema = self.schemas.ref(resource.shape, Mode.SHOWN)
            tagged = _headers("ETag", "Last-Modified")
            return {
                "200": self._json("The document.", schema, tagged),
                "304": {"description": "What you have is still right.", "headers": tagged},
            }
        if kind == CHANGE:
            schema = {"$ref": f"#/components/schemas/{'ChangedIso' if resource.iso_moments else 'Changed'}"}
            return {
                "200": self._json("It is changed.", schema, _headers("ETag")),
                "204": {"description": "It is changed, and no longer the caller's to see.", "headers": _headers()},
            }
        one: Schema = {"$ref": f"#/components/schemas/{created_name(endpoint)}"}
        schema = {"anyOf": [one, _many(one)]}
        example = self.examples.of(one)
        headers = _headers("ETag", "Location", "Idempotency-Replayed")
        return {
            "201": self._json("It is created; or all are, where an array was sent.", schema, headers, example),
            "200": self._json("What a dry run would have answered. Nothing is stored.", schema, _headers(), example),
        }

    def _done(self, endpoint: Endpoint) -> dict[str, Any]:
        return self._done_or_dry({"$ref": f"#/components/schemas/{created_name(endpoint)}"})

    def _done_or_dry(self, schema: Schema) -> dict[str, Any]:
        return {
            "201": self._json("It is done.", schema, _headers("Idempotency-Replayed")),
            "200": self._json("What a dry run would have answered. Nothing is stored.", schema, _headers()),
        }

    def _own_answer(self, endpoint: Endpoint) -> dict[str, Any]:
        said = act_of(endpoint)
        if said.answers is not None:
            schema = self.schemas.ref(said.answers, Mode.SHOWN)
            if said.does:
                return self._done_or_dry(schema)
            return {str(said.status): self._json(endpoint.about, schema, _headers())}
        if said.status == 204:
            return {"204": {"description": endpoint.about, "headers": _headers()}}
        body: Schema = {"schema": {"type": "object"} if said.answers_as == JSON else {}}
        answer = {"description": endpoint.about, "headers": _headers(), "content": {said.answers_as: body}}
        return {str(said.status): answer}

    def _json(self, description: str, schema: Schema, headers: dict[str, Any], example: Any = None) -> dict[str, Any]:
        if example is None:
            example = self.examples.of(schema)
        return {
            "description": description,
            "headers": headers,
            "content": {JSON: {"schema": schema, "example": example}},
        }


_JSON_TEXT: Schema = {"type": "string", "contentMediaType": JSON}


def list_name(resource: Resource) -> str:
    """The component that is a page of a resource."""
    return f"{resource.shape.__name__}List"


def created_name(endpoint: Endpoint) -> str:
    """The component that is the answer to a create or an act."""
    answers = act_of(endpoint).answers
    return answers.__name__ if answers else "Created"


def _many(one: Schema) -> Schema:
    return {
        "type": "object",
        "properties": {"_status": {"type": "string", "const": "OK"}, "_items": {"type": "array", "items": one}},
        "required": ["_status", "_items"],
        "additionalProperties": False,
    }


def _who(endpoint: Endpoint) -> str:
    if is_open(endpoint.name):
        return "No token is needed."
    roles = roles_of(endpoint.name)
    if len(roles) == len(ROLES):
        link = " A signed link stands in for the token." if takes_signed_links(endpoint.name) else ""
        return "For every role, each with what it sees." + link
    return "For the roles " + ", ".join(f"`{role}`" for role in ROLES.values() if role in roles) + "; others get 403."


def _path_parameter(name: str) -> dict[str, Any]:
    described = {"description": "The `_id` of a document.", "schema": ID, "example": ID["examples"][0]}
    return {"name": name, "in": "path", "required": True} | described


def _search(search: Search) -> dict[str, Any]:
    about = f"Only those whose `{search.name}` has this in it, in capitals or not."
    if search.is_whole:
        about = f"Only those whose `{search.name}` is this, however it is written."
    return {"name": search.name, "in": "query", "description": about, "schema": {"type": "string"}}


def _ref(name: str) -> dict[str, Any]:
    return {"$ref": f"#/components/parameters/{name}"}


def _headers(*names: str) -> dict[str, Any]:
    always = ("X-Request-Id", "X-RateLimit-Limit", "X-RateLimit-Remaining", "X-RateLimit-Reset")
    return {name: {"$ref": f"#/components/headers/{name}"} for name in (*names, *always)}


def _errors(endpoint: Endpoint, kind: str, has_body: bool) -> list[int]:
    """Every error that can be answered, beside those of any server."""
    codes = {429, 503}
    act = act_of(endpoint)
    if act.answers is TokenAnswer:
        codes |= {401}
    if not is_open(endpoint.name):
        codes |= {401}
        if len(roles_of(endpoint.name)) < len(ROLES):
            codes |= {403}
    if kind in (LIST, ITEM) or has_body or act.query:
        codes |= {400}
    if has_body:
        codes |= {413} | ({422} if act.takes_as == JSON else set())
    if "{" in endpoint.path:
        codes |= {404}
    if kind in (CREATE, DO, CHANGE, REMOVE, LIFT) or act.does:
        codes |= {409}
    if kind == DO or act.does:
        codes |= {422}
    if kind in (CHANGE, REMOVE, LIFT):
        codes |= {412, 428}
    return sorted(codes)
