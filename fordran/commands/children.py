"""The processes that `serve` keeps running: those that answer requests, and the worker.

A child's standard input is its lifeline: it closes when the parent ends in whatever way, a kill -9 included, and the
child then stops by itself.
"""

import os
import select
import signal
import subprocess
import sys
import threading
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from fordran import clock


def python() -> tuple[str, str]:
    """The interpreter of the program as it is installed now, and the option that keeps the current folder off its path.

    The program may have been started by a link that leads to a later version since (`/opt/fordran`). A process runs from
    the folder of its version, so that nothing changes under it. A module that somebody planted in the current folder
    is not ours to run.
    """
    started = Path(sys.argv[0])
    beside = started.resolve().with_name("python")
    is_installed = started.name == "fordran" and beside.exists()
    return (str(beside) if is_installed else sys.executable), "-P"


STOP_SECONDS = 10.0
READY_SECONDS = 60.0
LEAVE_SECONDS = 120.0
_STEADY_SECONDS = 30.0
_LONGEST_WAIT_SECONDS = 8.0
"""A start takes a second or two of a processor: often enough to be back soon, seldom enough to leave the others theirs."""


@dataclass
class Child:
    """A process that is started again whenever it ends: at once if it had become ready, else after a wait that grows."""

    name: str
    arguments: Sequence[str]
    environment: Mapping[str, str]
    pass_fds: tuple[int, ...] = ()
    says_ready: bool = False
    """Whether its last argument is a file to write to once it does its work."""
    is_waited_for: bool = True
    """Whether a restart goes on only once it does."""
    process: subprocess.Popen[bytes] | None = None
    deaths: int = 0
    """How often in a row it ended before it was ready."""
    refusals: int = 0
    """How often of those by itself, and not by a signal."""
    _leaving: list[tuple[float, subprocess.Popen[bytes]]] = field(default_factory=list)
    _ready: int | None = None
    _started: float = 0.0
    _start_again: float = 0.0
    _was_ready: bool = False

    def start(self) -> None:
        self._started, self._was_ready = clock.monotonic(), False
        arguments, pass_fds = [*self.arguments], self.pass_fds
        if self.says_ready:
            self._forget_readiness()
            self._ready, write_end = os.pipe()
            arguments.append(str(write_end))
            pass_fds = (*pass_fds, write_end)
        try:
            self.process = subprocess.Popen(  # noqa: S603
                [*python(), "-m", *arguments],
                env={**os.environ, **self.environment},
                stdin=subprocess.PIPE,
                pass_fds=pass_fds,
                # Ctrl-C in the terminal is the parent's to hear; it then stops us in order.
                start_new_session=True,
            )
        finally:
            if self.says_ready:
                os.close(write_end)

    def keep_running(self) -> None:
        """Start the process again if it has ended and has waited its turn."""
        now = clock.monotonic()
        if self.process is not None and self.process.poll() is not None:
            was_ready = self._had_become_ready(now)
            self.deaths = 0 if was_ready else self.deaths + 1
            # One that somebody killed says nothing of whether it could have started.
            self.refusals = 0 if was_ready else self.refusals + (self.process.returncode >= 0)
            wait = min(_LONGEST_WAIT_SECONDS, 0.25 * 2**self.deaths) if self.deaths else 0.0
            self._start_again = now + wait
            from fordran.commands.options import say  # late: it loads the command line parser

            say(f"{self.name} ended ({_how(self.process.returncode)}); starting it again {_in(wait)}.")
            self._forget()
        if self.process is None and now >= self._start_again:
            self.start()
        self._let_leave(now)

    def _had_become_ready(self, now: float) -> bool:
        """Whether the process that has ended did its work before: by its own word, or because it ran for long enough."""
        if now - self._started > _STEADY_SECONDS or self._was_ready:
            return True
        if self._ready is None:
            return False
        readable, _, _ = select.select([self._ready], [], [], 0)
        return bool(readable and os.read(self._ready, 1))

    def restart(self, environment: Mapping[str, str]) -> bool:
        """Have a new process take over, and the old one leave when it has; False, with all as before, where none would."""
        old, before = self.process, self.environment
        self.environment = environment
        self.start()
        if self.is_waited_for and not self._is_ready():
            if self.process is not None:
                _end(self.process)
            self.process, self.environment = old, before
            return False
        if old is not None:
            old.send_signal(signal.SIGHUP)
            self._leaving.append((clock.monotonic() + LEAVE_SECONDS, old))
        return True

    def _is_ready(self) -> bool:
        """Whether the process that was just started does its work; its end of the pipe closes when it ends."""
        if self._ready is None:
            return True
        readable, _, _ = select.select([self._ready], [], [], READY_SECONDS)
        ready = self._was_ready = bool(readable and os.read(self._ready, 1))
        self._forget_readiness()
        return ready

    def _let_leave(self, now: float) -> None:
        """Forget those that have left, and end those that do not."""
        for until, process in [*self._leaving]:
            if now > until or process.poll() is not None:
                _end(process)
                self._leaving.remove((until, process))

    def ask_to_stop(self) -> None:
        for process in [self.process, *(process for _, process in self._leaving)]:
            if process is not None:
                process.terminate()

    def wait_until_stopped(self, until: float) -> None:
        for process in [self.process, *(process for _, process in self._leaving)]:
            if process is not None:
                with suppress(subprocess.TimeoutExpired):
                    process.wait(timeout=max(0.1, until - clock.monotonic()))
                _end(process)
        self._leaving.clear()
        self._forget()

    def _forget(self) -> None:
        if self.process is not None and self.process.stdin is not None:
            self.process.stdin.close()
        self.process = None
        self._forget_readiness()

    def _forget_readiness(self) -> None:
        if self._ready is not None:
            os.close(self._ready)
            self._ready = None


def _end(process: subprocess.Popen[bytes]) -> None:
    """End a process that has not ended, and its lifeline."""
    if process.poll() is None:
        process.kill()
        process.wait()
    if process.stdin is not None:
        process.stdin.close()


def stop(children: Sequence[Child], delay_seconds: float = 0.0) -> None:
    """Stop all of them: requests under way are answered, for ten seconds at most after the delay."""
    for child in children:
        child.ask_to_stop()
    # A little longer than the children give their own work, so that they end by themselves.
    until = clock.monotonic() + delay_seconds + STOP_SECONDS + 2
    for child in children:
        child.wait_until_stopped(until)


def say_ready(place: int) -> None:
    """In a child: report to the parent that the work has begun. The file to report by is an argument of the process."""
    if len(sys.argv) > place:
        with suppress(BrokenPipeError):  # the parent has just ended, which the lifeline tells
            os.write(int(sys.argv[place]), b"!")
        os.close(int(sys.argv[place]))


def stop_with_parent(delay_seconds: float = 0.0) -> None:
    """In a child: stop, as after a stop signal, when the parent is gone."""

    def wait_for_end() -> None:
        with suppress(OSError):
            while os.read(0, 1):
                pass
        os.kill(os.getpid(), signal.SIGTERM)
        clock.sleep(delay_seconds + STOP_SECONDS + 2)
        os._exit(1)

    threading.Thread(target=wait_for_end, daemon=True, name="lifeline").start()


def _in(seconds: float) -> str:
    return f"in {seconds:.1f} s" if seconds else "now"


def _how(code: int) -> str:
    return f"exit code {code}" if code >= 0 else signal.Signals(-code).name
