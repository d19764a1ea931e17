"""Our own JSON for applications to the enforcement authority: messages to a receiver, and the entries of its feed.

It is a format for an operator's bridge, and no format of the authority's. The page is docs/enforcement-json.md.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import Any, Literal, TypeAlias, TypeGuard

FORMAT = "fordran-enforcement"
VERSION = 1
MessageKind: TypeAlias = Literal["application", "withdrawal", "reduction", "hand_over", "renewal"]
"""Kinds of messages."""
ReceiptOutcome: TypeAlias = Literal["accepted", "case_refused", "message_refused"]
"""The receiver's answer: it took the message, the application has faults, or the message as a whole has."""
MOST_ENTRIES = 500
MOST_ERRORS = 50
_OUTCOMES = ("accepted", "case_refused", "message_refused")
_REPLY_FIELDS = ("reply", "date", "case_number", "order_date", "amounts", "amount", "note")
_ID = re.compile(r"[\x21-\x7e]{1,200}")
_CODE = re.compile(r"[A-Za-z0-9_.-]{1,50}")


class BadFeed(Exception):
    """An answer of the feed that cannot be read as one."""


@dataclass(frozen=True)
class AuthorityMessage:
    """A message to the receiver. `content` is what its kind says beside the common fields."""

    key: str
    kind: MessageKind
    application: str
    """The id of the application, which replies name."""
    agent_code: str
    made_on: date
    content: Mapping[str, Any]

    def written(self) -> bytes:
        """The message as JSON; the same message always gives the same bytes."""
        head = {
            "format": FORMAT,
            "version": VERSION,
            "message_id": self.key,
            "kind": self.kind,
            "agent_code": self.agent_code,
            "application_id": self.application,
            "made_on": self.made_on.isoformat(),
        }
        return json.dumps(head | {self.kind: dict(self.content)}, ensure_ascii=False, sort_keys=True).encode()


@dataclass(frozen=True)
class ReceiptError:
    """A fault that the receiver found: a code, the field that it is about, and its words."""

    code: str
    field: str = ""
    text: str = ""

    def __str__(self) -> str:
        return " ".join(part for part in (self.code, self.field, self.text) if part)


@dataclass(frozen=True)
class Receipt:
    """The receiver's answer to a message, and its day."""

    entry: str
    message: str
    outcome: ReceiptOutcome
    day: date
    errors: tuple[ReceiptError, ...] = ()


@dataclass(frozen=True)
class AuthorityReply:
    """A reply of the authority to an application, as `POST /cases/{id}/enforcement-replies` takes it."""

    entry: str
    application: str
    given: Mapping[str, Any]


@dataclass(frozen=True)
class Unreadable:
    """An entry of another form. `application` or `message` is what it is about, where that can be read."""

    entry: str
    message: str = ""
    application: str = ""


FeedEntry: TypeAlias = Receipt | AuthorityReply | Unreadable


@dataclass(frozen=True)
class FeedPage:
    """Some entries, in order, and the cursor after them."""

    entries: tuple[FeedEntry, ...]
    cursor: str
    has_more: bool


def read_page(content: bytes) -> FeedPage:
    """A page of the feed. Raises `BadFeed` where its entries cannot be separated."""
    page = _json(content)
    if not isinstance(page, dict) or not isinstance(page.get("entries"), list) or len(page["entries"]) > MOST_ENTRIES:
        raise BadFeed("half an answer")
    cursor, has_more = page.get("cursor"), page.get("has_more", False)
    if not isinstance(cursor, str) or not isinstance(has_more, bool) or not re.fullmatch(r"[\x20-\x7e]{0,200}", cursor):
        raise BadFeed("half an answer: no cursor")
    return FeedPage(tuple(_entry(one) for one in page["entries"]), cursor, has_more)


def read_errors(content: bytes) -> tuple[ReceiptError, ...]:
    """The faults in an answer that refuses a message; none where it names none that can be read."""
    try:
        given = _json(content)
    except BadFeed:
        return ()
    return tuple(_errors(given.get("errors"))) if isinstance(given, dict) else ()


def is_taken(content: bytes, key: str) -> bool:
    """Whether an answer says that the receiver has a message."""
    try:
        given = _json(content)
    except BadFeed:
        return False
    return isinstance(given, dict) and given.get("message_id") == key


def _entry(given: Any) -> FeedEntry:
    if not isinstance(given, dict) or not _is_id(given.get("id")):
        raise BadFeed("half an answer: an entry without an id")
    id_, message, application = given["id"], given.get("message_id"), given.get("application_id")
    day = _day(given.get("date"))
    if given.get("type") == "receipt" and _is_id(message) and day is not None and given.get("outcome") in _OUTCOMES:
        return Receipt(id_, message, given["outcome"], day, tuple(_errors(given.get("errors"))))
    if given.get("type") == "reply" and _is_id(application) and day is not None:
        known = {name: given[name] for name in _REPLY_FIELDS if given.get(name) is not None}
        return AuthorityReply(id_, application, known)
    return Unreadable(id_, message if _is_id(message) else "", application if _is_id(application) else "")


def _errors(given: Any) -> Iterator[ReceiptError]:
    for one in given[:MOST_ERRORS] if isinstance(given, list) else ():
        if isinstance(one, dict) and isinstance(one.get("code"), str) and _CODE.fullmatch(one["code"]):
            yield ReceiptError(one["code"], _text(one.get("field"), 100), _text(one.get("text"), 300))


def _text(given: Any, most: int) -> str:
    return "".join(sign for sign in given if sign.isprintable())[:most] if isinstance(given, str) else ""


def _is_id(given: Any) -> TypeGuard[str]:
    return isinstance(given, str) and _ID.fullmatch(given) is not None


def _day(given: Any) -> date | None:
    try:
        return date.fromisoformat(given) if isinstance(given, str) and len(given) == 10 else None
    except ValueError:
        return None


def _json(content: bytes) -> Any:
    try:
        return json.loads(content, parse_float=Decimal)
    except (ValueError, RecursionError):
        raise BadFeed("half an answer") from None
