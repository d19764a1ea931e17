"""Functions that tests let a renderer call. The renderer imports this module, so it imports little."""

from __future__ import annotations

import os
from pathlib import Path


def echo(value: bytes) -> bytes:
    return value


def renderer(_value: bytes) -> int:
    """The id of the process."""
    return os.getpid()


def variables(_value: bytes) -> dict[str, str]:
    return dict(os.environ)


def thing(_value: bytes) -> object:
    """Return what is neither a plain value nor an exception."""
    return Path("thing")


def spin(_value: bytes) -> bytes:
    """Never end."""
    while True:
        pass


def hoard(_value: bytes) -> bytes:
    """Take more memory than there may be."""
    return bytes(8 * 1024**3)[:1]


def abort(_value: bytes) -> bytes:
    """End as a library in Rust does without memory."""
    os.abort()


def many(_value: bytes) -> bytes:
    """Return more than there may be."""
    return bytes(3 * 1024**2)


def chatter(value: bytes) -> bytes:
    """Write where results are written."""
    print("not a result", flush=True)
    return value
