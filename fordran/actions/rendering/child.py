"""The process that renders: it reads calls from its standard input and writes each result to its standard output.

It is started without the settings and secrets of the service. A call that takes too long or too much memory ends it.
"""

from __future__ import annotations

import io
import os
import pickle
import resource
import signal
import sys
from typing import IO, Any

HEAD = 8
"""Bytes before each message that give its length."""


def serve() -> None:
    """Answer calls until the standard input ends, which it does with the process that started this one."""
    most_bytes, most_output = int(sys.argv[1]), int(sys.argv[2])
    resource.setrlimit(resource.RLIMIT_AS, (most_bytes, most_bytes))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    # The parent decides when this process ends, also while the service is being stopped.
    for ignored in (signal.SIGINT, signal.SIGTERM):
        signal.signal(ignored, signal.SIG_IGN)
    calls, results = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # whatever else writes to the standard output must not be read as a result
    while (call := read_message(calls)) is not None:
        write_message(results, _result(call, most_output))


def read_message(stream: IO[bytes], most: int | None = None) -> bytes | None:
    """The next message, or None if there is none or if it is longer than `most`."""
    head = stream.read(HEAD)
    size = int.from_bytes(head, "big")
    if len(head) < HEAD or (most is not None and size > most):
        return None
    message = stream.read(size)
    return message if len(message) == size else None


def write_message(stream: IO[bytes], message: bytes) -> None:
    """Write a message with its length before it."""
    stream.write(len(message).to_bytes(HEAD, "big") + message)
    stream.flush()


def _result(call: bytes, most_output: int) -> bytes:
    """The pickled result of a call: whether it succeeded, and its value or its exception."""
    seconds, make, given = pickle.loads(call)  # noqa: S301  (the service itself wrote it)
    # Ends this process in time even if its parent is gone. The parent's own limit comes first.
    signal.setitimer(signal.ITIMER_REAL, seconds + 1)
    try:
        made: Any = make(*given)
        answer = pickle.dumps((True, made))
        if len(answer) > most_output:
            answer = pickle.dumps((False, OutputTooLarge()))
    except Exception as wrong:  # noqa: BLE001  (the caller decides about it)
        answer = _pickled(wrong)
    signal.setitimer(signal.ITIMER_REAL, 0)
    return answer


class OutputTooLarge(Exception):
    """The result has more bytes than the limit."""


class _Results(pickle.Unpickler):
    """Reads results. The process that wrote them may have been taken over by a hostile picture."""

    def find_class(self, module: str, name: str) -> Any:
        """The class of an exception; nothing else is found."""
        found = super().find_class(module, name)
        if not (isinstance(found, type) and issubclass(found, Exception)):
            raise pickle.UnpicklingError(f"{module}.{name} is no exception")
        return found


def result_of(answer: bytes) -> tuple[bool, Any]:
    """Whether a call succeeded, and its value or its exception."""
    succeeded, made = _Results(io.BytesIO(answer)).load()
    return bool(succeeded), made


def _pickled(wrong: Exception) -> bytes:
    """A failure, in a form that the parent can read."""
    try:
        answer = pickle.dumps((False, wrong))
        result_of(answer)
    except Exception:  # noqa: BLE001  (an exception of a library may be unable to be pickled)
        return pickle.dumps((False, RuntimeError(repr(wrong))))
    return answer


if __name__ == "__main__":
    # By its full name, by which the parent reads what it sends.
    from fordran.actions.rendering.child import serve as serve_as_module

    serve_as_module()
