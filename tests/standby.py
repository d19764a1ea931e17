"""An embedded PostgreSQL with a standby that streams from it, and that can be made to lag, to hang and to die."""

from __future__ import annotations

import os
import signal
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

from fordran.store.embedded import server as embedded
from fordran.store.embedded.cluster import free_port
from fordran.store.embedded.user import ServerUser, binary, popen, take_over

_SECONDS_TO_START, _SECONDS_TO_END = 30.0, 20.0


@dataclass
class Standby:
    """A standby and the server that it follows."""

    primary_url: str
    """The URL of the database of the server that takes the writes."""
    url: str
    """The same of the standby."""
    folder: Path
    process: subprocess.Popen[str]
    user: ServerUser

    def lag(self, delay: str) -> None:
        """Have it replay each commit that much later than it was made; "0" has it catch up."""
        with (self.folder / "postgresql.auto.conf").open("a") as settings:
            settings.write(f"recovery_min_apply_delay = '{delay}'\n")
        self._tell(signal.SIGHUP, [self.process.pid])

    @contextmanager
    def hung(self) -> Iterator[None]:
        """It takes connections, as its kernel does for it, and answers nothing."""
        everyone = self._processes()
        self._tell(signal.SIGSTOP, everyone)
        try:
            yield
        finally:
            self._tell(signal.SIGCONT, everyone)

    def promote(self) -> None:
        """Make it a server of its own, on a timeline of its own."""
        promoting = popen(self.user, [binary("pg_ctl"), "promote", "-D", self.folder], self.folder)
        said, _ = promoting.communicate(timeout=_SECONDS_TO_START)
        assert promoting.returncode == 0, said

    def kill(self) -> None:
        """Have it gone at once."""
        if self.process.poll() is None:
            self._tell(signal.SIGKILL, self._processes())
            self.process.wait(_SECONDS_TO_END)

    def _processes(self) -> list[int]:
        children = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text().split()
        return [self.process.pid, *map(int, children)]

    @staticmethod
    def _tell(number: signal.Signals, pids: list[int]) -> None:
        for pid in pids:
            try:
                os.kill(pid, number)
            except ProcessLookupError:
                continue


@contextmanager
def standby(folder: Path) -> Iterator[Standby]:
    """A server of its own in the folder, whose writes are flushed before they are acknowledged, and its standby."""
    first = embedded.start(folder, fast=True)
    user = take_over(folder / "postgres")
    first.stop()
    home = folder / "postgres"
    with (home / "data" / "postgresql.conf").open("a") as settings:
        settings.write("synchronous_commit = 'on'\n")
    single = popen(user, [binary("postgres"), "--single", "-D", home / "data", "-F", "postgres"], home)
    said, _ = single.communicate("alter role fordran replication\n", timeout=_SECONDS_TO_START)
    assert "ERROR" not in said, said
    primary = embedded.start(folder, fast=True)
    try:
        started = _start(primary.url, home, user)
        try:
            yield started
        finally:
            started.kill()
    finally:
        primary.stop()


def _start(primary_url: str, home: Path, user: ServerUser) -> Standby:
    copied = home / "standby"
    copying = popen(user, [binary("pg_basebackup"), "-d", primary_url, "-D", copied, "-R", "-c", "fast", "-N"], home)
    said, _ = copying.communicate(timeout=_SECONDS_TO_START)
    assert copying.returncode == 0, said
    port = free_port(0)
    command = [binary("postgres"), "-D", copied, "-c", f"port={port}", "-c", "wal_receiver_status_interval=1"]
    with (home / "standby.log").open("w") as log:
        process = popen(user, command, home, output=log)
    parts = urlsplit(primary_url)
    url = parts._replace(netloc=f"{parts.username}:{parts.password}@127.0.0.1:{port}").geturl()
    made = Standby(primary_url, url, copied, process, user)
    until = time.monotonic() + _SECONDS_TO_START
    while subprocess.run([binary("pg_isready"), "-q", "-d", url], check=False, timeout=10).returncode != 0:
        assert process.poll() is None, (home / "standby.log").read_text()
        assert time.monotonic() < until, "the standby does not answer"
        time.sleep(0.05)
    return made
