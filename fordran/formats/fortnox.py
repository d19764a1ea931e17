"""Fortnox's API as texts and values: tokens, errors, the company, pages of invoices. The rules are in docs/fortnox.md.

Facts: Fortnox's pages for developers (authorization, errors, rate limits, parameters).
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, Literal, TypeAlias

SCOPES = ("companyinformation", "customer", "invoice")
"""The scopes that the installation asks for."""
MOST_REQUESTS, WITHIN_SECONDS = 25, 5.0
"""The limit of a token, by a sliding window."""
PAGE_SIZE = 500
"""The most invoices of a page."""

FortnoxReason: TypeAlias = Literal[
    "no_connection",
    "no_answer",
    "half_answer",
    "system_error",
    "too_many_requests",
    "not_accepted",
    "no_licence",
    "no_permission",
    "not_there",
    "bad_request",
    "too_large",
    "other_company",
]
"""Why Fortnox did not give what was asked for."""
FortnoxConsequence: TypeAlias = Literal["later", "configuration", "refused"]
"""It is asked again; an operator has to change something; or this one thing cannot be had."""

CONSEQUENCES: Mapping[FortnoxReason, FortnoxConsequence] = {
    "no_connection": "later",
    "no_answer": "later",
    "half_answer": "later",
    "system_error": "later",
    "too_many_requests": "later",
    "not_accepted": "configuration",
    "no_licence": "configuration",
    "no_permission": "configuration",
    "not_there": "refused",
    "bad_request": "refused",
    "too_large": "refused",
    "other_company": "configuration",
}
ERRORS: Mapping[int, FortnoxReason] = {
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
    2001304: "bad_request",
    2001339: "no_permission",
    2001392: "bad_request",
    2001399: "bad_request",
    2001740: "bad_request",
    2002115: "bad_request",
}
"""Documented error → why."""
TOKEN_ERRORS: Mapping[str, FortnoxReason] = {
    "invalid_client": "not_accepted",
    "invalid_grant": "no_permission",
    "invalid_request": "not_accepted",
    "invalid_scope": "no_permission",
    "unauthorized_client": "no_permission",
    "unsupported_grant_type": "not_accepted",
}
"""Error of OAuth (RFC 6749, 5.2) → why there is no token."""
_BY_STATUS: Mapping[int, FortnoxReason] = {
    401: "not_accepted",
    403: "no_permission",
    404: "not_there",
    408: "no_answer",
    429: "too_many_requests",
}


class FortnoxTrouble(Exception):
    """Fortnox did not give what was asked for. `code` is Fortnox's own, or the status; nothing of a person is in it."""

    def __init__(self, reason: FortnoxReason, code: str = "") -> None:
        super().__init__(f"{reason} ({code})" if code else reason)
        self.reason = reason
        self.code = code

    @property
    def then(self) -> FortnoxConsequence:
        """The consequence."""
        return CONSEQUENCES[self.reason]


def trouble_in(status: int, content: bytes) -> FortnoxTrouble:
    """the trouble of an answer without success. An error that is not documented is judged by its status."""
    code = _error_code(content)
    if code in ERRORS:
        return FortnoxTrouble(ERRORS[code], str(code))
    reason: FortnoxReason = "system_error" if status >= 500 else _BY_STATUS.get(status, "bad_request")
    return FortnoxTrouble(reason, str(code or f"HTTP {status}"))


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
    """The token of an answer; raises `FortnoxTrouble` where there is none."""
    if status != 200:
        try:
            error = str(json.loads(content)["error"])
        except (ValueError, TypeError, KeyError):
            error = ""
        if error in TOKEN_ERRORS and status < 500:
            raise FortnoxTrouble(TOKEN_ERRORS[error], error)
        trouble = trouble_in(status, content)
        # A client that is refused without a known error is refused all the same.
        raise FortnoxTrouble("not_accepted", trouble.code) if trouble.then == "refused" else trouble
    try:
        given = json.loads(content)
        token, seconds = given["access_token"], float(given["expires_in"])
    except (ValueError, TypeError, KeyError):
        raise FortnoxTrouble("half_answer") from None
    if not isinstance(token, str) or not token:
        raise FortnoxTrouble("half_answer")
    return FortnoxToken(token, seconds, tuple(str(given.get("scope") or "").split()))


@dataclass(frozen=True)
class FortnoxCompany:
    """The company whose Fortnox it is."""

    name: str
    organisation_number: str
    tenant: str


def read_company(content: bytes) -> FortnoxCompany:
    """The company of an answer; raises `FortnoxTrouble` for half an answer."""
    given = document_of(content, "CompanyInformation")
    try:
        return FortnoxCompany(given["CompanyName"], given["OrganizationNumber"], str(given.get("DatabaseNumber") or ""))
    except KeyError:
        raise FortnoxTrouble("half_answer") from None


@dataclass(frozen=True)
class InvoicePage:
    """A page of a list of invoices: number → balance in kronor, how many pages there are, and how many documents."""

    balances: Mapping[str, Decimal]
    pages: int
    total: int


def read_page(content: bytes) -> InvoicePage:
    """A page of invoices; raises `FortnoxTrouble` for half an answer."""
    given = _read(content)
    try:
        balances = {str(row["DocumentNumber"]): Decimal(row["Balance"]) for row in given["Invoices"]}
        about = given["MetaInformation"]
        return InvoicePage(balances, int(about["@TotalPages"]), int(about["@TotalResources"]))
    except (ValueError, TypeError, KeyError, ArithmeticError):
        raise FortnoxTrouble("half_answer") from None


def document_of(content: bytes, name: str) -> dict[str, Any]:
    """The one document of an answer, with numbers as decimals; raises `FortnoxTrouble` for half an answer."""
    given = _read(content)
    found = given.get(name) if isinstance(given, dict) else None
    if not isinstance(found, dict):
        raise FortnoxTrouble("half_answer")
    return found


def _read(content: bytes) -> Any:
    try:
        return json.loads(content, parse_float=Decimal)
    except ValueError:
        raise FortnoxTrouble("half_answer") from None
