"""A wire between us and the database, which a test can cut or have fall silent."""

from __future__ import annotations

import asyncio
from urllib.parse import urlsplit


class Wire:
    """What lies between us and the database: it can be cut, and it can stop carrying anything without being cut."""

    def __init__(self, url: str) -> None:
        self.there = urlsplit(url)
        self.carries = asyncio.Event()
        self.carries.set()
        self._tasks: set[asyncio.Task[None]] = set()

    async def open(self) -> str:
        """The address to connect to instead."""
        self.server = await asyncio.start_server(self._join, "127.0.0.1", 0)
        port = self.server.sockets[0].getsockname()[1]
        return self.there._replace(netloc=f"{self.there.username}:{self.there.password}@127.0.0.1:{port}").geturl()

    async def _join(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        far_reader, far_writer = await asyncio.open_connection(self.there.hostname, self.there.port)
        for source, target in ((reader, far_writer), (far_reader, writer)):
            task = asyncio.create_task(self._carry(source, target))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _carry(self, source: asyncio.StreamReader, target: asyncio.StreamWriter) -> None:
        try:
            while data := await source.read(65536):
                await self.carries.wait()
                target.write(data)
        except OSError:
            pass
        finally:
            target.transport.abort()

    async def cut(self) -> None:
        """Cut every connection."""
        for task in [*self._tasks]:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def close(self) -> None:
        self.server.close()
        await self.cut()
