"""Sending an answer: its headers, and its body in parts that are counted while the client takes them."""

from __future__ import annotations

from fordran.api.http.answers import JSON, Answer, Headers, error, pretty
from fordran.api.http.body_memory import SHORT_BYTES, BodyMemory, BodyMemoryFull
from fordran.api.http.compression import compressed
from fordran.api.http.errors import AGAIN
from fordran.api.http.request import Request
from fordran.web.pipeline import Send

NO_BODY = (204, 304)
UNCACHED: Headers = [(b"cache-control", b"no-store"), (b"vary", b"X-API-Key")]
"""Answers are for their caller alone. A cache between us, which knows only the address, must not show them to another."""


async def send_answer(request: Request, done: Answer, memory: BodyMemory, send: Send) -> None:
    """Send an answer. A long one is counted for as long as its client takes to read it."""
    if done.body and request.wants_pretty and done.content_type == JSON:
        done.body = pretty(done.body)
    done = compressed(done, request.header(b"accept-encoding"))
    size = len(done.body)
    if size <= SHORT_BYTES:
        await _send(request, done, send)
        return
    try:
        await memory.take(size, request.shares)
    except BodyMemoryFull as full:
        done = error(503, str(full), "unavailable", headers=AGAIN)
        size = 0
    try:
        await _send(request, done, send)
    finally:
        memory.give_back(size, request.shares)


async def _send(request: Request, done: Answer, send: Send) -> None:
    await send({"type": "http.response.start", "status": done.status, "headers": _head(request, done)})
    body = b"" if request.method == "HEAD" else done.body
    # In parts, each sent when the client has taken most of the one before.
    for start in range(0, len(body) - SHORT_BYTES, SHORT_BYTES):
        await send({"type": "http.response.body", "body": body[start : start + SHORT_BYTES], "more_body": True})
    await send({"type": "http.response.body", "body": body[-(len(body) % SHORT_BYTES or SHORT_BYTES) :]})


def _head(request: Request, done: Answer) -> Headers:
    may_have_body = done.status not in NO_BODY
    head: Headers = [(b"content-type", done.content_type)] if done.body or may_have_body else []
    if may_have_body:
        head.append((b"content-length", str(len(done.body)).encode()))
    head += [
        (b"x-request-id", request.id.encode()),
        (b"x-content-type-options", b"nosniff"),
        *UNCACHED,
        *request.answer_headers,
        *(header for header in done.headers if header not in UNCACHED),
    ]
    if done.status >= 400 and b"expect" in request.headers:
        # A client that waits for leave to send its body, and is refused, sends none.
        head.append((b"connection", b"close"))
    return head
