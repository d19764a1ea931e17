"""Messages to webhooks and their outcomes, signed by Standard Webhooks 1.0.

A secret is made of the installation's own key and a salt in the webhook's row, so that it need not be stored.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import secrets as chance
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, TypedDict

import orjson
from standardwebhooks import Webhook as Signer

from fordran import tracing
from fordran.domain.kinds.event_types import EventName
from fordran.shape.moments import iso_8601, rfc_1123

SALT_BYTES = 32
MOST_SHOWN = 4096
"""Characters of an answer's body that the log keeps."""


@dataclass(frozen=True)
class WebhookMessage:
    """An event as it is sent. The same id means the same event, however often it comes."""

    id: str
    url: str
    secrets: tuple[str, ...] = field(repr=False)
    body: str

    def headers(self, now: datetime) -> dict[str, str]:
        """The headers of a try at this moment: a signature by each secret."""
        signatures = [Signer(secret).sign(self.id, now, self.body) for secret in self.secrets]
        traceparent = tracing.active.traceparent() if tracing.active else None
        return {
            "content-type": "application/json",
            "user-agent": "fordran-webhooks/1",
            "webhook-id": self.id,
            "webhook-timestamp": str(int(now.timestamp())),
            "webhook-signature": " ".join(signatures),
            **({"traceparent": traceparent} if traceparent else {}),
        }


@dataclass(frozen=True)
class AttemptOutcome:
    """How one try went. Without a status nothing was answered; without an error it was delivered."""

    at: datetime
    url: str
    request_headers: Mapping[str, str]
    milliseconds: int
    status: int | None = None
    headers: Mapping[str, str] = field(default_factory=dict)
    body: str = ""
    error: str | None = None

    def shown(self) -> dict[str, Any]:
        """As the log shows it."""
        shown: dict[str, Any] = {
            "at": rfc_1123(self.at),
            "url": self.url,
            "request_headers": dict(self.request_headers),
            "milliseconds": self.milliseconds,
        }
        if self.status is not None:
            shown |= {"answer_status": self.status, "answer_headers": dict(self.headers), "answer_body": self.body}
        return shown | ({"error": self.error} if self.error is not None else {})


def new_salt() -> bytes:
    """The seed of a new secret, beside the installation's key."""
    return chance.token_bytes(SALT_BYTES)


def secret_of(key: bytes, salt: bytes) -> str:
    """The secret, as receivers get it."""
    made = hmac.new(key, b"fordran webhook secret" + salt, hashlib.sha256).digest()
    return "whsec_" + base64.b64encode(made).decode()


class SaltsRow(TypedDict):
    """The seeds of a webhook's secrets."""

    secret_salt: bytes
    previous_secret_salt: bytes | None
    previous_secret_until: datetime | None


def secrets_in_force(key: bytes, row: SaltsRow, now: datetime) -> tuple[str, ...]:
    """The secrets that sign now: the webhook's own, and for a day after a rotation the one before it."""
    secrets = [secret_of(key, row["secret_salt"])]
    previous, until = row["previous_secret_salt"], row["previous_secret_until"]
    if previous is not None and until is not None and now < until:
        secrets.append(secret_of(key, previous))
    return tuple(secrets)


def body_of(
    type_: EventName,
    created: datetime,
    ids: Sequence[tuple[str, str | int | None]],
    data: Mapping[str, Any] | orjson.Fragment,
) -> str:
    """The body: what happened, when, and to what. Ids without a value are left out."""
    about = {name: value for name, value in ids if value is not None}
    details = orjson.loads(orjson.dumps(data))
    return orjson.dumps({"type": type_, "timestamp": iso_8601(created), "data": about | details | about}).decode()
