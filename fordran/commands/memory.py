"""How a process that runs for long treats its memory: it seldom looks for garbage, and gives back what is free."""

from __future__ import annotations

import ctypes
import gc
import threading

from fordran import clock

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
