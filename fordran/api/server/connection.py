"""One client's connection: uvicorn's, with bounds on how long it may take and how much it may send before it is read.

A clock that looks at every connection once a second (server.py) finds those that keep us waiting. A request that comes in one
piece, as nearly all do, so costs nothing for being watched.
"""

from __future__ import annotations

import asyncio
from http import HTTPStatus
from typing import cast

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle
from uvicorn.server import ServerState

from fordran.api.http.answers import error
from fordran.api.http.errors import NOT_UNDERSTOOD
from fordran.api.http.request import COME_BACK, new_request_id

SLOWEST_BYTES_PER_SECOND = 8 * 1024
"""What a client has to send of a body, or take of an answer, in the long run."""
MOST_HEAD_BYTES = 64 * 1024
MOST_PIPELINED = 64
# Who is refused has a moment to read why.
REFUSED_SECONDS = 2.0
# A client that was told to come back later, and asks again at once, is not read for so long. Refusing it over and over would
# take the time of those who are being served.
UNREAD_SECONDS = 1.0


class State(ServerState):
    """What the connections of a process have in common, beside uvicorn's."""

    def __init__(self, max_connections: int, client_seconds: float, keep_alive_seconds: float) -> None:
        super().__init__()
        self.max_connections = max_connections
        self.client_seconds = client_seconds
        self.keep_alive_seconds = keep_alive_seconds


class Connection(HttpToolsProtocol):
    """A connection, what it is at, and since when."""

    server_state: State
    is_refused = False
    stage: str | None = None
    since = 0.0
    _stage_cycle: RequestResponseCycle | None = None
    _done_before = 0
    _body_bytes = 0
    _loose_bytes = 0
    _had_body = False

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        if len(self.connections) > self.server_state.max_connections:
            self.end_with(503, "Too many connections; nothing was done. Try again soon.", "retry-after: 2\r\n")

    def data_received(self, data: bytes) -> None:
        if self.is_refused:
            return
        super().data_received(data)
        cycle = self.cycle
        if cycle is None or cycle.more_body or cycle.response_complete:
            self._count_loose(len(data))
        elif self._loose_bytes:
            self._loose_bytes = 0
        if self.pipeline and len(self.pipeline) > MOST_PIPELINED:
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

    def on_response_complete(self) -> None:
        super().on_response_complete()
        if COME_BACK in self.scope:
            self.flow.pause_reading()
            self.loop.call_later(UNREAD_SECONDS, self._read_again)

    def _read_again(self) -> None:
        if not self.transport.is_closing():
            self.flow.resume_reading()

    def on_body(self, body: bytes) -> None:
        self._had_body = True
        self._body_bytes += len(body)
        super().on_body(body)

    def send_400_response(self, _message: str) -> None:
        self.end_with(400, NOT_UNDERSTOOD)

    def end_with(self, status: int, message: str, more: str = "") -> None:
        """Say why, and take no more of what the client sends. Closed at once, the connection might lose what was said."""
        if self.is_refused:
            return
        cycle = self.cycle
        if cycle is not None and not cycle.response_complete:
            if cycle.response_started or self.pipeline:
                self.transport.abort()
                return
            cycle.disconnected = True
            cycle.message_event.set()
        self.is_refused = True
        self._unset_keepalive_if_required()
        self.flow.resume_reading()
        self.transport.write(raw(status, message, more))
        self.transport.write_eof()

    # Time ---------------------------------------------------------------------------------------------------------------------

    @property
    def is_idle(self) -> bool:
        """Whether nothing has been asked that is not answered."""
        cycle = self.cycle
        return (cycle is None and not self._loose_bytes) or (
            cycle is not None and cycle.response_complete and self.timeout_keep_alive_task is not None
        )

    def watch(self, now: float) -> None:
        """Look what the connection is at, and end it if the client has taken too long over that."""
        stage, done = self._look()
        if stage is None or stage != self.stage or self.cycle is not self._stage_cycle:
            self.stage, self._stage_cycle, self.since, self._done_before = stage, self.cycle, now, done
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
        """What we wait for the client to do, None for nothing, and a number of bytes that grows as it does it."""
        if self.is_refused:
            return "refused", 0
        cycle = self.cycle
        if unsent := self.transport.get_write_buffer_size():
            return "taking", -unsent - (cycle.expected_content_length if cycle is not None else 0)
        if cycle is None or cycle.response_complete:
            return ("idle" if self.is_idle else "head"), 0
        if cycle.more_body and not self.flow.read_paused:
            return "body", self._body_bytes
        return None, 0

    def _end_late(self, stage: str) -> None:
        if stage == "idle":
            self.transport.close()
        elif stage in ("head", "body"):
            self.end_with(408, f"The {stage} of the request took too long to arrive; nothing was done.")
        else:
            self.transport.abort()

    def announce_end(self) -> None:
        """Have the answer under way say that it is the last, where that can still be said."""
        last = self.pipeline[0][0] if self.pipeline else self.cycle
        if last is not None and not last.response_started:
            last.keep_alive = False


def connections_of(state: ServerState) -> set[Connection]:
    """All connections of the process."""
    return cast("set[Connection]", state.connections)


def raw(status: int, message: str, more: str = "") -> bytes:
    """An answer in the one shape of errors, written outside of any request, after which the connection closes."""
    body = error(status, message).body
    head = (
        f"HTTP/1.1 {status} {HTTPStatus(status).phrase}\r\ncontent-type: application/json\r\n"
        f"content-length: {len(body)}\r\nx-request-id: {new_request_id()}\r\n{more}connection: close\r\n\r\n"
    )
    return head.encode() + body
