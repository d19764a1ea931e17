"""The wire between the service and PostgreSQL: it carries everything, and breaks where it hurts most.

Where a client says COMMIT, the wire may break before the server hears it, as the server hears it, or after the server has
done it and before the client is told. At other moments it breaks wherever it happens to be.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from random import Random

from tools.soak.counts import Counts

COMMIT = re.compile(rb"Q.{4}commit;?\0", re.DOTALL | re.IGNORECASE)
"""A message of the protocol that says COMMIT and nothing else."""
CHANCE = 0.06
"""How often a commit has trouble."""
BLOCK = 65536


@dataclass(eq=False)
class _Link:
    client: asyncio.StreamWriter
    server: asyncio.StreamWriter
    is_silent: bool = False
    """Whether the next thing that the server says is not to be told any more."""

    def cut(self) -> None:
        self.client.transport.abort()
        self.server.transport.abort()


class DatabaseWire:
    """Listens on a port of its own, and leads to wherever the server is just then."""

    def __init__(
        self, find_port: Callable[[], int | None], chance: Random, counts: Counts, host: str = "127.0.0.1"
    ) -> None:
        self.host = host
        self.find_port = find_port
        self.chance = chance
        self.counts = counts
        self.breaks = False
        self.port = 0
        self._links: set[_Link] = set()
        self._server: asyncio.Server | None = None

    async def open(self) -> None:
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        self.port = self._server.sockets[0].getsockname()[1]

    async def close(self) -> None:
        if self._server is not None:
            self._server.close()
        for link in [*self._links]:
            link.cut()
        await asyncio.sleep(0)

    def cut_one(self) -> None:
        """Cut a connection, whatever it does just now."""
        if self._links:
            self.counts.cuts["database, any moment"] += 1
            self.chance.choice([*self._links]).cut()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        port = self.find_port()
        try:
            if port is None:
                raise ConnectionRefusedError
            server_reader, server_writer = await asyncio.open_connection(self.host, port)
        except OSError:
            writer.transport.abort()
            return
        link = _Link(writer, server_writer)
        self._links.add(link)
        try:
            with suppress(OSError):
                await asyncio.gather(self._say(reader, link), self._answer(server_reader, link))
        finally:
            self._links.discard(link)
            link.cut()

    async def _say(self, reader: asyncio.StreamReader, link: _Link) -> None:
        while said := await reader.read(BLOCK):
            if self.breaks and COMMIT.search(said) and self.chance.random() < CHANCE:
                when = self.chance.choice(("before a commit", "amid a commit", "after a commit"))
                self.counts.cuts[f"database, {when}"] += 1
                if when != "before a commit":
                    link.server.write(said)
                    await link.server.drain()
                if when == "after a commit":
                    link.is_silent = True
                    continue
                link.cut()
                return
            link.server.write(said)
            await link.server.drain()
        link.server.close()

    async def _answer(self, reader: asyncio.StreamReader, link: _Link) -> None:
        while said := await reader.read(BLOCK):
            if link.is_silent:
                link.cut()
                return
            link.client.write(said)
            await link.client.drain()
        link.client.close()
