"""Messages that came back, as RFC 3464 says it: which one, whether for good, and why."""

from __future__ import annotations

import email
import email.policy
import re
from dataclasses import dataclass
from email.message import EmailMessage, Message
from typing import Any

_ID = re.compile(r"<[^<>\s]+@[^<>\s]+>")


@dataclass(frozen=True)
class Bounce:
    """What is said of a message of ours."""

    message_id: str
    is_for_good: bool
    """False where it is only late, or was delivered after all."""
    reason: str


def read_bounce(content: bytes) -> Bounce | None:
    """The bounce that a message is; None where it is something else, or names no message."""
    message = email.message_from_bytes(content, policy=email.policy.default)
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
    told = [block for block in statuses if block.get("Action")]
    if not told or not original:
        return None
    worst = next((block for block in told if _action(block) == "failed"), told[0])
    return Bounce(original, _action(worst) == "failed", _reason(worst))


def _blocks(part: Message) -> list[Message]:
    found: Any = part.get_payload()
    return [block for block in found if isinstance(block, Message)] if isinstance(found, list) else []


def _action(block: Message) -> str:
    return str(block.get("Action", "")).strip().lower()


def _reason(block: Message) -> str:
    """Status and diagnosis, without the address that they are about."""
    status, diagnosis = str(block.get("Status", "")).strip(), str(block.get("Diagnostic-Code", "")).partition(";")[2]
    words = " ".join(f"{status} {diagnosis}".split())
    for name in ("Final-Recipient", "Original-Recipient"):
        address = str(block.get(name, "")).partition(";")[2].strip()
        if address:
            words = re.sub(re.escape(address), "the address", words, flags=re.IGNORECASE)
    return words[:300] or "no reason was given"


def _id_in(part: Message) -> str:
    """The Message-ID of the message that came back, whole or as its head alone."""
    if isinstance(part, EmailMessage) and part.get_content_type() == "message/rfc822":
        inner: Any = part.get_payload(0)
        found = str(inner.get("Message-ID", ""))
    else:
        payload = part.get_payload(decode=True)
        head = email.message_from_bytes(payload if isinstance(payload, bytes) else b"", policy=email.policy.default)
        found = str(head.get("Message-ID", ""))
    matched = _ID.search(found)
    return matched[0] if matched else ""
