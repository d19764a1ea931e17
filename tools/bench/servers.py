"""The processes that are measured: the service as `fordran serve` runs it, and the bare application."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

import httpx

from fordran.commands.listener import listener
from fordran.settings import Settings
from tools.harness.machine import DidNotStart
from tools.harness.processes import memory_bytes

SERVICE, BARE = "fordran.commands.api_process", "tools.bench.bare"
START_SECONDS = 30


@dataclass(frozen=True)
class Server:
    """Processes that answer on one port."""

    name: str
    port: int
    pids: tuple[int, ...]

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def memory_mb(self) -> list[float]:
        """What each process holds in memory (its resident set)."""
        return [memory_bytes(pid) / 2**20 for pid in self.pids]


@contextmanager
def running(name: str, arguments: Sequence[str], settings: Settings, folder: Path) -> Iterator[Server]:
    """Serve with a module and its arguments until the block ends. What the processes log goes to a file, as in operation."""
    processes = []
    with listener("127.0.0.1", 0) as taken, (folder / f"{name}.log").open("wb") as log:
        try:
            for _ in range(settings.workers):
                processes.append(
                    subprocess.Popen(
                        [sys.executable, "-m", arguments[0], str(taken.fileno()), *arguments[1:]],
                        env={**os.environ, **settings.environment()},
                        stdin=subprocess.PIPE,
                        stderr=log,
                        pass_fds=(taken.fileno(),),
                        start_new_session=True,
                    )
                )
            server = Server(name, taken.getsockname()[1], tuple(process.pid for process in processes))
            _wait_for(server, processes, folder / f"{name}.log")
            yield server
        finally:
            for process in processes:
                process.terminate()
            for process in processes:
                process.wait()
                assert process.stdin is not None
                process.stdin.close()


def _wait_for(server: Server, processes: list[subprocess.Popen[bytes]], log: Path) -> None:
    """Until it answers. The socket listens from the first moment, so an early request waits rather than fails."""
    until = time.monotonic() + START_SECONDS
    while time.monotonic() < until and all(process.poll() is None for process in processes):
        with suppress(httpx.TransportError):
            httpx.get(server.url + "/health", timeout=0.5).raise_for_status()
            return
    raise DidNotStart(f"{server.name} did not start:\n{log.read_text(errors='replace')}")
