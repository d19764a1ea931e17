"""The server process of the embedded PostgreSQL: finding it, starting it, waiting for it, stopping it."""

import atexit
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from fordran import clock
from fordran.store.embedded import log_filter
from fordran.store.embedded.cluster import free_port, last_port, make_files, password, write_settings
from fordran.store.embedded.log_filter import LOG
from fordran.store.embedded.stalls import StallWatch
from fordran.store.embedded.user import EmbeddedTrouble, ServerUser, binary, popen

Say = Callable[[str], None]
SECONDS_BETWEEN_LINES = 4.0
SECONDS_FOR_LEFT_OVERS = 60.0
SECONDS_FOR_STOPPING = 30.0
_STILL_SECONDS = 2.0
"""So long a server that is to stop may recover without getting on. Nothing is lost by stopping it at once."""
_SECONDS_BETWEEN_LOOKS = 0.02
_SECONDS_FOR_OLD_PORT = 5.0
_SECONDS_FOR_THE_LOG = 10.0


class StartFailed(EmbeddedTrouble):
    """PostgreSQL ended instead of starting."""


@dataclass(frozen=True)
class Postmaster:
    """A running server, by its own `postmaster.pid`."""

    pid: int
    port: int
    ready: bool


def postmaster(home: Path) -> Postmaster | None:
    """The server that runs on the folder, ready or not."""
    try:
        lines = (home / "data" / "postmaster.pid").read_text().splitlines()
        found = Postmaster(int(lines[0]), int(lines[3]), ready=len(lines) > 7 and lines[7].strip() == "ready")
    except (FileNotFoundError, IndexError, ValueError):
        return None
    return found if _serves(found.pid, home / "data") else None


def launch(data: Path, user: ServerUser, *, fast: bool, say: Say) -> tuple[int, subprocess.Popen[str]]:
    """Start the server and wait until it answers. Returns its port and its process."""
    home = data / "postgres"
    make_files(home, user, password(data), fast=fast)
    unclean = (home / "data" / "postmaster.pid").exists()
    _disown_lock_file(home)
    log = home / LOG
    began = clock.monotonic()
    ports = _ports(home, patience_seconds=_SECONDS_FOR_OLD_PORT if unclean else 0)
    port = next(ports)
    while True:
        write_settings(home, user, fast=fast, port=port)
        log_from = log.stat().st_size if log.exists() else 0
        process = _start(home, user, began, say, unclean=unclean)
        if process is not None:
            return port, process
        _await_log()
        with log.open(errors="replace") as file:
            file.seek(log_from)
            output = file.read()
        if "could not bind" in output:
            port = next(ports)
        elif "still in use" in output and clock.monotonic() - began < SECONDS_FOR_LEFT_OVERS:
            say("PostgreSQL waits for the processes of a killed server to end.")
            clock.sleep(1)
        else:
            raise StartFailed(f"PostgreSQL did not start: {_reason(output)} Its log is {log}.")


def shut_down(home: Path, process: subprocess.Popen[str] | None) -> None:
    """Stop the server and wait: open transactions are rolled back, everything is written to disk.

    `process` is the server if it is our child process, and then has to be waited for as one. A server that gets a stop signal
    while it recovers from a crash may never stop: it then gets an immediate stop, and recovers at its next start.
    """
    if process is not None and process.poll() is None:
        process.send_signal(signal.SIGINT)
        _await_end(process.pid, lambda: process.poll() is not None)
        return
    running = postmaster(home)
    if running is not None:
        _tell(running.pid, signal.SIGINT)
        _await_end(running.pid, lambda: postmaster(home) is None)
        with suppress(ChildProcessError):
            os.waitpid(running.pid, os.WNOHANG)


def _await_end(pid: int, has_ended: Callable[[], bool]) -> None:
    """Wait for a server to stop; one that hangs in its recovery, or takes too long, gets the signal again."""
    until, watch = clock.monotonic() + SECONDS_FOR_STOPPING, StallWatch(_STILL_SECONDS)
    while not has_ended():
        if clock.monotonic() > until or watch.is_stalled(pid):
            _tell(pid, signal.SIGQUIT)
        clock.sleep(_SECONDS_BETWEEN_LOOKS)


def halt(home: Path, process: subprocess.Popen[str] | None) -> None:
    """Stop a server that does not get on, at once: it recovers at its next start."""
    running = postmaster(home)
    if running is not None:
        _tell(running.pid, signal.SIGQUIT)
    if process is not None:
        # A process that waits for a disk that does not answer cannot be ended. It is looked for again later.
        with suppress(subprocess.TimeoutExpired):
            process.wait(SECONDS_FOR_STOPPING)


