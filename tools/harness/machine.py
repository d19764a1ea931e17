"""A process of an installation, such as a `serve` or a worker: started, waited for, stopped, and started again where it was."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

import httpx

from fordran import clock
from fordran.commands.listener import healthy
from fordran.store.embedded.cluster import free_port

FORDRAN = (sys.executable, "-m", "fordran")
ROOT = Path(__file__).parents[2]
START_SECONDS, END_SECONDS = 240.0, 40.0
_LOOK_SECONDS = 0.1


class DidNotStart(Exception):
    """A service ended, or never answered; the message is the end of its log."""


def environment(extra: Mapping[str, str] | None = None) -> dict[str, str]:
    """Ours, without settings that a developer may have in it, and with compiled modules kept, as on any machine."""
    left_out = ("FORDRAN_", "PG", "PYTHONDONTWRITEBYTECODE")
    kept = {name: value for name, value in os.environ.items() if not name.startswith(left_out)}
    return kept | dict(extra or {})


def python_path(program: Path) -> str:
    """Modules of a program come before those that this process finds by its environment."""
    return os.pathsep.join(filter(None, [str(program), os.environ.get("PYTHONPATH", "")]))


def any_port() -> int:
    """A free port, which a process keeps over its restarts."""
    found = free_port(0)
    assert found is not None, "any port will do"
    return found


@dataclass
class Machine:
    """A process in a session of its own, with its log in its folder."""

    folder: Path
    command: tuple[str, ...]
    port: int = field(default_factory=any_port)
    extra: Mapping[str, str] = field(default_factory=dict)
    """Variables of its environment."""
    program: Path = ROOT
    """The folder of the program that it runs."""
    process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def running(self) -> subprocess.Popen[bytes]:
        """The process, which was started."""
        assert self.process is not None
        return self.process

    @property
    def log(self) -> Path:
        return self.folder / f"{self.command[3] if self.command[:3] == FORDRAN else 'process'}.log"

    def client(self, token: str | None = None) -> httpx.AsyncClient:
        """A client that asks this machine and no other."""
        headers = {} if token is None else {"x-api-key": token}
        return httpx.AsyncClient(base_url=self.url, headers=headers, timeout=60, trust_env=False)

    def start(self) -> None:
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                self.command,
                cwd=self.program,
                env=environment({"PYTHONPATH": python_path(self.program), **self.extra}),
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )

    def wait_until_ready(self, path: str = "/ready") -> None:
        """Wait until it answers, or raise what it said last."""
        until = clock.monotonic() + START_SECONDS
        while not healthy(self.url, path):
            if self.running.poll() is not None or clock.monotonic() > until:
                raise DidNotStart(self.log.read_text(errors="replace")[-2000:])
            clock.sleep(_LOOK_SECONDS)

    async def until_ready(self) -> None:
        """The same, beside other tasks."""
        await asyncio.to_thread(self.wait_until_ready)

    def stop(self) -> int:
        """Tell it to stop, as whatever runs services on a machine does, and kill it if it does not; its exit code."""
        self.running.terminate()
        try:
            return self.running.wait(END_SECONDS)
        except subprocess.TimeoutExpired:
            self.running.kill()
            return self.running.wait(END_SECONDS)


def serve(data: Path, *options: str, **given: object) -> Machine:
    """A `fordran serve` of a data folder, not started yet."""
    made = Machine(data, (), **given)  # type: ignore[arg-type]
    made.command = (*FORDRAN, "serve", "--port", str(made.port), "--data", str(data), *options)
    return made
