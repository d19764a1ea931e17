"""A head that two readers could read differently is refused: one host, one token, one key, one tag."""

from __future__ import annotations

import pytest

from fordran.api.app import create_app
from fordran.settings import Settings


async def status_of(
    settings: Settings, headers: list[tuple[bytes, bytes]], method: str = "GET", path: str = "/health"
) -> int:
    """What a request with just these headers is answered."""
    sent: list[int] = []

    async def receive() -> dict[str, object]:
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message: dict[str, object]) -> None:
        if message["type"] == "http.response.start":
            assert isinstance(message["status"], int)
            sent.append(message["status"])

    scope = {"type": "http", "http_version": "1.1", "method": method, "path": path, "raw_path": path.encode()}
    rest = {"query_string": b"", "headers": headers, "client": ("127.0.0.1", 1), "scheme": "http"}
    await create_app(settings)(scope | rest, receive, send)
    return sent[0]


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ([(b"host", b"x")], 200),
        ([], 400),
        ([(b"host", b"x"), (b"host", b"y")], 400),
        ([(b"host", b"x"), (b"x-api-key", b"a"), (b"x-api-key", b"b")], 400),
        ([(b"host", b"x"), (b"idempotency-key", b"a"), (b"idempotency-key", b"b")], 400),
        ([(b"host", b"x"), (b"if-match", b"a"), (b"if-match", b"a")], 400),
        ([(b"host", b"x"), (b"accept", b"a/b"), (b"accept", b"c/d")], 200),
    ],
)
async def test_a_request_has_one_host_and_at_most_one_token(
    settings: Settings, headers: list[tuple[bytes, bytes]], status: int
) -> None:
    assert await status_of(settings, headers) == status


@pytest.mark.parametrize("method", ["GET", "HEAD", "POST", "PATCH", "DELETE", "OPTIONS"])
@pytest.mark.parametrize("path", ["/authenticates/api-code", "/creditors", f"/creditors/{'0' * 24}", "/no-such-path"])
async def test_two_tokens_are_refused_whatever_is_asked_by_whatever_method(
    settings: Settings, method: str, path: str
) -> None:
    tokens = [(b"x-api-key", b"a"), (b"x-api-key", b"a")]
    assert await status_of(settings, [(b"host", b"x"), *tokens], method, path) == 400
