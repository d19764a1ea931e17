"""Seconds of processors, of Python and of PostgreSQL apart: what a busy machine changes least of all that can be measured."""

from __future__ import annotations

import os
import resource
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from fordran.store.embedded.process import postmaster

CORES = 2
"""For how many a rate is reckoned: both at work all the time, which a run on a shared machine never sees."""
_TICKS = os.sysconf("SC_CLK_TCK")
_PARENT, _OWN_TIMES, _TIMES = 1, slice(11, 13), slice(11, 15)
"""Where /proc/PID/stat has them after the name: own time, and with that of children which have ended."""


@dataclass
class Spent:
    """What some work took of processors."""

    python: float = 0.0
    postgresql: float = 0.0

    @property
    def whole(self) -> float:
        """Of both."""
        return self.python + self.postgresql

    def a_second(self, documents: int) -> float:
        """How many documents a second two processors would do that had nothing else to do."""
        return CORES * documents / self.whole

    def each(self, documents: int) -> dict[str, float]:
        """What a result shows of it: milliseconds for each document, and how many a second that would be."""
        return {
            "ms of Python": self.python / documents * 1000,
            "ms of PostgreSQL": self.postgresql / documents * 1000,
            f"a second of {CORES} cores": self.a_second(documents),
        }


@contextmanager
def spending(data: Path, pids: Sequence[int] = ()) -> Iterator[Spent]:
    """Measure what is spent within it by PostgreSQL in a data folder, and by processes: this one and its own, unless told."""
    spent = Spent()
    python, postgresql = _of_python(pids), _of_server(data)
    yield spent
    spent.python, spent.postgresql = _of_python(pids) - python, _of_server(data) - postgresql


def _of_python(pids: Sequence[int]) -> float:
    """Some processes that run; else this one and its children that have ended."""
    if pids:
        return sum(int(ticks) for pid in pids for ticks in _stat(pid)[_OWN_TIMES]) / _TICKS
    used = [resource.getrusage(whose) for whose in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(one.ru_utime + one.ru_stime for one in used)


def _of_server(data: Path) -> float:
    """The postmaster with its processes that have ended, and those that run."""
    server = postmaster(data / "postgres")
    assert server is not None, f"no PostgreSQL runs in {data}"
    ticks = sum(map(int, _stat(server.pid)[_TIMES]))
    for found in Path("/proc").glob("[0-9]*"):
        try:
            fields = _stat(int(found.name))
        except (FileNotFoundError, ProcessLookupError):
            continue  # it has ended, and its time is the postmaster's now
        if int(fields[_PARENT]) == server.pid:
            ticks += sum(map(int, fields[_OWN_TIMES]))
    return ticks / _TICKS


def _stat(pid: int) -> list[str]:
    """What /proc says of a process after its name, which may have spaces in it."""
    return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
