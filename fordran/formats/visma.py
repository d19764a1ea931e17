"""Visma eAccounting's API as texts and values: consents, tokens, errors, pages. The rules are in docs/visma.md.

Facts: Visma's pages for developers (authentication, error codes, rate limits, pagination).
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from fordran.formats.accounting import AccountingCompany, AccountingReason, AccountingTrouble

SCOPES = ("ea:api", "ea:sales_readonly", "offline_access")
"""The scopes that a creditor is asked for, to read."""
WRITE_SCOPES = ("ea:accounting",)
"""The scopes beside them, to book vouchers."""
MOST_REQUESTS, WITHIN_SECONDS = 600, 60.0
"""The limit of a client and address. The installation keeps below it with all addresses together."""
PAGE_SIZE = 500
"""How many rows of a page are asked for; Visma gives 1000 at most."""

ERRORS: Mapping[int, AccountingReason] = {
    2000: "bad_request",
    3000: "not_there",
    3001: "bad_request",
    3002: "no_account",
    3003: "no_permission",
    4000: "bad_request",
    4001: "bad_request",
    4002: "bad_request",
    4003: "no_licence",
    4004: "no_licence",
    4005: "not_accepted",
    4006: "no_permission",
    4010: "too_many_requests",
    4011: "no_permission",
    4026: "bad_request",
}
"""Documented error → why. 4002 is one about values and one about a module that the company lacks."""
TOKEN_ERRORS: Mapping[str, AccountingReason] = {
    "invalid_client": "not_accepted",
    "invalid_grant": "no_permission",
    "invalid_request": "not_accepted",
    "invalid_scope": "no_permission",
    "unauthorized_client": "no_permission",
    "unsupported_grant_type": "not_accepted",
}
"""Error of OAuth (RFC 6749, 5.2) → why there is no token."""
_BY_STATUS: Mapping[int, AccountingReason] = {
    401: "not_accepted",
    403: "no_permission",
    404: "not_there",
    408: "no_answer",
    429: "too_many_requests",
}


def trouble_in(status: int, content: bytes) -> AccountingTrouble:
    """The trouble of an answer without success. An error that is not documented is judged by its status."""
    code = _error_code(content)
    if code in ERRORS:
        # Some endpoints need a module that the company has not bought.
        lacks_module = code == 4002 and status == 403
        return AccountingTrouble("no_licence" if lacks_module else ERRORS[code], str(code))
    reason: AccountingReason = "system_error" if status >= 500 else _BY_STATUS.get(status, "bad_request")
    return AccountingTrouble(reason, str(code or f"HTTP {status}"))


def _error_code(content: bytes) -> int:
    try:
        return int(json.loads(content)["ErrorCode"])
    except (ValueError, TypeError, KeyError):
        return 0


@dataclass(frozen=True)
class VismaToken:
    """A token, how many seconds it lasts, and the one that is exchanged for the next; empty where it stays the same."""

    token: str
    seconds: float
    refresh: str
    scopes: tuple[str, ...]


def read_token(status: int, content: bytes) -> VismaToken:
    """The token of an answer; raises `AccountingTrouble` where there is none."""
    if status != 200:
        try:
            error = str(json.loads(content)["error"])
        except (ValueError, TypeError, KeyError):
            error = ""
        if error in TOKEN_ERRORS and status < 500:
            raise AccountingTrouble(TOKEN_ERRORS[error], error)
        trouble = trouble_in(status, content)
        raise AccountingTrouble("not_accepted", trouble.code) if trouble.then == "refused" else trouble
    given = _read(content)
    try:
        token, seconds = given["access_token"], float(given["expires_in"])
    except (ValueError, TypeError, KeyError):
        raise AccountingTrouble("half_answer") from None
    refresh = given.get("refresh_token") or ""
    if not isinstance(token, str) or not token or not isinstance(refresh, str):
        raise AccountingTrouble("half_answer")
    return VismaToken(token, seconds, refresh, tuple(str(given.get("scope") or "").split()))


def read_company(content: bytes) -> AccountingCompany:
    """The company of its settings; raises `AccountingTrouble` for half an answer."""
    given = document_of(content)
    name, number = given.get("Name"), given.get("CorporateIdentityNumber")
    if not isinstance(name, str) or not isinstance(number, str):
        raise AccountingTrouble("half_answer")
    return AccountingCompany(name, number)


@dataclass(frozen=True)
class VismaPage:
    """A page of a list: its rows, how many pages there are, and how many rows of all pages."""

    rows: tuple[dict[str, Any], ...]
    pages: int
    total: int


def read_page(content: bytes) -> VismaPage:
    """A page of a list; raises `AccountingTrouble` for half an answer."""
    given = _read(content)
    try:
        rows, about = given["Data"], given["Meta"]
        pages, total = int(about["TotalNumberOfPages"]), int(about["TotalNumberOfResults"])
    except (ValueError, TypeError, KeyError):
        raise AccountingTrouble("half_answer") from None
    if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
        raise AccountingTrouble("half_answer")
    return VismaPage(tuple(rows), pages, total)


def document_of(content: bytes) -> dict[str, Any]:
    """The one document of an answer, with numbers as decimals; raises `AccountingTrouble` for half an answer."""
    given = _read(content)
    if not isinstance(given, dict):
        raise AccountingTrouble("half_answer")
    return given


def _read(content: bytes) -> Any:
    try:
        return json.loads(content, parse_float=Decimal)
    except ValueError:
        raise AccountingTrouble("half_answer") from None
