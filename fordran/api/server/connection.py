"""One client's connection: uvicorn's, with bounds on how long it may take and how much it may send before it is read.

A clock that looks at every connection once a second (server.py) finds those that keep us waiting. A request that comes in one
piece, as nearly all do, so costs nothing for being watched.
"""

from __future__ import annotations

import asyncio
from collections.abc import Collection
from http import HTTPStatus
from typing import cast

from fordran.api.http.answers import error
from fordran.api.http.error_types import OF_STATUS
from fordran.api.http.errors import NOT_UNDERSTOOD
from fordran.api.http.request import COME_BACK
from fordran.api.server.uvicorn_inside import UvicornConnection, UvicornState
from fordran.web.pipeline import new_request_id

SLOWEST_BYTES_PER_SECOND = 8 * 1024
"""The least speed of a client that sends a body or reads an answer."""
MOST_HEAD_BYTES = 64 * 1024
MOST_HEADERS = 100
MOST_HEADER_BYTES = 32 * 1024
"""Of all headers of a request together, names and values. The address may take the rest of the head."""
MOST_PIPELINED = 64
# A refused client has a moment to read why.
REFUSED_SECONDS = 2.0
# A client that got a retry time, and asks again at once, is not read for so long. Refusing it over and over would
# take the time of those who are being served.
UNREAD_SECONDS = 1.0


class TooManyHeaders(Exception):
    """A request has more headers than are read. Its message says how many may come."""


class ConnectionState(UvicornState):
    """The shared state of a process's connections, beside uvicorn's."""

    def __init__(self, max_connections: int, client_seconds: float, keep_alive_seconds: float) -> None:
        super().__init__()
        self.max_connections = max_connections
        self.client_seconds = client_seconds
        self.keep_alive_seconds = keep_alive_seconds


class HttpConnection(UvicornConnection):
    """A connection, its activity, and since when."""

    server_state: ConnectionState
    is_refused = False
    stage: str | None = None
    since = 0.0
    _stage_request: object = None
    _done_before = 0
    _body_bytes = 0
    _loose_bytes = 0
    _had_body = False
    _headers = 0
    _header_bytes = 0
    _too_many: TooManyHeaders | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        if len(self.server_state.everyone) > self.server_state.max_connections:
            self.end_with(503, "Too many connections; nothing was done. Try again soon.", "retry-after: 2\r\n")

    def data_received(self, data: bytes) -> None:
        if self.is_refused:
            return
        super().data_received(data)
        if not self.is_request_whole:
            self._count_loose(len(data))
        elif self._loose_bytes:
            self._loose_bytes = 0
        if self.pipelined > MOST_PIPELINED:
            self.transport.abort()

    def _count_loose(self, size: int) -> None:
        """Bytes that belong to no body are those of a head, or of what follows a body in pieces; both have to end soon."""
        if self._had_body:
            self._had_body = False
            self._loose_bytes = 0
            return
        self._loose_bytes += size
        if self._loose_bytes > MOST_HEAD_BYTES and not self.transport.is_closing():
            self.end_with(431, f"The head of the request is larger than {MOST_HEAD_BYTES // 1024} KiB.")

    def on_message_begin(self) -> None:
        self._headers = self._header_bytes = 0
        super().on_message_begin()

    def header_came(self, size: int) -> None:
        self._headers += 1
        self._header_bytes += size
        if self._headers > MOST_HEADERS or self._header_bytes > MOST_HEADER_BYTES:
            self._too_many = TooManyHeaders(
                f"A request may have {MOST_HEADERS} headers of {MOST_HEADER_BYTES // 1024} KiB in all."
            )
            raise self._too_many

    def answered(self) -> None:
        if self.scope_has(COME_BACK):
            self.pause_reading()
            self.loop.call_later(UNREAD_SECONDS, self._read_again)

    def _read_again(self) -> None:
        if not self.transport.is_closing():
            self.resume_reading()

    def body_came(self, size: int) -> None:
        self._had_body = True
        self._body_bytes += size

    def refuse_unreadable(self) -> None:
        if self._too_many is not None:
            self.end_with(431, str(self._too_many))
        else:
            self.end_with(400, NOT_UNDERSTOOD)

    def end_with(self, status: int, message: str, more: str = "") -> None:
        """Say why, and take no more of what the client sends. Closed at once, the connection might lose the answer."""
        if self.is_refused:
            return
        if self.is_answering:
            if self.is_answer_begun or self.pipelined:
                self.transport.abort()
                return
            self.give_up_request()
        self.is_refused = True
        self.stop_idle_timer()
        self.resume_reading()
        self.transport.write(raw(status, message, more))
        self.transport.write_eof()

    # Time ---------------------------------------------------------------------------------------------------------------------

    @property
    def is_idle(self) -> bool:
        """Whether nothing has been asked that is not answered."""
        return (self.request is None and not self._loose_bytes) or self.waits_for_next

    def watch(self, now: float) -> None:
        """Look what the connection is at, and end it if the client has taken too long over that."""
        stage, done = self._look()
        if stage is None or stage != self.stage or self.request is not self._stage_request:
            self.stage, self._stage_request, self.since, self._done_before = stage, self.request, now, done
            return
        state = self.server_state
        allowed = state.client_seconds
        if stage == "idle":
            allowed = state.keep_alive_seconds
        elif stage == "refused":
            allowed = REFUSED_SECONDS
        elif stage != "head":
            allowed += (done - self._done_before) / SLOWEST_BYTES_PER_SECOND
        if now - self.since > allowed:
            self._end_late(stage)

    def _look(self) -> tuple[str | None, int]:
        """The client's next task, None for nothing, and a number of bytes that grows as it does it."""
        if self.is_refused:
            return "refused", 0
        if unsent := self.transport.get_write_buffer_size():
            return "taking", -unsent - self.unwritten_bytes
        if not self.is_answering:
            return ("idle" if self.is_idle else "head"), 0
        if self.waits_for_body:
            return "body", self._body_bytes
        return None, 0

    def _end_late(self, stage: str) -> None:
        if stage == "idle":
            self.transport.close()
        elif stage in ("head", "body"):
            self.end_with(408, f"The {stage} of the request took too long to arrive; nothing was done.")
        else:
            self.transport.abort()


def connections_of(state: ConnectionState) -> Collection[HttpConnection]:
    """All connections of the process."""
    return cast("Collection[HttpConnection]", state.everyone)


def raw(status: int, message: str, more: str = "") -> bytes:
    """An answer in the one shape of errors, written outside of any request, after which the connection closes."""
    body = error(status, message, OF_STATUS[status][0]).body
    head = (
        f"HTTP/1.1 {status} {HTTPStatus(status).phrase}\r\ncontent-type: application/json\r\n"
        f"content-length: {len(body)}\r\nx-request-id: {new_request_id()}\r\n"
        f"cache-control: no-store\r\n{more}connection: close\r\n\r\n"
    )
    return head.encode() + body
