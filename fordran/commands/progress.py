"""Progress on standard error: a bar for the person at a terminal, of which nothing is left afterwards; elsewhere a line now
and then, so that a log shows that something moves."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from fordran import clock
from fordran.commands.options import say

LINE_SECONDS = 10.0
"""How long nothing is said where there is no terminal."""

Tell = Callable[[int, int], None]
"""Told how many have passed, and of how many."""


@contextmanager
def passing(total: int, what: str = "days") -> Iterator[Tell]:
    """A bar of days, or of something else, and what to tell it: how many have passed, and of how many."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    console = Console(stderr=True)
    if not console.is_terminal:
        yield lines_of(what)
        return
    with Progress(*columns, console=console, transient=True) as progress:
        task = progress.add_task(what, total=total)
        yield lambda passed, total: progress.update(task, completed=passed, total=total)


def lines_of(what: str, seconds: float = LINE_SECONDS) -> Tell:
    """Says a line when so many seconds have passed since the last one."""
    said = clock.monotonic()

    def tell(passed: int, total: int) -> None:
        nonlocal said
        if clock.monotonic() - said >= seconds:
            said = clock.monotonic()
            say(f"{what}: {passed} of {total}" if total else f"{what}: {passed}")

    return tell
