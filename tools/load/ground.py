"""What a trial stands on: an installation of its own, a client that may do everything, and the service as it is run."""

from __future__ import annotations

import asyncio
import os
import resource
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

from fordran import clock
from fordran.actions.accounts.access_token import issue
from fordran.actions.accounts.add_client import add_client
from fordran.actions.accounts.install import install
from fordran.commands.listener import healthy
from fordran.settings import Settings
from fordran.store.connections.database import Database, connect
from fordran.store.embedded.cluster import free_port
from fordran.store.upkeep.migrate import migrate

ROOT = Path(__file__).parents[2]
START_SECONDS = 60
TOKEN_MINUTES = 24 * 60
"""Longer than any trial."""


class DidNotStart(Exception):
    """The service never answered."""


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
        own = await connect(self.database_url)
        await own.execute(f"create database load_{name}")
        await own.close()
        url = self.database_url.rpartition("/")[0] + f"/load_{name}"
        data = self.folder / name
        data.mkdir()
        settings = replace(Settings(), data=data, database_url=url, rate_limit_per_second=0, log_level="error")
        if not prepared:
            return Installation(settings, "")
        await migrate(url)
        database = Database(url, 1)
        async with database.transaction() as tx:
            await install(tx, sandbox=True, now=clock.now())
        await database.close()
        return Installation(settings, await token_for(url))


async def token_for(url: str) -> str:
    """A token of a new client of the operator's."""
    database = Database(url, 1)
    async with database.transaction() as tx:
        client = await add_client(tx, name="load", operator=True, networks=["127.0.0.1"], now=clock.now())
        key = await tx.fetchval("select token_key from installation")
    await database.close()
    return issue(client.user, key, clock.unix(), TOKEN_MINUTES)


@contextmanager
def serving(settings: Settings, folder: Path = ROOT) -> Iterator[tuple[subprocess.Popen[bytes], int]]:
    """`fordran serve` of the program in a folder: its process and port, once it answers."""
    port = free_port(0)
    assert port is not None, "any port will do"
    environment: Mapping[str, str] = {**os.environ, **settings.environment(), "PYTHONPATH": str(folder)}
    with (settings.data / "serve.log").open("wb") as log:
        process = subprocess.Popen(
            [sys.executable, "-m", "fordran", "serve", "--port", str(port)],
            cwd=folder,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
        )
        try:
            until = clock.monotonic() + START_SECONDS
            while not healthy(f"http://127.0.0.1:{port}"):
                if process.poll() is not None or clock.monotonic() > until:
                    raise DidNotStart((settings.data / "serve.log").read_text())
                clock.sleep(0.1)
            yield process, port
        finally:
            process.terminate()
            process.wait()


def children(process: subprocess.Popen[bytes], name: str) -> set[int]:
    """The processes that a `serve` has started which run a module of that name."""
    pids = Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()
    return {int(pid) for pid in pids if f"fordran.commands.{name}" in Path(f"/proc/{pid}/cmdline").read_text()}


def memory_bytes(pid: int) -> int:
    """What a process holds in memory (its resident set)."""
    return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * resource.getpagesize()


def processor_seconds(pid: int) -> float:
    """How much of a processor's time a process has used."""
    words = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(words[11]) + int(words[12])) / os.sysconf("SC_CLK_TCK")


def allow_many_files() -> None:
    """Let this process open as many connections as it can be allowed."""
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
