"""Shared parts of operations: parameters, headers, errors, and answers that are the same for every resource."""

from __future__ import annotations

from typing import Any

from fordran.actions.answer_warnings import WARNINGS
from fordran.api.description.recorded import recorded
from fordran.api.http.answers import JSON_TYPE
from fordran.api.http.error_types import OF_STATUS
from fordran.api.http.errors import (
    KEY_IN_USE,
    NO_ETAG,
    NOT_FOUND,
    NOT_UNDERSTOOD,
    TOO_OFTEN,
    WRONG_ROLE,
    refusal,
)
from fordran.api.http.switches import SPELLINGS
from fordran.api.serving.once import DRY, MOST_KEY
from fordran.api.serving.query import DEFAULT_RESULTS, MOST_RESULTS
from fordran.shape.openapi import ISO_8601, RFC_1123, Schema
from fordran.web.unavailable import NO_DATABASE

ID: Schema = {"type": "string", "pattern": "^[0-9a-f]{24}$", "examples": ["6919a4d2c0ffee0123456789"]}
ETAG: Schema = {"type": "string", "pattern": "^[0-9a-f]{40}$"}
OK: Schema = {"type": "string", "const": "OK", "description": "That it went well."}


def meta(*, iso: bool = False) -> dict[str, Schema]:
    """The four fields that every stored document has."""
    moment = ISO_8601 if iso else RFC_1123
    return {
        "_id": ID | {"description": "Unique, made by the service; later documents have greater ones."},
        "_created": moment | {"description": "When it was stored first."},
        "_updated": moment | {"description": "When it was changed last."},
        "_etag": ETAG | {"description": "Its tag: another after every change."},
    }


def closed(properties: dict[str, Schema], optional: tuple[str, ...] = (), about: str = "") -> Schema:
    """An object of these fields and no others."""
    schema: Schema = {"type": "object"} | ({"description": about} if about else {})
    required = [name for name in properties if name not in optional]
    return schema | {"properties": properties, "required": required, "additionalProperties": False}


def list_of(items: Schema, about: str) -> Schema:
    """A page of documents."""
    fields: dict[str, Schema] = {
        "_items": {"type": "array", "items": items, "description": "The documents of this page."},
        "_meta": {"$ref": "#/components/schemas/PageMeta", "description": "Which page it is, and how many there are."},
    }
    return closed(fields, about=about)


def many_of(one: Schema) -> Schema:
    """The answer to an array."""
    fields: dict[str, Schema] = {
        "_status": OK,
        "_items": {"type": "array", "items": one, "description": "What became of each, in the order of the array."},
    } | OF_DRY_RUNS
    return closed(fields, (*OF_DRY_RUNS,), about="What is answered where an array of documents was sent.")


_PAGE_META: Schema = closed(
    {
        "page": {"type": "integer", "minimum": 1, "description": "Which page, from 1."},
        "max_results": {
            "type": "integer",
            "minimum": 1,
            "maximum": MOST_RESULTS,
            "description": "How many a page has at most.",
        },
        "total": {"type": "integer", "minimum": 0, "description": "How many there are on all pages."},
        "last": {
            "type": "integer",
            "minimum": 0,
            "description": "Of `events`: the last position of the page, to ask for what is after it.",
        },
    },
    optional=("last",),
    about="Which page it is, and how many documents there are.",
)

_WARNINGS: dict[str, Schema] = {
    WARNINGS: {
        "type": "array",
        "items": {"$ref": "#/components/schemas/AnswerWarning"},
        "description": "What looks wrong, or is not as it was asked for. Absent without warnings.",
    }
}
OF_DRY_RUNS: dict[str, Schema] = {
    DRY: {"type": "boolean", "const": True, "description": "That it was a dry run, and nothing is stored."}
}

