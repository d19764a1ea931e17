"""The parts of uvicorn's internals that we use, under our own names: all of them here, and nowhere else.

Uvicorn promises its settings and that a server runs. It promises nothing about how a connection keeps its requests, which is
what a connection that is watched has to know. A new version of uvicorn is therefore read against this file; the tests in
`tests/load` use every line of it against a real server, and one checks that none of our other files reaches in as well.
"""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import suppress
from typing import cast

import uvicorn
from uvicorn._types import ASGI3Application
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle
from uvicorn.server import ServerState

_TICKS_A_SECOND = 10


class UvicornState(ServerState):
    """The shared state of a process's connections."""

    @property
    def everyone(self) -> Collection[object]:
        """Every connection that is open."""
        return self.connections


class UvicornConnection(HttpToolsProtocol):
    """One connection. Uvicorn calls a request and its answer a cycle; requests that came too early wait in a pipeline.

    Its `transport`, `loop` and `server_state` are used as they are.
    """

    _is_head_whole = False
    _under_way: RequestResponseCycle | None = None

    def _start_asgi_task(self, cycle: RequestResponseCycle, app: ASGI3Application) -> None:
        self._under_way = cycle
        super()._start_asgi_task(cycle, app)

    def connection_lost(self, exc: Exception | None) -> None:
        # Uvicorn tells only the request that came last that its client is gone. The one that is being answered, which another
        # has followed, would write to a connection that is no more.
        super().connection_lost(exc)
        if self._under_way is not None and not self._under_way.response_complete:
            self._under_way.disconnected = True
            self._under_way.message_event.set()

    def on_message_begin(self) -> None:
        self._is_head_whole = False
        super().on_message_begin()

    def on_header(self, name: bytes, value: bytes) -> None:
        # The parser calls this for the trailers of a chunked body too. They come past every proxy that looks at heads, and
        # after the request has been taken in hand, so nothing that they say may count: RFC 9110 §6.5.1.
        if not self._is_head_whole:
            self.header_came(len(name) + len(value))
            super().on_header(name, value)

    def on_headers_complete(self) -> None:
        self._is_head_whole = True
        super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        self.body_came(len(body))
        super().on_body(body)

    def on_response_complete(self) -> None:
        super().on_response_complete()
        self.answered()

    def send_400_response(self, _message: str) -> None:
        self.refuse_unreadable()

    def header_came(self, size: int) -> None:
        """Called for each header before it is kept. If it raises, `refuse_unreadable` is called and nothing more is read."""

    def body_came(self, size: int) -> None:
        """Called for each piece of a body."""

    def answered(self) -> None:
        """Called when an answer is whole."""

    def refuse_unreadable(self) -> None:
        """Called if the received bytes are no HTTP."""

    @property
    def request(self) -> object:
        """The last request, as an identity to compare with; None before the first."""
        return self.cycle

    @property
    def is_answering(self) -> bool:
        """Whether a request has come that is not answered yet."""
        return self.cycle is not None and not self.cycle.response_complete

    @property
    def is_request_whole(self) -> bool:
        """Whether a request has come to its end and is not answered yet."""
        cycle = self.cycle
        return cycle is not None and not cycle.more_body and not cycle.response_complete

    @property
    def is_answer_begun(self) -> bool:
        """Whether the answer to the last request is on its way."""
        return self.cycle is not None and self.cycle.response_started

    @property
    def waits_for_next(self) -> bool:
        """Whether the last request is answered and nothing of another has come."""
        cycle = self.cycle
        return cycle is not None and cycle.response_complete and self.timeout_keep_alive_task is not None

    @property
    def waits_for_body(self) -> bool:
        """Whether a body is read that has not come to its end."""
        return self.is_answering and self.cycle.more_body and not self.flow.read_paused

    @property
    def unwritten_bytes(self) -> int:
        """How many bytes of an answer were announced and are not yet written."""
        return self.cycle.expected_content_length if self.cycle is not None else 0

    @property
    def pipelined(self) -> int:
        """How many requests came before those before them were answered."""
        return len(self.pipeline)

    def scope_has(self, name: str) -> bool:
        """Whether the application put something by that name into the scope of the last request."""
        return name in self.scope

    def give_up_request(self) -> None:
        """Let the application find its client gone."""
        self.cycle.disconnected = True
        self.cycle.message_event.set()

    def pause_reading(self) -> None:
        """Take nothing of what the client sends for a while."""
        self.flow.pause_reading()

    def resume_reading(self) -> None:
        """Take what the client sends again."""
        self.flow.resume_reading()

    def stop_idle_timer(self) -> None:
        """Do not close the connection for being idle."""
        self._unset_keepalive_if_required()

    def close_after_answer(self) -> None:
        """Have the answer under way carry `connection: close`, if its head is not yet sent."""
        last = self.pipeline[0][0] if self.pipeline else self.cycle
        if last is not None and not last.response_started:
            last.keep_alive = False


class UvicornServer(uvicorn.Server):
    """The server of a process. Also its `startup` and `shutdown` are overridden, and `force_exit` is looked at."""

    async def on_tick(self, counter: int) -> bool:
        if counter % _TICKS_A_SECOND == 0:
            self.a_second_passed()
        return await super().on_tick(counter)

    def a_second_passed(self) -> None:
        """Called once a second."""

    @property
    def application_state(self) -> dict[str, object]:
        """The `state` of every request's scope."""
        return cast("dict[str, object]", self.lifespan.state)

    async def stop_accepting(self, sockets: Iterable[socket.socket]) -> None:
        """Leave new connections to the other processes that listen, and serve those that wait in the queue.

        The kernel resets connections of the queue when the last process closes the socket.
        """
        queued = [connection for listening in sockets for connection in _accept_queued(listening)]
        for server in self.servers:
            server.close()
        for listening in sockets:
            listening.close()
        for connection in queued:
            await asyncio.get_running_loop().connect_accepted_socket(self._connection, connection)

    def _connection(self) -> asyncio.Protocol:
        make = cast("Callable[..., asyncio.Protocol]", self.config.http_protocol_class)
        return make(config=self.config, server_state=self.server_state, app_state=self.lifespan.state)

    def close_after_answers(self) -> None:
        """Have every answer from now on say that its connection closes."""
        state = self.server_state
        state.default_headers = [*state.default_headers, (b"connection", b"close")]

    @property
    def is_quiet(self) -> bool:
        """Whether there is neither a connection nor a request."""
        return not self.server_state.connections and not self.server_state.tasks

    def cancel_requests(self) -> None:
        """Let no request go on."""
        for task in self.server_state.tasks:
            task.cancel()

    async def end_application(self) -> None:
        """Tell the application that the process ends, and wait for it."""
        await self.lifespan.shutdown()


def _accept_queued(listening: socket.socket) -> Iterator[socket.socket]:
    listening.setblocking(False)
    with suppress(BlockingIOError):
        while True:
            connection, _ = listening.accept()
            connection.setblocking(False)
            yield connection
