"""Machines of one installation, each a process with a data folder of its own, and the proxy of `deploy/` before two of them."""

from __future__ import annotations

import asyncio
import os
import shutil
import subprocess
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import httpx

from fordran import clock
from fordran.commands.listener import healthy
from fordran.store.embedded.cluster import free_port
from tests.commands.running import FORDRAN, ROOT, environment

HAPROXY = shutil.which("haproxy", path=f"{os.environ['PATH']}:/usr/sbin")
START_SECONDS, END_SECONDS = 90.0, 30.0


def _a_port() -> int:
    found = free_port(0)
    assert found is not None, "any port will do"
    return found


@dataclass
class Machine:
    """A process, which can be stopped and started again where it was."""

    folder: Path
    command: tuple[str, ...]
    port: int = field(default_factory=_a_port)
    told: Mapping[str, str] = field(default_factory=dict)
    process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def client(self, token: str | None = None) -> httpx.AsyncClient:
        """A client that asks this machine and no other."""
        headers = {} if token is None else {"x-api-key": token}
        return httpx.AsyncClient(base_url=self.url, headers=headers, timeout=60, trust_env=False)

    def start(self) -> None:
        with (self.folder / "said").open("ab") as said:
            self.process = subprocess.Popen(
                self.command,
                cwd=ROOT,
                env=environment(self.told),
                stdin=subprocess.DEVNULL,
                stdout=said,
                stderr=said,
                start_new_session=True,
            )

    async def until_ready(self) -> None:
        """Until it answers that it is ready; fails where it does not in time."""
        until = clock.monotonic() + START_SECONDS
        while not await asyncio.to_thread(healthy, self.url, "/ready"):
            said = (self.folder / "said").read_text()[-2000:]
            assert self.process is not None
            assert self.process.poll() is None, said
            assert clock.monotonic() < until, said
            await asyncio.sleep(0.1)

    def stop(self) -> int:
        """Tell it to stop, as whatever runs services on a machine does; its exit code."""
        assert self.process is not None
        self.process.terminate()
        try:
            return self.process.wait(END_SECONDS)
        finally:
            if self.process.poll() is None:
                self.process.kill()
                self.process.wait(END_SECONDS)


@dataclass
class Machines:
    """Two services, a worker that is none of theirs, and the proxy that clients know."""

    one: Machine
    two: Machine
    worker: Machine
    proxy: Machine


@contextmanager
def running(folder: Path, settings: Mapping[str, object]) -> Iterator[Machines]:
    """All of them started, with the same settings; all stopped in the end. Who needs one to be ready waits for it."""
    assert HAPROXY is not None
    one, two = (_machine(folder / name, settings) for name in ("one", "two"))
    worker = _machine(folder / "worker", settings, "worker")
    told = {"FORDRAN_ONE": f"127.0.0.1:{one.port}", "FORDRAN_TWO": f"127.0.0.1:{two.port}"}
    proxy = Machine(folder, (HAPROXY, "-db", "-f", str(ROOT / "deploy" / "haproxy.cfg")))
    proxy.told = told | {"FORDRAN_BIND": f"127.0.0.1:{proxy.port}"}
    with ExitStack() as stack:
        for machine in (one, two, worker, proxy):
            machine.start()
            stack.callback(lambda machine=machine: machine.process.poll() is None and machine.stop())
        yield Machines(one, two, worker, proxy)


def _machine(folder: Path, settings: Mapping[str, object], command: str = "serve") -> Machine:
    folder.mkdir(mode=0o700)
    lines = [f"{name} = {_written(value)}" for name, value in settings.items()]
    (folder / "fordran.toml").write_text("\n".join([*lines, ""]))
    made = Machine(folder, ())
    where = ("--port", str(made.port)) if command == "serve" else ()
    made.command = (*FORDRAN, command, "--data", str(folder), *where)
    return made


def _written(value: object) -> str:
    return str(value).lower() if isinstance(value, bool | int) else repr(value).replace("'", '"')