SCHEMAS: dict[str, Schema] = {
    "OpenApi": {"type": "object", "description": "A document of OpenAPI 3.1.", "additionalProperties": True},
    "PageMeta": _PAGE_META,
    "Created": closed(
        meta() | {"_status": OK} | _WARNINGS | OF_DRY_RUNS, (*_WARNINGS, *OF_DRY_RUNS), "What every create answers."
    ),
    "Changed": closed(meta() | {"_status": OK} | _WARNINGS, (*_WARNINGS,), "What every change answers."),
    "ChangedIso": closed(
        meta(iso=True) | {"_status": OK} | _WARNINGS,
        (*_WARNINGS,),
        "What changes answer of documents with ISO 8601 moments.",
    ),
    "AnswerWarning": closed(
        {
            "code": {"$ref": "#/components/schemas/WarningCode", "description": "The code, which stays the same."},
            "field": {"type": "string", "description": "The field that it is about, with dots."},
            "message": {"type": "string", "description": "The warning as a sentence."},
        },
        about="Something that was done all the same, although it looks wrong or is not as it was asked for.",
    ),
    "Issues": {
        "type": "object",
        "description": "Field → what is wrong with it: a sentence, several, or the issues of what is nested there.",
        "additionalProperties": {
            "anyOf": [
                {"type": "string"},
                {"type": "array", "items": {"type": "string"}},
                {"$ref": "#/components/schemas/Issues"},
            ]
        },
    },
    "IssueCodes": {
        "type": "object",
        "description": "`_issues` in the same form, each issue with its code.",
        "additionalProperties": {
            "anyOf": [
                {"$ref": "#/components/schemas/CodedIssue"},
                {"type": "array", "items": {"$ref": "#/components/schemas/CodedIssue"}},
                {"$ref": "#/components/schemas/IssueCodes"},
            ]
        },
    },
    "CodedIssue": closed(
        {
            "code": {"$ref": "#/components/schemas/IssueCode", "description": "The code, which stays the same."},
            "message": {"type": "string", "description": "The sentence of `_issues`, and what would be right."},
        },
        about="An issue with its code.",
    ),
    "ErrorItem": closed(
        {
            "_status": {
                "type": "string",
                "enum": ["OK", "ERR"],
                "description": "`OK` where nothing is wrong with it, and `ERR` where something is.",
                "x-enumDescriptions": {"OK": "Nothing is wrong with it.", "ERR": "Something is wrong with it."},
            },
            "_issues": {"$ref": "#/components/schemas/Issues", "description": "What is wrong with it."},
            "_issue_codes": {"$ref": "#/components/schemas/IssueCodes", "description": "The same with codes."},
        },
        optional=("_issues", "_issue_codes"),
        about="How one document of an array fared that was refused.",
    ),
    "ErrorDetail": closed(
        {
            "code": {"type": "integer", "minimum": 400, "maximum": 599, "description": "The status."},
            "message": {"type": "string", "description": "What is wrong, and what would be right."},
            "type": {"$ref": "#/components/schemas/ErrorType", "description": "The type, which stays the same."},
        },
        about="What is wrong, in a sentence.",
    ),
    "Error": closed(
        {
            "_status": {"type": "string", "const": "ERR", "description": "That it went wrong."},
            "_issues": {"$ref": "#/components/schemas/Issues", "description": "With 422: every issue at once."},
            "_issue_codes": {"$ref": "#/components/schemas/IssueCodes", "description": "The same issues with codes."},
            "_items": {
                "type": "array",
                "description": "For an array that was refused: how each of its documents fared.",
                "items": {"$ref": "#/components/schemas/ErrorItem"},
            },
            "_error": {"$ref": "#/components/schemas/ErrorDetail", "description": "What is wrong, in a sentence."},
        },
        optional=("_issues", "_issue_codes", "_items"),
        about="The one shape of every error. `_issues` comes with 422 and has every issue at once.",
    ),
}

_ERRORS: dict[int, tuple[str, str]] = {
    400: ("The request cannot be understood.", f"{NOT_UNDERSTOOD} The text is not UTF-8."),
    401: ("There is no token, or it is not valid (any more).", "Please provide proper credentials"),
    403: ("The caller's role may not do this at all.", WRONG_ROLE),
    404: ("There is no such document, or it is not the caller's.", NOT_FOUND),
    409: ("The state forbids it, or the idempotency key is in use.", KEY_IN_USE),
    412: ("The document has changed since you read it.", "Client and server etags don't match"),
    413: ("The body is too large.", "The body is larger than 10 MiB."),
    422: ("The document is refused, with every issue.", refusal("POST", 1)),
    428: ("`If-Match` is missing.", NO_ETAG),
    429: ("Too many requests.", TOO_OFTEN),
    503: ("The service cannot answer just now; nothing was done.", NO_DATABASE),
}


RESPONSE_NAMES: dict[int, str] = {
    400: "NotUnderstood",
    401: "NotSignedIn",
    403: "WrongRole",
    404: "NotFound",
    409: "Conflict",
    412: "Changed",
    413: "TooLarge",
    422: "Refused",
    428: "NoTag",
    429: "TooMany",
    503: "NotNow",
}
"""The component name of each error response."""


def responses() -> dict[str, dict[str, Any]]:
    """Every error as a response, by its status."""
    found = {}
    for code, (about, message) in _ERRORS.items():
        made = {"_status": "ERR", "_error": {"code": code, "message": message, "type": OF_STATUS[code][0]}}
        example = recorded().errors.get(str(code), made)
        names = ["X-Request-Id", "Fordran-Mode", "Fordran-Version", *_MORE_HEADERS.get(code, ())]
        found[RESPONSE_NAMES[code]] = {
            "description": about,
            "headers": {name: {"$ref": f"#/components/headers/{name}"} for name in names},
            "content": {JSON_TYPE: {"schema": {"$ref": "#/components/schemas/Error"}, "example": example}},
        }
    return found


_MORE_HEADERS = {401: ("WWW-Authenticate",), 429: ("Retry-After",), 503: ("Retry-After",)}


