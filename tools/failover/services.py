"""Two machines with `fordran serve`, each with a data folder of its own: one knows all hosts, the other asks the pooler."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

from fordran.commands.listener import healthy
from tools.failover.cluster import Cluster, free_port
from tools.load.ground import children

START_SECONDS, END_SECONDS = 240.0, 40.0


class DidNotStart(Exception):
    """A service never answered."""


@dataclass
class Service:
    """One `serve`, and which of its processes ran when it was ready."""

    name: str
    data: Path
    port: int
    process: subprocess.Popen[bytes]
    began_with: set[int]

    @property
    def where(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def restarts(self) -> list[str]:
        """What of it does not run any longer, or was started since."""
        if self.process.poll() is not None:
            return [f"{self.name} ended with {self.process.returncode}"]
        now = _processes(self.process)
        return [] if now == self.began_with else [f"{self.name} had the processes {self.began_with}, and has {now}"]

    def close(self) -> None:
        self.process.terminate()
        try:
            self.process.wait(END_SECONDS)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait(END_SECONDS)


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
    port = free_port()
    environment = {key: value for key, value in os.environ.items() if not key.startswith(("FORDRAN_", "PG"))}
    with (folder / f"{name}.log").open("wb") as log:
        process = subprocess.Popen(
            [sys.executable, "-m", "fordran", "serve", "--port", str(port), "--data", str(data)],
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=log,
            start_new_session=True,
        )
    until = time.monotonic() + START_SECONDS
    while not healthy(f"http://127.0.0.1:{port}", "/ready"):
        if process.poll() is not None or time.monotonic() > until:
            process.kill()
            raise DidNotStart((folder / f"{name}.log").read_text()[-2000:])
        time.sleep(0.2)
    time.sleep(1)  # until the worker beside it has been started, too
    return Service(name, data, port, process, _processes(process))


def _processes(process: subprocess.Popen[bytes]) -> set[int]:
    return children(process, "api_process") | children(process, "worker")
