"""The worked example in docs/events.md: what is written there verifies, by the code there and by the standard's own library."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from standardwebhooks import Webhook

from fordran.actions.webhooks.messages import WebhookMessage

PAGE = (Path(__file__).parents[3] / "docs/events.md").read_text(encoding="utf-8")


def request() -> tuple[dict[str, str], bytes]:
    """The headers and the body of the request on the page."""
    found = re.search(r"^POST /fordran HTTP/1\.1\n(.*?)\n\n(.*?)\n```", PAGE, re.DOTALL | re.MULTILINE)
    assert found
    return dict(line.split(": ", 1) for line in found[1].splitlines()), found[2].encode()


def secret() -> str:
    found = re.search(r"`(whsec_[^`]+)`", PAGE)
    assert found
    return found[1]


def code() -> Any:
    """The function on the page."""
    found = re.search(r"```python\n(.*?)```", PAGE, re.DOTALL)
    assert found
    names: dict[str, Any] = {}
    exec(found[1], names)
    return names["is_genuine"]


def test_the_code_on_the_page_takes_the_request_on_the_page_and_no_other() -> None:
    headers, body = request()
    is_genuine, now = code(), float(headers["webhook-timestamp"])
    assert is_genuine(secret(), headers, body, now)
    assert is_genuine(secret(), headers | {"webhook-signature": f"v1,AAAA {headers['webhook-signature']}"}, body, now)
    assert not is_genuine(secret(), headers, body + b" ", now)
    assert not is_genuine(secret(), headers | {"webhook-id": "other"}, body, now)
    assert not is_genuine(secret(), headers, body, now + 301)
    assert not is_genuine("whsec_" + "A" * 44, headers, body, now)


def test_what_we_send_is_the_request_on_the_page() -> None:
    headers, body = request()
    at = datetime.fromtimestamp(int(headers["webhook-timestamp"]), UTC)
    message = WebhookMessage(headers["webhook-id"], "https://kontorsvaror.example/fordran", (secret(),), body.decode())
    sent = message.headers(at)
    assert {name: sent[name] for name in headers} == headers


def test_the_library_of_the_standard_agrees() -> None:
    headers, body = request()
    at = datetime.fromtimestamp(int(headers["webhook-timestamp"]), UTC)
    assert Webhook(secret()).sign(headers["webhook-id"], at, body.decode()) == headers["webhook-signature"]
