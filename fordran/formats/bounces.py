"""Messages that came back, as RFC 3464 says it: which one, whether for good, and why.

Anybody can write to the address that messages come back to. So no more of a message is read than a bounce needs: what the
server says of it, and the head of the message that came back, stand before that message's own documents. Heads are read as the
lines that they are, since the library's readers of what each may mean take hours over some, and fail on others.
"""

from __future__ import annotations

import email
import email.policy
import re
from dataclasses import dataclass
from email.message import Message
from typing import Any

MOST_BYTES = 256 * 1024
"""How much of a message is read."""
MOST_STATUSES = 1000
MOST_BOUNDARIES = 10
"""Depth of nested parts: every line is compared with the boundary of each part around it."""
_ID = re.compile(r"<[^<>\s\x00-\x1f\x7f]{1,250}@[^<>\s\x00-\x1f\x7f]{1,250}>")
_NOT_SAID = re.compile(r"[\x00-\x1f\x7f\ufffd]+")


@dataclass(frozen=True)
class Bounce:
    """The reported outcome of one of our messages."""

    message_id: str
    is_for_good: bool
    """False where it is only late, or was delivered after all."""
    reason: str


def read_bounce(content: bytes) -> Bounce | None:
    """The bounce that a message is; None where it is something else, or names no message."""
    read = content[:MOST_BYTES]
    if read.lower().count(b"boundary") > MOST_BOUNDARIES:
        return None
    try:
        return _bounce(email.message_from_bytes(read, policy=email.policy.compat32))
    # One within the other, a thousand times: nobody's server writes that.
    except RecursionError:
        return None


def _bounce(message: Message) -> Bounce | None:
    if message.get_content_type() != "multipart/report":
        return None
    statuses: list[Message] = []
    original = ""
    for part in message.walk():
        kind = part.get_content_type()
        if kind == "message/delivery-status":
            statuses += _blocks(part)
        elif kind in ("message/rfc822", "text/rfc822-headers"):
            original = original or _id_in(part)
    reports = [block for block in statuses[:MOST_STATUSES] if _header(block, "Action")]
    if not reports or not original:
        return None
    worst = next((block for block in reports if _action(block) == "failed"), reports[0])
    return Bounce(original, _action(worst) == "failed", _reason(worst))


def _blocks(part: Message) -> list[Message]:
    found: Any = part.get_payload()
    return [block for block in found if isinstance(block, Message)] if isinstance(found, list) else []


def _header(block: Message, name: str) -> str:
    """A header line in storable characters; undecodable bytes are left out."""
    return " ".join(_NOT_SAID.sub(" ", str(block.get(name, ""))).split())


def _action(block: Message) -> str:
    return _header(block, "Action").lower()


def _reason(block: Message) -> str:
    """Status and diagnosis, without the address that they are about."""
    words = f"{_header(block, 'Status')} {_header(block, 'Diagnostic-Code').partition(';')[2].strip()}".strip()
    for name in ("Final-Recipient", "Original-Recipient"):
        address = _header(block, name).partition(";")[2].strip()
        if address:
            words = re.sub(re.escape(address), "the address", words, flags=re.IGNORECASE)
    return words[:300] or "no reason was given"


def _id_in(part: Message) -> str:
    """The Message-ID of the message that came back, whole or as its head alone."""
    inner: Any = part.get_payload()
    if isinstance(inner, list):
        head: Message = inner[0]
    else:
        payload = part.get_payload(decode=True)
        head = email.message_from_bytes(payload if isinstance(payload, bytes) else b"", policy=email.policy.compat32)
    matched = _ID.search(str(head.get("Message-ID", "")))
    return matched[0] if matched else ""
