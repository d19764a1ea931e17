"""Standard error that never ends the work: output that cannot be written is dropped, and the work goes on.

It may be on a full disk, its reader may be gone, or it may be closed from the start.
"""

import io
import os
import sys

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


def keep_standard_error_steady() -> None:
    """Let all further output of the process go through a stream that raises nothing."""
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
