"""Machines of one installation, each a process with a data folder of its own, and the proxy of `deploy/` before two of them."""

from __future__ import annotations

import os
import shutil
import socket
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

from tools.harness.machine import FORDRAN, ROOT, Machine, serve

HAPROXY = shutil.which("haproxy", path=f"{os.environ['PATH']}:/usr/sbin")


@dataclass
class Machines:
    """Two services, a worker that is none of theirs, and the proxy that clients know."""

    one: Machine
    two: Machine
    worker: Machine
    proxy: Machine
    stats: Path
    """The socket where the proxy answers about itself."""

    def is_up(self, name: str) -> bool:
        """Whether the proxy sends requests to a service."""
        with socket.socket(socket.AF_UNIX) as asking:
            asking.connect(str(self.stats))
            asking.sendall(b"show stat\n")
            lines = asking.makefile().read().splitlines()
        return any(line.startswith(f"fordran,{name},") and ",UP," in line for line in lines)


@contextmanager
def running(folder: Path, settings: Mapping[str, object]) -> Iterator[Machines]:
    """All of them started, with the same settings; all stopped in the end. Who needs one to be ready waits for it."""
    assert HAPROXY is not None
    one, two = (_machine(folder / name, settings) for name in ("one", "two"))
    worker = _machine(folder / "worker", settings, "worker")
    told = {"FORDRAN_ONE": f"127.0.0.1:{one.port}", "FORDRAN_TWO": f"127.0.0.1:{two.port}"}
    stats, config = folder / "stats", folder / "stats.cfg"
    config.write_text(f"global\n    stats socket {stats}\n")
    proxy = Machine(folder, (HAPROXY, "-db", "-f", str(config), "-f", str(ROOT / "deploy" / "haproxy.cfg")))
    proxy.extra = told | {"FORDRAN_BIND": f"127.0.0.1:{proxy.port}"}
    with ExitStack() as stack:
        for machine in (one, two, worker, proxy):
            machine.start()
            stack.callback(lambda machine=machine: machine.process.poll() is None and machine.stop())
        yield Machines(one, two, worker, proxy, stats)


def _machine(folder: Path, settings: Mapping[str, object], command: str = "serve") -> Machine:
    folder.mkdir(mode=0o700)
    lines = [f"{name} = {_written(value)}" for name, value in settings.items()]
    (folder / "fordran.toml").write_text("\n".join([*lines, ""]))
    return serve(folder) if command == "serve" else Machine(folder, (*FORDRAN, command, "--data", str(folder)))


def _written(value: object) -> str:
    return str(value).lower() if isinstance(value, bool | int) else repr(value).replace("'", '"')
