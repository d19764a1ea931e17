"""The place: two `fordran serve` and further workers on one database, and how to find the processes to kill.

The first `serve` has the embedded PostgreSQL, on a small disk, and starts it again when it is killed. The second and the workers
reach it over the wire that breaks. Every process that is killed here was started here, or by one that was: a database that was
there before, such as a cluster's, is reached over the wire by all of them and never killed.
"""

from __future__ import annotations

import asyncio
import os
import shutil
import signal
import time
from collections.abc import Collection, Sequence
from contextlib import suppress
from pathlib import Path
from random import Random
from urllib.parse import urlsplit

from fordran.commands.listener import healthy
from fordran.store.embedded.cluster import ROLE, password
from fordran.store.embedded.process import postmaster
from tools.harness.machine import FORDRAN, any_port, environment
from tools.harness.processes import is_backend, processes, server_of
from tools.soak.counts import Counts
from tools.soak.database_wire import DatabaseWire
from tools.soak.disk import SmallDisk

API, WORKER = "fordran.commands.api_process", "fordran.commands.worker"
START_SECONDS, STOP_SECONDS, AGAIN_SECONDS, LOOK_SECONDS = 120.0, 60.0, 0.5, 0.2
MOST_SECONDS = 480.0
"""How long a service may take to start, however often it is tried."""


class NeverReady(Exception):
    """A service that ought to start does not."""


