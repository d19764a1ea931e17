"""What a trial stands on: an installation of its own, a client that may do everything, and the service as it is run."""

from __future__ import annotations

import asyncio
import resource
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

from fordran.settings import Settings
from fordran.store.connections.database import connect
from tools.harness.database import new_database, operator_token, prepare
from tools.harness.machine import ROOT, serve


@dataclass(frozen=True)
class Installation:
    """A database, a token that opens it, and an account to make users in."""

    settings: Settings
    token: str

    def get(self, path: str, more: str = "") -> bytes:
        return f"GET {path} HTTP/1.1\r\nhost: x\r\nx-api-key: {self.token}\r\n{more}\r\n".encode()

    def post(self, path: str, body: bytes) -> bytes:
        head = f"POST {path} HTTP/1.1\r\nhost: x\r\nx-api-key: {self.token}\r\ncontent-type: application/json\r\n"
        return f"{head}content-length: {len(body)}\r\n\r\n".encode() + body

    async def count(self, table: str) -> int:
        """How many rows a table has."""
        connection = await connect(self.settings.database_url or "")
        try:
            return int(await connection.fetchval(f"select count(*) from {table}"))
        finally:
            await connection.close()


@dataclass(frozen=True)
class Ground:
    """What all trials share."""

    database_url: str
    folder: Path
    connections: int
    seconds: float
    minutes: float
    per_second: float
    before: str

    def installation(self, name: str, *, prepared: bool = True) -> Installation:
        """A new one. One that is not prepared has an empty database, for a version that brings its own schema."""
        return asyncio.run(self._make(name, prepared))

    async def _make(self, name: str, prepared: bool) -> Installation:
        url = await new_database(self.database_url, f"load_{name}")
        data = self.folder / name
        data.mkdir()
        settings = replace(Settings(), data=data, database_url=url, rate_limit_per_second=0, log_level="error")
        if not prepared:
            return Installation(settings, "")
        await prepare(url)
        return Installation(settings, await operator_token(url, "load"))


@contextmanager
def serving(settings: Settings, folder: Path = ROOT) -> Iterator[tuple[int, int]]:
    """`fordran serve` of the program in a folder: its process and port, once it answers."""
    machine = serve(settings.data, extra=settings.environment(), program=folder)
    machine.start()
    try:
        machine.wait_until_ready("/health")
        yield machine.running.pid, machine.port
    finally:
        machine.stop()


def allow_many_files() -> None:
    """Let this process open as many connections as it can be allowed."""
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
