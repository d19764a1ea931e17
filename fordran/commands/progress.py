"""Progress on standard error, for the person at the terminal; nothing is left of it afterwards."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn


@contextmanager
def passing(total: int, what: str = "days") -> Iterator[Callable[[int, int], None]]:
    """A bar of days, or of something else, and what to tell it: how many have passed, and of how many."""
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    console = Console(stderr=True)
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as progress:
        task = progress.add_task(what, total=total)
        yield lambda passed, total: progress.update(task, completed=passed, total=total)
