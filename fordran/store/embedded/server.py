"""The embedded PostgreSQL: started by the first command that needs it, stopped by the last.

Two locks in the data folder keep commands from pulling the server from under each other. A user of the server
holds `postgres.users` shared; a process that starts or stops it holds `postgres.starting` alone meanwhile. The last user
is the one that gets `postgres.users` alone. The kernel drops a lock with its process: a kill -9 leaves none behind.
"""

import fcntl
import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TextIO

from fordran import clock
from fordran.safe_names import keep_private, make_folder
from fordran.store.embedded.cluster import ROLE, password
from fordran.store.embedded.process import Say, StartFailed, halt, launch, postmaster, shut_down
from fordran.store.embedded.stalls import StallWatch
from fordran.store.embedded.user import ServerUser, take_over

_FIRST_WAIT_SECONDS, _LONGEST_WAIT_SECONDS = 1.0, 5.0
"""Nothing works without it, and what keeps it from starting, such as a full disk, may pass at any moment."""


@dataclass
class EmbeddedServer:
    """A running embedded server that this process uses until `stop`."""

    url: str
    data: Path
    _users: TextIO
    _user: ServerUser
    _fast: bool
    # The server, where this process started it.
    _process: subprocess.Popen[str] | None
    _watch: StallWatch = field(default_factory=StallWatch)

    def alive(self) -> bool:
        """Whether it runs. One that hangs in its recovery from a crash is stopped, so that it can be started again."""
        running = postmaster(self.data / "postgres")
        if running is None or not self._watch.is_stalled(running.pid):
            return running is not None
        halt(self.data / "postgres", self._process)
        self._watch = StallWatch()
        return False

    def revive(self, say: Say) -> None:
        """Start the server again if it has died under us, however often that takes; `url` changes where another has
        taken the port."""
        wait_seconds = _FIRST_WAIT_SECONDS
        while True:
            try:
                with _alone(self.data / "postgres.starting"):
                    self.url = _url(self.data, self._started_again(say))
                return
            except (StartFailed, OSError) as failed:
                # The obstacle to its start, a full disk or somebody who killed it once more, may pass. Files that cannot
                # be written for want of room are such trouble too.
                say(f"{failed} Trying again in {wait_seconds:.0f} s.")
                clock.sleep(wait_seconds)
                wait_seconds = min(_LONGEST_WAIT_SECONDS, 2 * wait_seconds)

    def _started_again(self, say: Say) -> int:
        """The port of the server, which is started unless it runs."""
        running = postmaster(self.data / "postgres")
        if running is not None:
            return running.port
        if self._process is not None:
            # It has released everything, and is about to be gone for its parent, too.
            self._process.wait()
        port, self._process = launch(self.data, self._user, fast=self._fast, say=say)
        return port

    def stop(self) -> bool:
        """Stop using the server. Returns whether that stopped it: another command may be using it still."""
        if self._users.closed:
            return False
        with _alone(self.data / "postgres.starting"), self._users:
            last = _lock(self._users, fcntl.LOCK_EX | fcntl.LOCK_NB)
            if last:
                shut_down(self.data / "postgres", self._process)
            elif self._process is not None:
                # The last user will stop it; for us it counts as ended, which keeps Popen from complaining of it.
                self._process.returncode = 0
            return last


def start(folder: Path, *, fast: bool = False, say: Say = lambda _: None) -> EmbeddedServer:
    """Use the embedded server of a data folder, starting it unless it runs, and however long its recovery takes.

    `fast` gives up durability for speed, for tests. `say` gets a message every few seconds while the start waits.
    """
    data = folder.resolve()
    make_data_folder(data)
    home = data / "postgres"
    with _alone(data / "postgres.starting"):
        users = _open(data / "postgres.users")
        try:
            first = _lock(users, fcntl.LOCK_EX | fcntl.LOCK_NB)
            _lock(users, fcntl.LOCK_SH)
            home.mkdir(mode=0o700, exist_ok=True)
            user = take_over(home)
            running = postmaster(home)
            if running is not None and first:
                say("PostgreSQL was left running by a fordran that was killed; restarting it.")
                shut_down(home, None)
                running = None
            if running is None:
                port, process = launch(data, user, fast=fast, say=say)
            else:
                port, process = running.port, None
        except BaseException:
            users.close()
            raise
    return EmbeddedServer(_url(data, port), data, users, user, fast, process)


@contextmanager
def server(folder: Path, *, fast: bool = False, say: Say = lambda _: None) -> Iterator[str]:
    """The URL of the folder's embedded server, for as long as the block lasts."""
    running = start(folder, fast=fast, say=say)
    try:
        yield running.url
    finally:
        running.stop()


def make_data_folder(data: Path) -> None:
    """Make the data folder, or close it to others where it is open to them."""
    make_folder(data)
    keep_private(data)


def _url(data: Path, port: int) -> str:
    return f"postgresql://{ROLE}:{password(data)}@127.0.0.1:{port}/{ROLE}"


def _open(path: Path) -> TextIO:
    return os.fdopen(os.open(path, os.O_RDWR | os.O_CREAT, 0o600), "r+")


def _lock(file: TextIO, how: int) -> bool:
    try:
        fcntl.flock(file, how)
    except BlockingIOError:
        return False
    return True


@contextmanager
def _alone(path: Path) -> Iterator[None]:
    with _open(path) as file:
        _lock(file, fcntl.LOCK_EX)
        yield
