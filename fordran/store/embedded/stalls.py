"""Stalls: a server that is about to start, and does not get on.

Seen where a disk was full while PostgreSQL recovered from a crash: the process that recovers waits for a checkpoint that the
process for checkpoints knows nothing of, until the next one is due by the clock, five minutes later. Meanwhile nobody is let
in. Neither of the two uses any of a processor then, as both do while there is something to recover or to write, however long
that takes. Who sees it stops the server at once, and starts it again.

The processes are found in /proc. Where there is none, nothing is seen.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from fordran import clock

STALLED_SECONDS = 15.0
"""So long a recovery may use nothing of a processor. PostgreSQL's longest pause of its own is five seconds."""
_LOOK_EVERY_SECONDS = 2.0
_PROC = Path("/proc")
_STARTS = "startup"
_WORK = (_STARTS, "checkpointer", "io worker")


class _Child(NamedTuple):
    pid: int
    name: str
    ticks: int


class _Done(NamedTuple):
    """Progress by process: a process that replaces another has made progress, whatever it has used."""

    starts: int
    ticks: int


@dataclass
class StallWatch:
    """Looks at a server now and then, and knows since when it has not got on."""

    seconds: float = STALLED_SECONDS
    _looks_next: float = 0.0
    _seen: _Done | None = None
    _since: float = 0.0

    def is_stalled(self, postmaster: int) -> bool:
        """Whether the server has been starting, or recovering, for so long without doing anything."""
        now = clock.monotonic()
        if now < self._looks_next:
            return False
        self._looks_next = now + min(_LOOK_EVERY_SECONDS, self.seconds / 4)
        done = _done(postmaster)
        if done is None or done != self._seen:
            self._seen, self._since = done, now
            return False
        return now - self._since >= self.seconds


def _done(postmaster: int) -> _Done | None:
    """The processor time used by processes that start a server; None if none of them is starting it."""
    children = list(_children(postmaster))
    for child in children:
        if child.name.startswith(_STARTS):
            return _Done(child.pid, sum(other.ticks for other in children if other.name.startswith(_WORK)))
    return None


def _children(parent: int) -> Iterator[_Child]:
    for folder in _PROC.glob("[0-9]*"):
        try:
            # The second field is a name in brackets, which may have anything in it.
            fields = (folder / "stat").read_text().rpartition(")")[2].split()
            if int(fields[1]) != parent:
                continue
            title = (folder / "cmdline").read_bytes().rstrip(b"\0").decode(errors="replace")
        except (OSError, IndexError):
            continue  # it has ended meanwhile
        yield _Child(int(folder.name), title.removeprefix("postgres: "), int(fields[11]) + int(fields[12]))
