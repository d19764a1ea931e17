"""The HTTP server of one process: uvicorn's, which watches its connections, and leaves without failing a request.

A process that is to end first stops accepting; the listening socket is shared, so that the other processes on it take what
comes from then on. Behind a proxy, it first accepts and answers for `stop_delay_seconds` with 503 at `/ready`, until the proxy
sends nothing more. On connections that are open it goes on answering, and says with each answer that the connection closes.
One that is idle is closed after a while only, since a request may be on its way on it.
"""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Callable

import uvicorn

from fordran.api.http.request import IS_STOPPING
from fordran.api.server.connection import ConnectionState, connections_of
from fordran.api.server.uvicorn_inside import UvicornServer

# After a stop signal the whole service goes away; after a leave signal others have taken its place, and there is time.
STOP_IDLE_SECONDS = 2.0
LEAVE_IDLE_SECONDS = 30.0
LEAVE_SECONDS = 90.0
# Past this share of the connections that a process may hold, those that have been idle for longest make room.
CROWDED = 0.9


class HttpServer(UvicornServer):
    """A server that can stop, and can leave."""

    server_state: ConnectionState

    def __init__(
        self,
        config: uvicorn.Config,
        state: ConnectionState,
        when_ready: Callable[[], None] = lambda: None,
        *,
        stop_delay_seconds: float = 0.0,
    ) -> None:
        super().__init__(config)
        self.server_state = state
        self.when_ready = when_ready
        self.stop_delay_seconds = stop_delay_seconds
        self.is_leaving = False

    def leave(self, *_signal: object) -> None:
        """End in order, since others have taken over."""
        self.is_leaving = True
        self.should_exit = True

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self.when_ready()

    def a_second_passed(self) -> None:
        self.watch()

    def watch(self) -> None:
        """End connections whose clients have taken too long, and some that are idle where there are too many."""
        now = asyncio.get_running_loop().time()
        for connection in list(connections_of(self.server_state)):
            connection.watch(now)
        over = len(connections_of(self.server_state)) - int(self.server_state.max_connections * CROWDED)
        if over > 0:
            idle = [connection for connection in connections_of(self.server_state) if connection.stage == "idle"]
            for connection in sorted(idle, key=lambda one: one.since)[:over]:
                connection.transport.close()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self.close_after_answers()
        if self.stop_delay_seconds and not self.is_leaving:
            self.application_state[IS_STOPPING] = True
            await self._answer_until_proxies_know()
        await self.stop_accepting(sockets or ())
        for connection in connections_of(self.server_state):
            connection.close_after_answer()
        if not await self._all_ended():
            self.cancel_requests()
            for connection in list(connections_of(self.server_state)):
                connection.transport.abort()
            await asyncio.sleep(0)
        if not self.force_exit:
            await self.end_application()

    async def _answer_until_proxies_know(self) -> None:
        loop = asyncio.get_running_loop()
        until = loop.time() + self.stop_delay_seconds
        while not self.force_exit and (left := until - loop.time()) > 0:
            await asyncio.sleep(min(left, 1.0))
            self.watch()

    async def _all_ended(self) -> bool:
        """Whether every connection and request came to its end in time."""
        loop = asyncio.get_running_loop()
        began = loop.time()
        most = LEAVE_SECONDS if self.is_leaving else float(self.config.timeout_graceful_shutdown or 0)
        idle_seconds = LEAVE_IDLE_SECONDS if self.is_leaving else STOP_IDLE_SECONDS
        watched = began
        while True:
            # A connection that was accepted a moment ago is known only after this.
            await asyncio.sleep(0.05)
            now = loop.time()
            if self.is_quiet:
                return True
            if now - began > most or self.force_exit:
                return False
            if now - began > idle_seconds:
                self._close_idle()
            if now - watched > 1:
                watched = now
                self.watch()

    def _close_idle(self) -> None:
        for connection in list(connections_of(self.server_state)):
            if connection.is_idle:
                connection.transport.close()
