"""The lock on a data folder: one `serve` or `restore` at a time. It ends with its process, however that ends."""

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


class DataFolderInUse(Exception):
    """Another fordran serves from the data folder."""


@contextmanager
def held(data: Path, command: str) -> Iterator[None]:
    """Hold the folder for a command, or say who holds it."""
    path = data / "lock"
    with os.fdopen(os.open(path, os.O_RDWR | os.O_CREAT, 0o600), "r+") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            pid, _, holder = file.read().strip().partition(" ")
            raise DataFolderInUse(
                f"The data folder {data} is in use by {holder or 'another fordran'} (process {pid or 'unknown'})."
            ) from None
        file.truncate()
        file.write(f"{os.getpid()} {command}\n")
        file.flush()
        yield
