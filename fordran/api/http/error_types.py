"""Types of errors: a stable code in words for each, beside the status and the sentence, and one for each issue of a document."""

from __future__ import annotations

from functools import cache
from typing import Any

from fordran.domain.languages import ENGLISH
from fordran.domain.message import Message
from fordran.shape.kinds import Issue
from fordran.texts.catalogue import texts

OF_STATUS: dict[int, tuple[str, str]] = {
    400: ("not_understood", "The request cannot be understood."),
    401: ("not_signed_in", "There is no token, or it is not valid any more."),
    403: ("role_not_allowed", "The caller's role may not do this."),
    404: ("unknown_id", "The address exists, and has no such document that the caller sees."),
    405: ("method_not_allowed", "The address does not take this method."),
    408: ("timed_out", "The request took too long to arrive."),
    409: ("conflict", "The state forbids the act."),
    412: ("etag_differs", "The document has changed since it was read."),
    413: ("too_large", "The body or the file is too large."),
    421: ("unknown_host", "The service is not reached by this host name."),
    422: ("refused", "The document is refused; the issues give the reasons."),
    428: ("etag_missing", "The header If-Match is missing."),
    429: ("too_many_requests", "The client sent too many requests."),
    431: ("headers_too_large", "The headers of the request are too large."),
    500: ("internal", "The service failed."),
    503: ("unavailable", "The service cannot answer just now."),
}
"""Status → the type of its errors unless a more exact one is given, and its description."""

MORE_EXACT: dict[str, str] = {
    "bad_query": "where, sort, projection or a cursor cannot be used.",
    "unknown_parameter": "The request has a query parameter that the address does not have.",
    "unclear_switch": "A query parameter that is yes or no has another value.",
    "unknown_address": "There is no such address.",
    "idempotency_key_in_use": "A request with the same idempotency key is being answered.",
    "idempotency_key_reused": "The idempotency key was used for another request.",
}

_OF_ACTS = "error."
_OF_ISSUES = ("issue.", "form_issue.")
NO_CODE = "invalid"
"""The code of an issue that has no more exact one."""

_OF_WARNINGS = "warning."

_MORE_OF_ISSUES = {"not_moment": "RFC 1123, such as Tue, 03 Mar 2026 09:30:00 GMT, or ISO 8601, such as 2026-03-03"}
"""Second sentences about issues whose first one is the dialect's."""


def type_of(message: Message) -> str:
    """The type of the error that a message is about."""
    return message.code.rpartition(".")[2]


def _texts_of(area: str) -> dict[str, str]:
    """The English texts of an area by their codes in it; of plural forms, the last."""
    entries = texts(ENGLISH).entries
    named = {code.removeprefix(area): text for code, text in entries.items() if code.startswith(area)}
    return {code: _sentence(text if isinstance(text, str) else text[1][-1]) for code, text in named.items()}


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:] + ("" if text.endswith(".") else ".")


@cache
def error_types() -> dict[str, str]:
    """Every type of error with its description, those of refused acts among them."""
    return dict(sorted((dict(OF_STATUS.values()) | MORE_EXACT | _texts_of(_OF_ACTS)).items()))


@cache
def warning_codes() -> dict[str, str]:
    """Every code of a warning in an answer, with its description."""
    return _texts_of(_OF_WARNINGS)


@cache
def issue_codes_described() -> dict[str, str]:
    """Every code of an issue with its description."""
    found = {NO_CODE: "The value is not right; the sentence gives the reason."}
    for beginning in _OF_ISSUES:
        found |= _texts_of(beginning)
    return dict(sorted(found.items()))


def issue_codes(issues: Any) -> Any:
    """Issues in their own shape, each as its code and its sentence."""
    match issues:
        case dict():
            return {name: issue_codes(issue) for name, issue in issues.items()}
        case list():
            return [issue_codes(issue) for issue in issues]
        case Message():
            return {"code": type_of(issues), "message": texts(ENGLISH).say(issues)}
        case Issue():
            code = issues.code.rpartition(".")[2]
            more = _MORE_OF_ISSUES.get(code)
            return {"code": code, "message": f"{issues}: {more}" if more else str(issues)}
    return {"code": NO_CODE, "message": str(issues)}