def _header(about: str, schema: Schema, example: Any) -> dict[str, Any]:
    return {"description": about, "schema": schema, "example": example}


_TEXT: Schema = {"type": "string"}
_COUNT: Schema = {"type": "integer", "minimum": 0}
HEADERS: dict[str, dict[str, Any]] = {
    "ETag": _header("The document's `_etag`, quoted.", _TEXT, '"5f2b8c1d9e3a47068b1c2d3e4f5061728394a5b6"'),
    "Last-Modified": _header("When it was changed last.", RFC_1123, RFC_1123["examples"][0]),
    "Location": _header("Where the document is.", _TEXT, "/creditors/6919a4d2c0ffee0123456789"),
    "X-Total-Count": _header("As `_meta.total`.", _COUNT, 1),
    "Link": _header(
        'Where the next page is, with `rel="next"`. Absent on the last page.',
        _TEXT,
        '</creditors?cursor=WyI2OTE5YTRkMmMwZmZlZTAxMjM0NTY3ODkiLFtdLFtdXQ>; rel="next"',
    ),
    "X-Request-Id": _header("Quote it when you ask about a request.", _TEXT, "3f6c1a2b9d8e7f60"),
    "Fordran-Mode": _header("`sandbox`, where nothing is sent or paid, or `live`.", _TEXT, "sandbox"),
    "Fordran-Version": _header("The version of the service.", _TEXT, "0.2.0"),
    "Deprecation": _header("Since when a field that was sent is deprecated (RFC 9745).", _TEXT, "@1749772800"),
    "Sunset": _header(
        "The first day on which that field may be gone (RFC 8594).", _TEXT, "Sun, 13 Jun 2027 00:00:00 GMT"
    ),
    "X-RateLimit-Limit": _header("How many requests can be made at once.", _COUNT, 1000),
    "X-RateLimit-Remaining": _header("How many can be made now.", _COUNT, 999),
    "X-RateLimit-Reset": _header("When all can be made again, in UNIX seconds.", _COUNT, 1772530200),
    "Retry-After": _header("How many seconds to wait.", _COUNT, 2),
    "Idempotency-Replayed": _header("`true` where this is the first answer again.", _TEXT, "true"),
    "WWW-Authenticate": _header("How to sign in.", _TEXT, 'ApiKey realm="fordran", header="X-API-Key"'),
}

PARAMETERS: dict[str, dict[str, Any]] = {
    "page": {
        "name": "page",
        "in": "query",
        "description": "Which page, from 1. A negative one is taken as positive; what is no whole number is page 1.",
        "schema": {"anyOf": [{"type": "integer"}, _TEXT], "default": 1},
        "example": 1,
    },
    "cursor": {
        "name": "cursor",
        "in": "query",
        "description": (
            "Where the page before ended, from the `Link` header of its answer, with the same `sort` and without `page`."
            " Rows that come or go meanwhile are neither left out nor listed twice."
        ),
        "schema": {"type": "string", "pattern": "^[A-Za-z0-9_-]*$"},
    },
    "max_results": {
        "name": "max_results",
        "in": "query",
        "description": (
            f"How many a page, from 1; more than {MOST_RESULTS} are {MOST_RESULTS}, and what is no such number is"
            f" {DEFAULT_RESULTS}."
        ),
        "schema": {"anyOf": [{"type": "number"}, _TEXT], "default": DEFAULT_RESULTS},
        "example": DEFAULT_RESULTS,
    },
    "If-None-Match": {
        "name": "If-None-Match",
        "in": "header",
        "description": "Tags that you have the document by: 304 if one of them is still its tag.",
        "schema": {"type": "string"},
    },
    "If-Modified-Since": {
        "name": "If-Modified-Since",
        "in": "header",
        "description": "304 if the document has not changed since. Without effect beside `If-None-Match`.",
        "schema": {"type": "string"},
    },
    "If-Match": {
        "name": "If-Match",
        "in": "header",
        "required": True,
        "description": "The `_etag` that you read, quoted or bare. 428 without it; 412 if the document has another now.",
        "schema": {"type": "string"},
        "example": '"5f2b8c1d9e3a47068b1c2d3e4f5061728394a5b6"',
    },
    "Idempotency-Key": {
        "name": "Idempotency-Key",
        "in": "header",
        "description": (
            "A name of your own for this request. The same request again within 72 hours gets the first answer again"
            " (without a `secret`, which is shown once) and does nothing; another request by this name is 422."
        ),
        "schema": {"type": "string", "minLength": 1, "maxLength": MOST_KEY},
    },
    "dry_run": {
        "name": "dry_run",
        "in": "query",
        "description": "`true` or `1` answers what would happen, with 200, and stores nothing.",
        "schema": {
            "type": "string",
            "enum": list(SPELLINGS),
            "default": "false",
            "x-enumDescriptions": {spelling: "Yes." if spelling in ("true", "1") else "No." for spelling in SPELLINGS},
        },
        "example": "true",
    },
}
