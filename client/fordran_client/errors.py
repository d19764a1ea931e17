"""What can go wrong, as exceptions. A refused document has every issue at once in `issues`."""

from __future__ import annotations

from typing import Any

import msgspec


class FordranError(Exception):
    """An answer that is no success."""

    def __init__(
        self,
        status: int,
        message: str,
        issues: dict[str, Any],
        request_id: str,
        type_: str = "",
        issue_codes: dict[str, Any] | None = None,
    ) -> None:
        super().__init__(message + (f" {issues}" if issues else ""))
        self.status = status
        self.message = message
        self.issues = issues
        """Field → what is wrong with it: a sentence, several, or the issues of what is nested there."""
        self.request_id = request_id
        """To quote when you ask the operator about it."""
        self.type = type_
        """The type of the error, which stays the same while sentences change: see `ErrorType` of the models."""
        self.issue_codes = issue_codes or {}
        """`issues` in the same form, each as its `code` and `message`."""


class NotUnderstood(FordranError):
    """400: the request cannot be understood."""


class NotSignedIn(FordranError):
    """401: there is no token, or signing in failed."""


class NotAllowed(FordranError):
    """403: the caller's role may not do this at all."""


class NotFound(FordranError):
    """404: there is no such document, or it is not the caller's."""


class Conflict(FordranError):
    """409: the state forbids it."""


class Changed(FordranError):
    """412: the document has changed since it was read."""


class Refused(FordranError):
    """422: the document is refused, with every issue."""


class TooMany(FordranError):
    """429: too many requests, even after waiting."""


class NotNow(FordranError):
    """503: the service cannot answer just now, even after waiting."""


class NotGenuine(Exception):
    """A request to a webhook that the service did not send, or sent too long ago."""


_BY_STATUS: dict[int, type[FordranError]] = {
    400: NotUnderstood,
    401: NotSignedIn,
    403: NotAllowed,
    404: NotFound,
    409: Conflict,
    412: Changed,
    422: Refused,
    429: TooMany,
    503: NotNow,
}


def error_of(status: int, content: bytes, request_id: str) -> FordranError:
    """The exception of an answer."""
    try:
        said = msgspec.json.decode(content)
    except msgspec.DecodeError:
        said = {}
    said = said if isinstance(said, dict) else {}
    message = said.get("_error", {}).get("message") or f"The service answered {status}."
    issues = dict(said.get("_issues", {}))
    codes = dict(said.get("_issue_codes", {}))
    for number, item in enumerate(said.get("_items", ())):
        if "_issues" in item:
            issues[str(number)] = item["_issues"]
            codes[str(number)] = item.get("_issue_codes", {})
    type_ = said.get("_error", {}).get("type", "")
    return _BY_STATUS.get(status, FordranError)(status, message, issues, request_id, type_, codes)
