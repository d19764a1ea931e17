"""The variants with parts of Starlette's, in turn: `python -m bench.starlette_turns FD`.

One process serves them in turn, some requests each, and notes what time of its core they took. So the rest of the machine, which
comes and goes, is the same for all of them.
"""

from __future__ import annotations

import socket
import sys
import time
from typing import Any

import orjson

from bench.starlette_variants import VARIANTS, variant
from fordran import logs
from fordran.api.http.request import Receive, Send
from fordran.api.server.connection import Connection, State
from fordran.api.server.server import Server
from fordran.commands.api_process import server_config
from fordran.commands.children import stop_with_parent
from fordran.commands.memory import settle_memory
from fordran.settings import Settings

TURN = 100
"""How many requests a variant answers before it is the next one's turn."""


class InTurn:
    """The variants in turn. What each took is told at `/turns`, in microseconds of a core a request, turn by turn."""

    def __init__(self, settings: Settings) -> None:
        self.made = [variant(name, settings) for name in VARIANTS]
        self.turns: list[list[float]] = []
        self.asked = 0
        self.began = 0

    async def __call__(self, scope: dict[str, Any], receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self.live(receive, send)
        elif scope["path"] == "/turns":
            await self.tell(send)
        else:
            await self.next()(scope, receive, send)

    def next(self) -> Any:
        """The variant whose turn it is."""
        place, rest = divmod(self.asked, TURN)
        if rest == 0:
            now = time.thread_time_ns()
            if place:
                self.turns[-1].append((now - self.began) / 1000 / TURN)
            if place % len(VARIANTS) == 0:
                self.turns.append([])
            self.began = now
        self.asked += 1
        return self.made[place % len(VARIANTS)][1]

    async def tell(self, send: Send) -> None:
        """Tell the rounds that are whole, and forget them."""
        whole = [turn for turn in self.turns if len(turn) == len(VARIANTS)]
        self.turns, self.asked = [], 0
        body = orjson.dumps(whole)
        head = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
        await send({"type": "http.response.start", "status": 200, "headers": head})
        await send({"type": "http.response.body", "body": body})

    async def live(self, receive: Receive, send: Send) -> None:
        """Start and end with the process."""
        await receive()
        for api, _ in self.made:
            await api.database.open()
        await send({"type": "lifespan.startup.complete"})
        await receive()
        for api, _ in self.made:
            await api.readings.close()
            await api.database.close()
        await send({"type": "lifespan.shutdown.complete"})


def main() -> None:
    """Serve the variants as `fordran serve` runs the service."""
    settings = Settings.load()
    logs.set_up(settings.log_level)
    stop_with_parent()
    config = server_config(InTurn(settings), Connection)
    server = Server(config, State(settings.max_connections, settings.client_seconds, settings.keep_alive_seconds))
    settle_memory()
    server.run(sockets=[socket.socket(fileno=int(sys.argv[1]))])


if __name__ == "__main__":
    main()
