"""What the service signs the client verifies, and nothing else."""

from __future__ import annotations

import pytest
from fordran_client import NotGenuine, verified

from fordran import clock
from fordran.actions.webhooks.messages import WebhookMessage, body_of

SECRET = "whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8="
OTHER = "whsec_BBECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8="
NOW = clock.now()
BODY = body_of("case.closed", NOW, [("event", "a" * 24)], {"close_reason": "paid"})
HEADERS = WebhookMessage("a" * 24, "https://example.com", (OTHER, SECRET), BODY).headers(NOW)


def test_what_the_service_signed_is_read() -> None:
    message = verified(SECRET, HEADERS, BODY.encode(), now=NOW.timestamp())
    assert (message.id, message.type, message.data["close_reason"]) == ("a" * 24, "case.closed", "paid")


def test_names_of_headers_may_be_written_in_capitals() -> None:
    headers = {name.title(): value for name, value in HEADERS.items()}
    assert verified(SECRET, headers, BODY.encode(), now=NOW.timestamp()).type == "case.closed"


@pytest.mark.parametrize(
    ("secret", "headers", "body", "later", "remark"),
    [
        ("whsec_" + "Q" * 43 + "=", HEADERS, BODY, 0, "another secret"),
        (SECRET, HEADERS, BODY + " ", 0, "another body"),
        (SECRET, HEADERS | {"webhook-id": "b" * 24}, BODY, 0, "another id"),
        (SECRET, HEADERS, BODY, 301, "too old"),
        (SECRET, HEADERS, BODY, -301, "from the future"),
        (SECRET, {}, BODY, 0, "not signed"),
        (SECRET, HEADERS | {"webhook-timestamp": "soon"}, BODY, 0, "no moment"),
    ],
)
def test_anything_else_is_not_genuine(secret: str, headers: dict[str, str], body: str, later: int, remark: str) -> None:
    with pytest.raises(NotGenuine):
        verified(secret, headers, body.encode(), now=NOW.timestamp() + later)
