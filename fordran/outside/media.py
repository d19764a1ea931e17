"""Where the bytes of files lie. On disk, under the data folder; anything with the same two methods can stand in for it."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Protocol

from fordran.safe_names import keep_names, rename_for_good

UNFINISHED = ".new"
"""How a file is called while it is being written."""


class Media(Protocol):
    """Keeps bytes under an id."""

    def put(self, id_: str, content: bytes) -> None:
        """Keep the bytes; when this returns they are safe."""

    def get(self, id_: str) -> bytes:
        """The bytes; raises `NoSuchFile`."""


class NoSuchFile(Exception):
    """There are no bytes under that id."""


class MediaFolder:
    """A folder of files, spread over 256 folders so that none grows large."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def _path(self, id_: str) -> Path:
        return self.folder / id_[-2:] / id_

    def put(self, id_: str, content: bytes) -> None:
        """Written under another name and renamed, so that a file is there whole or not at all."""
        path = self._path(id_)
        if not path.parent.is_dir():
            path.parent.mkdir(parents=True, exist_ok=True)
            keep_names(self.folder)
        temporary = path.with_suffix(UNFINISHED)
        try:
            with temporary.open("wb") as file:
                file.write(content)
                file.flush()
                os.fsync(file.fileno())
            rename_for_good(temporary, path)
        except OSError:
            # On a full disk, what was written of it is in the way of others.
            temporary.unlink(missing_ok=True)
            raise

    def sweep(self, older_than: float) -> int:
        """Remove what was left by whoever was killed amid writing a file; how many there were.

        What is younger than a moment (in UNIX seconds) may be another process's that is writing it.
        """
        left = [file for file in self.folder.glob(f"??/*{UNFINISHED}") if file.stat().st_mtime < older_than]
        for file in left:
            file.unlink(missing_ok=True)
        return len(left)

    def get(self, id_: str) -> bytes:
        try:
            return self._path(id_).read_bytes()
        except FileNotFoundError:
            raise NoSuchFile(f"There is no file {id_}.") from None
