"""How a process of ours runs: standard error that never ends its work, signals that end it once, and its memory."""

from __future__ import annotations

import ctypes
import gc
import io
import os
import signal
import sys
import threading
from types import FrameType
from typing import TYPE_CHECKING

from fordran import clock

if TYPE_CHECKING:
    import asyncio


STANDARD_ERROR = 2


class _Steady(io.RawIOBase):
    """Writes to a file as far as that can be done."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor

    def writable(self) -> bool:
        return True

    def fileno(self) -> int:
        return self._descriptor

    def isatty(self) -> bool:
        return os.isatty(self._descriptor)

    def write(self, data: bytes, /) -> int:  # type: ignore[override]
        left = memoryview(data)
        try:
            while left:
                left = left[os.write(self._descriptor, left) :]
        except OSError:
            return len(data)  # nobody is left to read it
        return len(data)


def make_files_private() -> None:
    """Let only their owner read the files that the process makes, also those that libraries make."""
    os.umask(os.umask(0) | 0o077)


def keep_standard_error_steady() -> None:
    """Let all further output of the process go through a stream that raises nothing.

    Standard error may be on a full disk, its reader may be gone, or it may be closed from the start.
    """
    try:
        os.fstat(STANDARD_ERROR)
    except OSError:
        # Closed from the start. Its number must not become another file's, which would get all the output.
        nowhere = os.open(os.devnull, os.O_WRONLY)
        if nowhere != STANDARD_ERROR:
            os.dup2(nowhere, STANDARD_ERROR)
            os.close(nowhere)
        os.set_inheritable(STANDARD_ERROR, True)
    sys.stderr = io.TextIOWrapper(
        io.BufferedWriter(_Steady(STANDARD_ERROR), 1 << 16),
        encoding="utf-8",
        errors="backslashreplace",
        line_buffering=True,
    )


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


# Python looks after every 700 new objects, and an invoice of ten lines makes more than that: a sixth of its time was looking.
# Hardly any of our objects refer to themselves, so that little is ever found.
_NEW_OBJECTS = 5_000
# Left to itself, glibc takes the first large piece that is freed as a sign to keep such pieces, up to 32 MB each: what a body of
# ten megabytes needed stays.
_LARGE_BYTES = 512 * 1024
_FREE_AT_THE_END_BYTES = 4 * 1024 * 1024
_M_TRIM_THRESHOLD, _M_MMAP_THRESHOLD = -1, -3
# Nor does it give back what is free between pieces in use, of which printing and hostile bodies leave 100 to 200 MB.
_SECONDS = 60.0


def settle_memory() -> None:
    """To be called once, when the process is ready: what is there by then is never looked at again."""
    _give_back_what_is_free()
    gc.collect()
    gc.freeze()
    gc.set_threshold(_NEW_OBJECTS, 10, 10)


def _give_back_what_is_free() -> None:
    """Large pieces at once, the rest every minute. Where the allocator is not glibc's, it is left as it is."""
    libc = ctypes.CDLL(None)
    if not hasattr(libc, "mallopt") or not hasattr(libc, "malloc_trim"):
        return
    libc.mallopt(_M_MMAP_THRESHOLD, _LARGE_BYTES)
    libc.mallopt(_M_TRIM_THRESHOLD, _FREE_AT_THE_END_BYTES)

    def every_minute() -> None:
        while True:
            clock.sleep(_SECONDS)
            libc.malloc_trim(0)

    threading.Thread(target=every_minute, name="memory", daemon=True).start()
