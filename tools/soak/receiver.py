"""A receiver of webhooks, which is slow, fails and hangs up now and then, and believes nothing without its signature."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from dataclasses import dataclass, field
from random import Random

import orjson
from standardwebhooks import Webhook, WebhookVerificationError

from tools.soak.counts import Counts

FAILS, HANGS_UP, IS_SLOW = 0.01, 0.005, 0.02
SLOW_SECONDS = 2.0


@dataclass
class Hook:
    """What came for one webhook, in the order in which it was first accepted."""

    webhook: str = ""
    secret: str = ""
    accepted: dict[str, str | None] = field(default_factory=dict)
    """Event → its case."""


class Receiver:
    """Listens on a port of its own; each account's events come on a path of its own."""

    def __init__(self, chance: Random, counts: Counts) -> None:
        self.chance = chance
        self.counts = counts
        self.misbehaves = False
        self.hooks: dict[str, Hook] = {}
        self._server: asyncio.Server | None = None

    async def open(self) -> None:
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", 0)

    async def close(self) -> None:
        if self._server is not None:
            self._server.close()
        await asyncio.sleep(0)

    def url_of(self, account: str) -> str:
        assert self._server is not None
        return f"http://127.0.0.1:{self._server.sockets[0].getsockname()[1]}/{account}"

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError, EOFError):
            while True:
                head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
                first, *lines = head.strip().split("\r\n")
                headers = {name.lower(): value for name, _, value in (line.partition(": ") for line in lines)}
                body = await reader.readexactly(int(headers.get("content-length", 0)))
                if not await self._take(first.split()[1].strip("/"), headers, body, writer):
                    break
        writer.transport.abort()

    async def _take(self, account: str, headers: dict[str, str], body: bytes, writer: asyncio.StreamWriter) -> bool:
        """Take a delivery, or not; whether the connection may be used again."""
        self.counts.clients["deliveries"] += 1
        drawn = self.chance.random() if self.misbehaves else 1.0
        if drawn < FAILS:
            writer.write(b"HTTP/1.1 500 Internal Server Error\r\ncontent-length: 0\r\n\r\n")
            await writer.drain()
            return True
        if drawn < FAILS + IS_SLOW:
            await asyncio.sleep(self.chance.uniform(0, SLOW_SECONDS))
        hook = self.hooks[account]
        try:
            Webhook(hook.secret).verify(body, headers)
        except WebhookVerificationError as wrong:
            self.counts.other(f"a delivery to {account} has a wrong signature: {wrong} {headers}")
        said = orjson.loads(body)
        if said["data"]["event"] != headers["webhook-id"]:
            self.counts.other(f"a delivery is called {headers['webhook-id']} and is of {said['data']['event']}")
        hook.accepted.setdefault(said["data"]["event"], said["data"].get("case"))
        if drawn > 1 - HANGS_UP and self.misbehaves:
            return False
        writer.write(b"HTTP/1.1 204 No Content\r\n\r\n")
        await writer.drain()
        return True
