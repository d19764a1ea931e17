"""Files of orders to the bank, written whole or not at all."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from fordran.safe_names import make_folder, rename_for_good


class OrderFile:
    """One file, where somebody asked for it."""

    def __init__(self, path: Path) -> None:
        self.path = path.absolute()

    def name(self, _order: str) -> str:
        return str(self.path)

    def sha256(self, name: str) -> bytes | None:
        """The hash of a file; None where there is none."""
        try:
            with Path(name).open("rb") as file:
                return hashlib.file_digest(file, "sha256").digest()
        except FileNotFoundError:
            return None

    def write(self, name: str, pieces: Iterator[bytes]) -> None:
        """Write the file under another name and rename it when it is safe on disk."""
        write_whole(Path(name), pieces)


class OrderFolder(OrderFile):
    """A folder, in which each order's file is called by the order."""

    def name(self, order: str) -> str:
        make_folder(self.path)
        return str(self.path / f"payouts-{order}.xml")


def write_whole(path: Path, pieces: Iterable[bytes]) -> None:
    """Write a file so that it is there whole or not at all."""
    with whole_file(path) as file:
        for piece in pieces:
            file.write(piece)


@contextmanager
def whole_file(path: Path) -> Iterator[BinaryIO]:
    """A file to write to that is there by its name only once it is whole and safe on disk; only we can read it."""
    temporary = path.with_name(f".{path.name}.new")
    temporary.unlink(missing_ok=True)
    with open(os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
        yield file
        file.flush()
        os.fsync(file.fileno())
    rename_for_good(temporary, path)
