"""Answers: a status, headers and JSON, in the one shape that each kind of answer has."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import orjson

Headers = list[tuple[bytes, bytes]]

JSON_TYPE = "application/json"
JSON = JSON_TYPE.encode()


@dataclass
class Answer:
    status: int
    body: bytes = b""
    headers: Headers = field(default_factory=list)
    content_type: bytes = JSON
    shown: Sequence[Mapping[str, Any]] = ()
    """The documents of a list, for the record of who read what."""


def answer(document: Any, status: int = 200, headers: Headers | None = None) -> Answer:
    """An answer that says a document."""
    return Answer(status, orjson.dumps(document), headers or [])


def without(body: bytes, names: frozenset[str]) -> bytes:
    """The same JSON without some fields, of a document or of each of several."""
    if not names:
        return body
    document = orjson.loads(body)
    for each in (document, *document.get("_items", ())):
        for name in names & each.keys():
            del each[name]
    return orjson.dumps(document)


def pretty(body: bytes) -> bytes:
    """The same JSON, indented by four."""
    return json.dumps(json.loads(body), indent=4, ensure_ascii=False).encode()


def error(code: int, message: str, kind: str, *, headers: Headers | None = None, **more: Any) -> Answer:
    """The one shape of every error. `kind` is its type (error_types.py)."""
    document: dict[str, Any] = {"_status": "ERR"} | more
    document["_error"] = {"code": code, "message": message, "type": kind}
    try:
        return answer(document, code, headers)
    except orjson.JSONEncodeError:
        # Repeated text from a client may hold half of a surrogate pair, which has no UTF-8.
        return Answer(code, json.dumps(document, ensure_ascii=False).encode("utf-8", "replace"), headers or [])
