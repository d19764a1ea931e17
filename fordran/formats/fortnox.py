"""Fortnox's API as texts and values: tokens, errors, the company, pages of invoices. The rules are in docs/fortnox.md.

Facts: Fortnox's pages for developers (authorization, errors, rate limits, parameters).
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from fordran.formats.accounting import AccountingCompany, AccountingReason, AccountingTrouble

SCOPES = ("companyinformation", "customer", "invoice")
"""The scopes that the installation asks for, to read."""
WRITE_SCOPES = ("bookkeeping", "payment")
"""The scopes that it asks for beside them, to write back."""
MOST_REQUESTS, WITHIN_SECONDS = 25, 5.0
"""The limit of a token, by a sliding window."""
PAGE_SIZE = 500
"""The most invoices of a page."""

ERRORS: Mapping[int, AccountingReason] = {
    1000003: "system_error",
    1000030: "bad_request",
    1000031: "bad_request",
    2000106: "bad_request",
    2000108: "bad_request",
    2000134: "bad_request",
    2000310: "not_accepted",
    2000311: "not_accepted",
    2000359: "bad_request",
    2000423: "bad_request",
    2000588: "bad_request",
    2000637: "bad_request",
    2000663: "no_permission",
    2000729: "not_there",
    2001101: "no_licence",
    2001103: "no_licence",
    2001304: "no_account",
    2001339: "no_permission",
    2001392: "bad_request",
    2001399: "bad_request",
    2001740: "bad_request",
    2002115: "bad_request",
}
"""Documented error → why."""
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
        return AccountingTrouble(ERRORS[code], str(code))
    reason: AccountingReason = "system_error" if status >= 500 else _BY_STATUS.get(status, "bad_request")
    return AccountingTrouble(reason, str(code or f"HTTP {status}"))


def _error_code(content: bytes) -> int:
    try:
        given = json.loads(content)["ErrorInformation"]
        return int(given.get("code") or given["Code"])
    except (ValueError, TypeError, KeyError, AttributeError):
        return 0


@dataclass(frozen=True)
class FortnoxToken:
    """A token, how many seconds it lasts, and what it opens."""

    token: str
    seconds: float
    scopes: tuple[str, ...]


def read_token(status: int, content: bytes) -> FortnoxToken:
    """The token of an answer; raises `AccountingTrouble` where there is none."""
    if status != 200:
        try:
            error = str(json.loads(content)["error"])
        except (ValueError, TypeError, KeyError):
            error = ""
        if error in TOKEN_ERRORS and status < 500:
            raise AccountingTrouble(TOKEN_ERRORS[error], error)
        trouble = trouble_in(status, content)
        # A client that is refused without a known error is refused all the same.
        raise AccountingTrouble("not_accepted", trouble.code) if trouble.then == "refused" else trouble
    try:
        given = json.loads(content)
        token, seconds = given["access_token"], float(given["expires_in"])
    except (ValueError, TypeError, KeyError):
        raise AccountingTrouble("half_answer") from None
    if not isinstance(token, str) or not token:
        raise AccountingTrouble("half_answer")
    return FortnoxToken(token, seconds, tuple(str(given.get("scope") or "").split()))


def read_company(content: bytes) -> AccountingCompany:
    """The company of an answer; raises `AccountingTrouble` for half an answer."""
    given = document_of(content, "CompanyInformation")
    try:
        return AccountingCompany(
            given["CompanyName"], given["OrganizationNumber"], str(given.get("DatabaseNumber") or "")
        )
    except KeyError:
        raise AccountingTrouble("half_answer") from None


@dataclass(frozen=True)
class InvoicePage:
    """A page of a list of invoices: number → balance in kronor, how many pages there are, and how many documents."""

    balances: Mapping[str, Decimal]
    pages: int
    total: int


def read_page(content: bytes) -> InvoicePage:
    """A page of invoices; raises `AccountingTrouble` for half an answer."""
    given = _read(content)
    try:
        balances = {str(row["DocumentNumber"]): Decimal(row["Balance"]) for row in given["Invoices"]}
        about = given["MetaInformation"]
        return InvoicePage(balances, int(about["@TotalPages"]), int(about["@TotalResources"]))
    except (ValueError, TypeError, KeyError, ArithmeticError):
        raise AccountingTrouble("half_answer") from None


def list_of(content: bytes, name: str) -> tuple[list[dict[str, Any]], int]:
    """The rows of a page of an answer, and how many pages there are; raises `AccountingTrouble` for half an answer."""
    given = _read(content)
    try:
        rows, pages = given[name], int(given["MetaInformation"]["@TotalPages"])
    except (ValueError, TypeError, KeyError):
        raise AccountingTrouble("half_answer") from None
    if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
        raise AccountingTrouble("half_answer")
    return rows, pages


def document_of(content: bytes, name: str) -> dict[str, Any]:
    """The one document of an answer, with numbers as decimals; raises `AccountingTrouble` for half an answer."""
    given = _read(content)
    found = given.get(name) if isinstance(given, dict) else None
    if not isinstance(found, dict):
        raise AccountingTrouble("half_answer")
    return found


def _read(content: bytes) -> Any:
    try:
        return json.loads(content, parse_float=Decimal)
    except ValueError:
        raise AccountingTrouble("half_answer") from None
