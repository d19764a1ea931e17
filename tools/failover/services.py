"""Two machines with `fordran serve`, each with a data folder of its own: one knows all hosts, the other asks the pooler."""

from __future__ import annotations

import time
from dataclasses import dataclass
from pathlib import Path

from tools.failover.cluster import Cluster
from tools.harness.machine import DidNotStart, Machine, serve
from tools.harness.processes import children


@dataclass
class Service:
    """One `serve`, and which of its processes ran when it was ready."""

    name: str
    machine: Machine
    began_with: set[int]

    @property
    def where(self) -> str:
        return self.machine.url

    def restarts(self) -> list[str]:
        """The differences to the processes at the start, if it or one of them ended."""
        process = self.machine.running
        if process.poll() is not None:
            return [f"{self.name} ended with {process.returncode}"]
        now = _processes(self.machine)
        return [] if now == self.began_with else [f"{self.name} had the processes {self.began_with}, and has {now}"]

    def close(self) -> None:
        self.machine.stop()


def start_services(cluster: Cluster) -> list[Service]:
    """Both, one after the other: the first brings the schema."""
    media = cluster.folder / "media"
    media.mkdir()
    told = {
        "hosts": {"database_url": cluster.by_hosts},
        "pooler": {"database_url": cluster.by_pooler, "direct_database_url": cluster.by_hosts},
    }
    return [_start(cluster.folder, name, media, settings) for name, settings in told.items()]


def _start(folder: Path, name: str, media: Path, settings: dict[str, str]) -> Service:
    data = folder / name
    data.mkdir(mode=0o700)
    # Machines that serve from one database share the files.
    (data / "media").symlink_to(media)
    lines = [f'{setting} = "{value}"' for setting, value in settings.items()]
    lines += ["rate_limit_per_second = 0", "sandbox = true", "workers = 2", 'log_level = "warning"']
    (data / "fordran.toml").write_text("\n".join(lines) + "\n")
    machine = serve(data)
    machine.start()
    try:
        machine.wait_until_ready()
    except DidNotStart:
        machine.running.kill()
        raise
    time.sleep(1)  # until the worker beside it has been started, too
    return Service(name, machine, _processes(machine))


def _processes(machine: Machine) -> set[int]:
    pid = machine.running.pid
    return children(pid, "api_process") | children(pid, "worker")
