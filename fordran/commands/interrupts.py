"""Interrupts: SIGINT, SIGTERM and SIGHUP end a command from wherever it is, once, and are not forgotten."""

from __future__ import annotations

import signal
from types import FrameType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import asyncio

NUMBERS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
_received: list[int] = []


def hear_interrupts() -> None:
    """Let the first one unwind the command."""
    for number in NUMBERS:
        # A shell ignores SIGINT for what it runs in the background; we hear it all the same. nohup is obeyed.
        if number != signal.SIGHUP or signal.getsignal(number) != signal.SIG_IGN:
            signal.signal(number, _interrupt_once)


def set_on_signal(stop: asyncio.Event) -> None:
    """Have the next one set an event of the running loop instead; one that has come already sets it now."""
    # Read when a loop runs: what only asks for help need not wait for it.
    import asyncio

    for number in NUMBERS:
        asyncio.get_running_loop().add_signal_handler(number, stop.set)
    if was_interrupted():
        stop.set()


def was_interrupted() -> bool:
    """Whether a signal has come. A loop that runs until a stop signal asks this first: an exception that is raised amid
    an import or a callback of C may have been swallowed there."""
    return bool(_received)


def _interrupt_once(number: int, _frame: FrameType | None) -> None:
    """Unwind from wherever we are. What follows is the stopping, which is not to be interrupted halfway."""
    _received.append(number)
    for each in NUMBERS:
        signal.signal(each, signal.SIG_IGN)
    raise KeyboardInterrupt