class Place:
    """Everything that runs. `api_processes` are of each `serve`."""

    def __init__(
        self,
        folder: Path,
        api_processes: int,
        workers: int,
        chance: Random,
        counts: Counts,
        database_url: str | None = None,
        nodes: Sequence[Path] = (),
    ) -> None:
        self.folder = folder
        self.data = folder / "first"
        self.disk = SmallDisk(self.data)
        self.api_processes = api_processes
        self.workers = workers
        self.counts = counts
        self.elsewhere = database_url
        """The database, where it is not the first service's own."""
        self.nodes = nodes
        """Data folders of its servers on this machine that may be killed."""
        host = urlsplit(database_url).hostname if database_url else None
        self.wire = DatabaseWire(self._database_port, chance, counts, host or "127.0.0.1")
        self.ports = [any_port(), any_port()]
        self._serves: dict[int, asyncio.subprocess.Process] = {}
        self._workers: set[asyncio.subprocess.Process] = set()
        self._keepers: list[asyncio.Task[None]] = []

    # Starting and stopping ----------------------------------------------------------------------------------------------------

    async def open(self) -> None:
        """Start everything, and wait until it answers."""
        await self.wire.open()
        await self.disk.open()
        self._keepers = [await self._keep_serve(0)]
        second = self.folder / "second"
        second.mkdir()
        (self.data / "media").mkdir(exist_ok=True)
        # Machines that serve from one database share the files.
        (second / "media").symlink_to(self.data / "media")
        # They have one key of debtors' codes, and one name.
        shutil.copy(self.data / "fordran.toml", second)
        self._keepers += [await self._keep_serve(1)]
        self._keepers += [asyncio.create_task(self._keep_worker()) for _ in range(self.workers)]

    async def _keep_serve(self, number: int) -> asyncio.Task[None]:
        """Start one of the two `serve`, and keep it running; one that ends without having been killed is found wrong."""
        await self._start_serve(number)

        async def keep() -> None:
            while True:
                code = await self._serves[number].wait()
                if code != -signal.SIGKILL:
                    self.counts.other(f"serve {number + 1} ended with {code}: {self._last_said(number)}")
                await self._start_serve(number)

        return asyncio.create_task(keep())

    async def _start_serve(self, number: int) -> None:
        """Start it as often as it takes until it says that it is ready: a database that is away keeps it from starting."""
        arguments = ["--port", self.ports[number], "--workers", self.api_processes, "--sandbox"]
        where = ["--data", self.data if number == 0 else self.folder / "second"]
        where += self._over_the_wire() if number or self.elsewhere else ()
        until = time.monotonic() + MOST_SECONDS
        while time.monotonic() < until:
            started = await self._start(f"serve-{number + 1}", "serve", *arguments, *where)
            self._serves[number] = started
            assert started.stdout is not None
            while line := await started.stdout.readline():
                if line.startswith(b"Docs:"):
                    return
            await started.wait()
            await asyncio.sleep(AGAIN_SECONDS)
        raise NeverReady(f"serve {number + 1} was not ready in {MOST_SECONDS:.0f} seconds: {self._last_said(number)}")

    def _last_said(self, number: int) -> str:
        return (self.folder / f"serve-{number + 1}.log").read_text()[-500:]

    async def close(self) -> None:
        """Stop everything in order, PostgreSQL last."""
        for keeper in self._keepers:
            keeper.cancel()
        for trouble in await asyncio.gather(*self._keepers, return_exceptions=True):
            if not isinstance(trouble, asyncio.CancelledError):
                self.counts.other(f"something could not be kept running: {trouble!r}")
        running = [*self._workers, *reversed(self._serves.values())]
        for process in running:
            with suppress(ProcessLookupError):
                process.terminate()
            try:
                await asyncio.wait_for(process.wait(), STOP_SECONDS)
            except TimeoutError:
                self.counts.other(f"process {process.pid} did not stop when told to")
                process.kill()
                await process.wait()
        await self.wire.close()
        await self.disk.close(keep=bool(self.counts.findings))

    async def _keep_worker(self) -> None:
        """Keep a further worker running, as whatever starts processes on a machine would."""
        while True:
            worker = await self._start("worker", "worker", "--data", self.data, *self._over_the_wire())
            self._workers.add(worker)
            await worker.wait()
            self._workers.discard(worker)
            await asyncio.sleep(AGAIN_SECONDS)

    async def _start(self, name: str, *arguments: object) -> asyncio.subprocess.Process:
        with (self.folder / f"{name}.log").open("ab") as log:
            return await asyncio.create_subprocess_exec(
                *FORDRAN,
                *map(str, arguments),
                env=environment(),
                stdin=asyncio.subprocess.DEVNULL,
                stdout=asyncio.subprocess.PIPE,
                stderr=log,
                start_new_session=True,
            )

    def _over_the_wire(self) -> tuple[str, str]:
        parts = urlsplit(self.database_url)
        user, at, _ = parts.netloc.rpartition("@")
        return "--database-url", parts._replace(netloc=f"{user}{at}127.0.0.1:{self.wire.port}").geturl()

    @property
    def options(self) -> list[str]:
        """What a command is told that is to find the database past the wire."""
        return ["--data", str(self.data), *(["--database-url", self.elsewhere] if self.elsewhere else [])]

    @property
    def database_url(self) -> str:
        """The database itself, for who sets things up and who checks."""
        if self.elsewhere:
            return self.elsewhere
        return f"postgresql://{ROLE}:{password(self.data)}@127.0.0.1:{self._database_port()}/{ROLE}"

    def _database_port(self) -> int | None:
        if self.elsewhere:
            return urlsplit(self.elsewhere).port or 5432
        running = postmaster(self.data / "postgres")
        return running.port if running is not None and running.ready else None

    @property
    def kinds(self) -> Collection[str]:
        """What there is to kill."""
        ours = ("api", "worker", "supervisor")
        if self.elsewhere:
            return (*ours, "backend") if self.nodes else ours
        return (*ours, "backend", "postmaster")

    # Killing ------------------------------------------------------------------------------------------------------------------

    async def kill(self, kind: str, chance: Random) -> None:
        """Kill one process of a kind with kill -9, as soon as there is one: it may be coming back just now."""
        until = time.monotonic() + START_SECONDS
        while not (victims := self.running(kind)):
            if time.monotonic() > until:
                self.counts.other(f"for {START_SECONDS:.0f} seconds there was no {kind} to kill")
                return
            await asyncio.sleep(LOOK_SECONDS)
        victim = chance.choice(victims)
        with suppress(ProcessLookupError):
            os.kill(victim, signal.SIGKILL)
            self.counts.killed(kind, time.monotonic())

    async def wait_until_ready(self, seconds: float) -> None:
        """Wait until every service answers, for so long at the most."""
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            if all([await asyncio.to_thread(healthy, f"http://127.0.0.1:{port}", "/ready") for port in self.ports]):
                return
            await asyncio.sleep(LOOK_SECONDS)

    def running(self, kind: str) -> list[int]:
        """The processes of a kind. `database` is every process of PostgreSQL."""
        serves = [serve.pid for serve in self._serves.values() if serve.returncode is None]
        database = postmaster(self.data / "postgres")
        if kind == "supervisor":
            return serves
        if kind == "postmaster":
            return [] if database is None else [database.pid]
        found = processes()
        if kind == "backend" and self.elsewhere:
            parts = urlsplit(self.elsewhere)
            servers = {server_of(node) for node in self.nodes}
            user, name = parts.username or "", parts.path.removeprefix("/")
            return [one.pid for one in found if one.parent in servers and is_backend(one, user, name)]
        if kind in ("backend", "database"):
            its = [] if database is None else [one for one in found if one.parent == database.pid]
            if kind == "backend":
                return [one.pid for one in its if is_backend(one)]
            return [*self.running("postmaster"), *(one.pid for one in its)]
        module = API if kind == "api" else WORKER
        children = [one.pid for one in found if one.parent in serves and module in one.command]
        return children + ([worker.pid for worker in self._workers] if kind == "worker" else [])
