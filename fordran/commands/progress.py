"""Progress on standard error: a bar for the person at a terminal, of which nothing is left afterwards; elsewhere a line now
and then, so that a log shows that something moves."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Event, Thread
from typing import TYPE_CHECKING

from fordran import clock
from fordran.commands.options import say

if TYPE_CHECKING:
    from pathlib import Path

    from rich.progress import TaskID

LINE_SECONDS = 10.0
"""The longest silence where there is no terminal."""
LOOK_SECONDS = 0.5
MEGABYTE = 1_000_000

Tell = Callable[[int, int], None]
"""Called with the number that have passed, and the total; 0 if the total is unknown."""
TellOf = Callable[[str, int, int], None]
"""The same for one thing among several, with its name."""


@contextmanager
def passing(total: int, what: str = "days") -> Iterator[Tell]:
    """A bar of days, or of something else, and what to tell it: how many have passed, and of how many."""
    with passing_several() as tell:
        tell(what, 0, total)
        yield lambda passed, total: tell(what, passed, total)


@contextmanager
def passing_several() -> Iterator[TellOf]:
    """A bar for each reported thing, for as long as it is not done."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    console = Console(stderr=True)
    if not console.is_terminal:
        yield lines()
        return
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*columns, console=console, transient=True) as progress:
        tasks: dict[str, TaskID] = {}

        def tell(what: str, passed: int, total: int) -> None:
            if what not in tasks:
                tasks[what] = progress.add_task(what, total=total or None)
            is_done = 0 < total <= passed
            progress.update(tasks[what], completed=passed, total=total or None, visible=not is_done)

        yield tell


def lines(seconds: float = LINE_SECONDS) -> TellOf:
    """Says a line when so many seconds have passed since the last one."""
    reported_at = clock.monotonic()

    def tell(what: str, passed: int, total: int) -> None:
        nonlocal reported_at
        if clock.monotonic() - reported_at >= seconds:
            reported_at = clock.monotonic()
            say(f"{what}: {passed} of {total}" if total else f"{what}: {passed}")

    return tell


def counting(tell: Tell, total: int) -> Callable[[int], None]:
    """For what says only how many more have passed: what counts them, and tells."""
    passed = 0

    def count(more: int) -> None:
        nonlocal passed
        passed += more
        tell(passed, total)

    return count


@contextmanager
def watched(what: str, look: Callable[[], int]) -> Iterator[None]:
    """Progress of work that cannot report it: twice a second this looks how far it has come."""
    is_done = Event()
    with passing(0, what) as tell:

        def watch() -> None:
            while not is_done.wait(LOOK_SECONDS):
                tell(look(), 0)

        watcher = Thread(target=watch, daemon=True)
        watcher.start()
        try:
            yield
        finally:
            is_done.set()
            watcher.join()


@contextmanager
def ticking(what: str) -> Iterator[None]:
    """Progress of what is one question to the database: the seconds that it has taken."""
    began = clock.monotonic()
    with watched(f"{what}, seconds", lambda: int(clock.monotonic() - began)):
        yield


def megabytes(file: Path) -> int:
    """How much has been written of a file; 0 where it is not there yet."""
    return file.stat().st_size // MEGABYTE if file.exists() else 0
