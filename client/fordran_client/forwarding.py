"""Events forwarded to an address of one's own, signed as a webhook gets them: to try a receiver on one's own machine."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import secrets
import sys
import time
from collections.abc import Iterable
from typing import Any

import httpx

from fordran_client.kinds import encoded, plain
from fordran_client.models import Event


def message(event: Event) -> dict[str, Any]:
    """An event as a webhook gets it."""
    said = plain(event)
    about = {name: said[name] for name in ("position", "account", "creditor", "case") if name in said}
    data = {"event": said["_id"], **about, **said["data"]}
    return {"type": event.type, "timestamp": event.created.strftime("%Y-%m-%dT%H:%M:%SZ"), "data": data}


def signed(secret: str, id_: str, body: bytes, now: float) -> dict[str, str]:
    """The headers of a request that the secret signs."""
    key = base64.b64decode(secret.removeprefix("whsec_"))
    signature = hmac.new(key, f"{id_}.{int(now)}.".encode() + body, hashlib.sha256).digest()
    return {
        "content-type": "application/json",
        "webhook-id": id_,
        "webhook-timestamp": str(int(now)),
        "webhook-signature": "v1," + base64.b64encode(signature).decode(),
    }


def forward(events: Iterable[Event], url: str, secret: str | None, http: httpx.Client | None = None) -> None:
    """Send each event to an address, and print how it was taken. One that is not taken is tried again, and the next waits."""
    if secret is None:
        secret = "whsec_" + base64.b64encode(secrets.token_bytes(32)).decode()
        print(f"signed by {secret}", file=sys.stderr)
    with http or httpx.Client(timeout=10) as client:
        for event in events:
            body = encoded(message(event))
            status = _send(client, url, secret, event.id, body)
            print(json.dumps({"position": event.position, "type": event.type, "answer": status}), flush=True)


def _send(client: httpx.Client, url: str, secret: str, id_: str, body: bytes) -> int:
    for wait in (0.0, 0.5, 1.0, 2.0, 4.0, 8.0):
        time.sleep(wait)
        try:
            answer = client.post(url, content=body, headers=signed(secret, id_, body, time.time()))
        except httpx.TransportError as error:
            print(f"{url}: {error}", file=sys.stderr)
            continue
        if answer.is_success:
            return answer.status_code
        print(f"{url}: {answer.status_code}", file=sys.stderr)
    raise OSError(f"{url} takes nothing; begin again with --after when it does")
