"""What webhooks get: verified as Standard Webhooks says, and read."""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import time
from collections.abc import Iterable
from typing import Any, Protocol

import msgspec

from fordran_client.errors import NotGenuine

SECONDS = 300
"""How old a request may be; an older one may be somebody's recording."""


class Headers(Protocol):
    """The headers of a request, as frameworks have them: a mapping, or a message of the standard library."""

    def items(self) -> Iterable[tuple[str, str]]:
        """Each name and value."""
        ...


class Message(msgspec.Struct, kw_only=True):
    """An event as a webhook gets it. `id` is the same however often it comes: remember those you have acted on."""

    id: str = ""
    type: str
    timestamp: str
    data: dict[str, Any]


def verified(secret: str, headers: Headers, body: bytes, *, now: float | None = None) -> Message:
    """The event in a request, if the service sent it; raises `NotGenuine`. Give the body's bytes as they came."""
    lower = {name.lower(): value for name, value in headers.items()}
    try:
        id_, sent, signatures = (lower[f"webhook-{name}"] for name in ("id", "timestamp", "signature"))
        key = base64.b64decode(secret.removeprefix("whsec_"), validate=True)
        age = abs((time.time() if now is None else now) - int(sent))
    except (KeyError, ValueError, binascii.Error) as error:
        raise NotGenuine(f"The request lacks what a signed one has: {error}.") from error
    if age > SECONDS:
        raise NotGenuine(f"The request is {age:.0f} seconds old.")
    signed = f"{id_}.{sent}.".encode() + body
    expected = "v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()
    if not any(hmac.compare_digest(expected, one) for one in signatures.split(" ")):
        raise NotGenuine("No signature of the request is by this secret.")
    message = msgspec.json.decode(body, type=Message)
    message.id = id_
    return message
