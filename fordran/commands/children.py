"""The processes that `serve` keeps running: those that answer requests, and the worker.

A child's standard input is its lifeline: it closes when the parent ends in whatever way, a kill -9 included, and the
child then stops by itself.
"""

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field

from fordran import clock
from fordran.commands.options import say

STOP_SECONDS = 10.0
_STEADY_SECONDS = 30.0
_LONGEST_WAIT_SECONDS = 30.0


@dataclass
class Child:
    """A process that is started again, after a growing wait, whenever it ends."""

    name: str
    arguments: Sequence[str]
    environment: Mapping[str, str]
    pass_fds: tuple[int, ...] = ()
    process: subprocess.Popen[bytes] | None = None
    deaths: int = field(default=0)
    _started: float = 0.0
    _start_again: float = 0.0

    def start(self) -> None:
        self._started = clock.monotonic()
        self.process = subprocess.Popen(  # noqa: S603
            [sys.executable, "-m", *self.arguments],
            env={**os.environ, **self.environment},
            stdin=subprocess.PIPE,
            pass_fds=self.pass_fds,
            # Ctrl-C in the terminal is the parent's to hear; it then stops us in order.
            start_new_session=True,
        )

    def keep_running(self) -> None:
        """Start the process again if it has ended and has waited its turn."""
        now = clock.monotonic()
        if self.process is not None and self.process.poll() is not None:
            steady = now - self._started > _STEADY_SECONDS
            self.deaths = 1 if steady else self.deaths + 1
            wait = min(_LONGEST_WAIT_SECONDS, 0.25 * 2**self.deaths)
            self._start_again = now + wait
            say(f"{self.name} ended ({_how(self.process.returncode)}); starting it again in {wait:.1f} s.")
            self._forget()
        if self.process is None and now >= self._start_again:
            self.start()

    def ask_to_stop(self) -> None:
        if self.process is not None:
            self.process.terminate()

    def wait_until_stopped(self, until: float) -> None:
        if self.process is not None:
            try:
                self.process.wait(timeout=max(0.1, until - clock.monotonic()))
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()
            self._forget()

    def _forget(self) -> None:
        if self.process is not None and self.process.stdin is not None:
            self.process.stdin.close()
        self.process = None


def stop(children: Sequence[Child]) -> None:
    """Stop all of them: what has begun is answered, for ten seconds at most."""
    for child in children:
        child.ask_to_stop()
    # A little longer than the children give their own work, so that they end by themselves.
    until = clock.monotonic() + STOP_SECONDS + 2
    for child in children:
        child.wait_until_stopped(until)


def stop_with_parent() -> None:
    """In a child: stop, as if told to, when the parent is gone."""

    def wait_for_end() -> None:
        with suppress(OSError):
            while os.read(0, 1):
                pass
        os.kill(os.getpid(), signal.SIGTERM)
        clock.sleep(STOP_SECONDS + 2)
        os._exit(1)

    threading.Thread(target=wait_for_end, daemon=True, name="lifeline").start()


def _how(code: int) -> str:
    return f"exit code {code}" if code >= 0 else signal.Signals(-code).name
