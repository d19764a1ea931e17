"""Kivra's sender API as texts and values: contents that are sent, answers and errors that come back, and signed callbacks.

Facts: the sender's description at developer.kivra.com. docs/kivra.md has the rules.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from decimal import Decimal
from typing import Any, Literal, TypeAlias

from fordran.domain.days import next_banking_day

ContentType: TypeAlias = Literal["invoice", "invoice.reminder", "invoice.debtcollection", "letter"]

MOST_BYTES = 1_000_000
"""Of a content, as JSON."""
MOST_NUMBERS = 50_000
"""Asked about together: Kivra takes 10 MB, which is about ten times as many."""
LEAST_AMOUNT = 100
"""In öre: Kivra takes amounts of one krona or more."""
TOLERANCE = timedelta(minutes=5)
"""How far the time of a callback may be from ours."""

Consequence: TypeAlias = Literal["later", "configuration", "not_reached", "refused"]
"""The consequence of an error: it is tried again; waits for an operator; the person is not reached; or it is never taken."""


@dataclass(frozen=True)
class KivraError:
    """A documented error: its code, what it says, and what follows."""

    code: int
    says: str
    then: Consequence


_ERRORS = (
    KivraError(40000, "the content does not pass validation", "refused"),
    KivraError(40001, "the request is invalid", "refused"),
    KivraError(40003, "the scope is invalid", "configuration"),
    KivraError(40008, "the JSON is malformed", "refused"),
    KivraError(40009, "the personal number is malformed", "refused"),
    KivraError(40012, "the type is invalid", "refused"),
    KivraError(40015, "the access token is invalid", "configuration"),
    KivraError(40019, "the files are invalid", "refused"),
    KivraError(40021, "the bank account is invalid", "configuration"),
    KivraError(40024, "no receiver is specified", "refused"),
    KivraError(40028, "the file's type is not supported", "refused"),
    KivraError(40032, "Kivra has no such person", "not_reached"),
    KivraError(40035, "a header is missing", "refused"),
    KivraError(40041, "the day to pay is past, too far away, or no banking day", "refused"),
    KivraError(40042, "the amount is out of range", "refused"),
    KivraError(40044, "the OCR number is invalid", "refused"),
    KivraError(40047, "the PDF is invalid", "refused"),
    KivraError(40100, "Kivra does not accept the client", "configuration"),
    KivraError(40101, "access is denied", "configuration"),
    KivraError(40102, "the client is not authorized", "configuration"),
    KivraError(40103, "the grant is invalid", "configuration"),
    KivraError(40104, "Kivra does not know the client", "configuration"),
    KivraError(40105, "the person takes nothing from this sender", "not_reached"),
    KivraError(40109, "the person has blocked the sender", "not_reached"),
    KivraError(40300, "access to the tenant is forbidden", "configuration"),
    KivraError(40400, "the person is not there", "not_reached"),
    KivraError(41300, "the content is too large", "refused"),
    KivraError(42221, "the content cannot be retained", "refused"),
    KivraError(42900, "Kivra asks for fewer requests", "later"),
)
ERRORS: Mapping[int, KivraError] = {error.code: error for error in _ERRORS}


def error_in(status: int, content: bytes) -> KivraError:
    """The error of an answer that is no success. One that is not documented is judged by its status."""
    try:
        code = json.loads(content)["code"]
    except (ValueError, TypeError, KeyError):
        code = status * 100
    if type(code) is int and code in ERRORS:
        return ERRORS[code]
    then: Consequence = "later" if status >= 500 or status in (408, 429) else "refused"
    return KivraError(status * 100, f"HTTP {status}", "configuration" if status in (401, 403) else then)


@dataclass(frozen=True)
class PaymentOption:
    """A payment that a content asks for: the last day, the amount in öre, and the OCR number."""

    due: date
    amount: int
    reference: str


@dataclass(frozen=True)
class PayTo:
    """Where what a content asks for is paid."""

    bankgiro: str
    swish: str = ""
    """A Swish number; none lets the receiver pay by bank alone."""


def make_content(
    number: str,
    subject: str,
    kind: ContentType,
    files: Sequence[tuple[str, bytes]],
    options: Sequence[PaymentOption],
    pay_to: PayTo,
    day: date,
) -> bytes:
    """A content as JSON. The same values make the same bytes: Kivra delivers what comes twice once.

    A day to pay that is no banking day is the next one, as it is by law (lag (1930:173) 2 §).
    """
    content: dict[str, Any] = {
        "ssn": number,
        "subject": subject,
        "generated_at": day.isoformat(),
        "type": kind,
        "parts": [
            {"name": name, "data": base64.b64encode(data).decode(), "content_type": "application/pdf"}
            for name, data in files
        ],
    }
    if options:
        content["payment_multiple_options"] = {
            "payable": True,
            "currency": "SEK",
            "method": "1",
            "account": pay_to.bankgiro,
            "swish_alias": pay_to.swish or "disable",
            "options": [
                {
                    "due_date": next_banking_day(option.due).isoformat(),
                    "amount": f"{Decimal(option.amount) / 100:.2f}",
                    "type": "SE_OCR",
                    "reference": option.reference,
                }
                for option in options
            ],
        }
    return json.dumps(content, ensure_ascii=False, separators=(",", ":")).encode()


def matched_in(content: bytes) -> frozenset[str] | None:
    """The numbers of an answer to a match; None where it is half an answer or another."""
    try:
        found = json.loads(content)["list"]
    except (ValueError, TypeError, KeyError):
        return None
    if not isinstance(found, list) or not all(isinstance(number, str) for number in found):
        return None
    return frozenset(found)


CallbackKind: TypeAlias = Literal["read", "declined", "other"]
_KINDS: Mapping[str, CallbackKind] = {
    "content_viewed": "read",
    "content_viewed_retry": "read",
    "invoice_declined": "declined",
    "invoice_declined_retry": "declined",
}


@dataclass(frozen=True)
class KivraCallback:
    """A callback: what it tells, about which content, and when that happened."""

    kind: CallbackKind
    content_key: str
    happened: datetime


def read_callback(body: bytes) -> KivraCallback | None:
    """A callback as values; None where it is not of the described form."""
    try:
        document = json.loads(body)
        happened = datetime.fromisoformat(document["data"]["event_time"])
        key, kind = document["data"]["content_key"], document["type"]
    except (ValueError, TypeError, KeyError):
        return None
    if not isinstance(key, str) or not key or not isinstance(kind, str) or happened.tzinfo is None:
        return None
    return KivraCallback(_KINDS.get(kind, "other"), key, happened)


def signature(secret: str, id_: str, timestamp: str, body: bytes) -> str:
    """The signature of a callback: HMAC-SHA256 of id, time and body (standardwebhooks.com)."""
    key = base64.b64decode(secret.removeprefix("whsec_"))
    signed = b".".join((id_.encode(), timestamp.encode(), body))
    return "v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()


def is_signed(secret: str, headers: Mapping[str, str], body: bytes, now: datetime) -> bool:
    """Whether a callback was signed by the secret, and lately."""
    timestamp = headers.get("webhook-timestamp", "")
    if not timestamp.isascii() or not timestamp.isdigit() or len(timestamp) > 11:
        return False
    if abs(now.timestamp() - int(timestamp)) > TOLERANCE.total_seconds():
        return False
    expected = signature(secret, headers.get("webhook-id", ""), timestamp, body).encode()
    given = headers.get("webhook-signature", "").split(" ")
    return any(hmac.compare_digest(expected, one.encode()) for one in given)