def _tell(pid: int, number: signal.Signals) -> None:
    with suppress(ProcessLookupError):
        os.kill(pid, number)


def _ports(home: Path, *, patience_seconds: float) -> Iterator[int]:
    """The port of the last start, waited for if processes of a killed server may hold it still; then others."""
    last = last_port(home)
    if last is not None:
        until = clock.monotonic() + patience_seconds
        while (port := free_port(last)) is None and clock.monotonic() < until:
            clock.sleep(_SECONDS_BETWEEN_LOOKS)
        if port is not None:
            yield port
    for _ in range(3):
        port = free_port(0)
        if port is not None:
            yield port
    raise StartFailed("No port is free on 127.0.0.1 for the embedded PostgreSQL.")


def _start(home: Path, user: ServerUser, began: float, say: Say, *, unclean: bool) -> subprocess.Popen[str] | None:
    """Start the server and wait until it is ready, or None if it ends instead."""
    doing = "recovering after an unclean stop" if unclean else "starting"
    with _log_of(home) as log:
        process = popen(user, [binary("postgres"), "-D", home / "data"], home, output=log)
    next_line, watch = began + SECONDS_BETWEEN_LINES, StallWatch()
    try:
        while process.poll() is None:
            running = postmaster(home)
            if running is not None and running.pid == process.pid and running.ready:
                return process
            if clock.monotonic() >= next_line:
                next_line += SECONDS_BETWEEN_LINES
                say(f"PostgreSQL is {doing}; {clock.monotonic() - began:.0f} s so far.")
            if watch.is_stalled(process.pid):
                raise StartFailed("PostgreSQL did not start: it stood still amid its recovery.")
            clock.sleep(_SECONDS_BETWEEN_LOOKS)
    except StartFailed:
        halt(home, process)
        raise
    except BaseException:
        shut_down(home, process)
        raise
    if process.returncode < 0:
        raise StartFailed(f"PostgreSQL did not start: it was ended by {signal.Signals(-process.returncode).name}.")
    return None


_filters: list[subprocess.Popen[bytes]] = []
"""The processes that write logs of servers that this process started."""


@atexit.register
def _leave_filters() -> None:
    """Those that still run end with their servers, which another command uses; Popen would complain of them."""
    for writer in _filters:
        if writer.poll() is None:
            writer.returncode = 0


def _log_of(home: Path) -> IO[bytes]:
    """Where the server in a folder writes its messages: to a process that writes the log, and ends with the server."""
    _filters[:] = [earlier for earlier in _filters if earlier.poll() is None]
    # Of the folder it is told as its current one alone: it may outlive us by a moment.
    writer = subprocess.Popen(  # noqa: S603
        [sys.executable, "-P", "-m", log_filter.__name__],
        cwd=home,
        env={"PATH": os.environ.get("PATH", "/usr/bin:/bin")},
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    _filters.append(writer)
    assert writer.stdin is not None
    return writer.stdin


def _await_log() -> None:
    """Wait until the log has all messages of a server that has ended."""
    with suppress(subprocess.TimeoutExpired):
        _filters[-1].wait(_SECONDS_FOR_THE_LOG)


def _serves(pid: int, folder: Path) -> bool:
    """Whether a process is the PostgreSQL of the folder, and not a later process that was given the same number."""
    if Path("/proc/self").exists():
        try:
            command = Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
        except OSError:
            return False
    else:
        arguments = ["/bin/ps", "-o", "command=", "-p", str(pid)]
        command = subprocess.run(arguments, capture_output=True, text=True, check=False).stdout  # noqa: S603
    return f"postgres -D {folder}" in command


def _disown_lock_file(home: Path) -> None:
    """Let a new server pass the lock file of a killed one, whose number another process may have by now.

    PostgreSQL refuses to start while any process has that number, and ignores its parent's, which is ours. The file
    stays otherwise: it also leads PostgreSQL to the memory of the killed server, which must be out of use.
    """
    lock_file = home / "data" / "postmaster.pid"
    if lock_file.exists():
        _, newline, rest = lock_file.read_text().partition("\n")
        if newline:
            lock_file.write_text(f"{os.getpid()}\n{rest}")
        else:
            # A power cut can leave it empty, and PostgreSQL refuses that too.
            lock_file.unlink()


def _reason(log: str) -> str:
    for line in reversed(log.splitlines()):
        for mark in ("FATAL:", "PANIC:"):
            if mark in line:
                return line.split(mark, 1)[1].strip().rstrip(".") + "."
    return "it gave no reason."
