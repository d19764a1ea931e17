"""Names that outlast a power cut: a file that was renamed is there only once its folder is on disk too.

Every rename of a file or folder of ours goes by `rename_for_good`, and every small file by `write_for_good`.
"""

from __future__ import annotations

import os
from pathlib import Path


def keep_names(folder: Path) -> None:
    """Write a folder's list of names to disk."""
    opened = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)


def rename_for_good(path: Path, target: Path) -> None:
    """Give a file or folder its name; when this returns, it has it whatever happens to the machine."""
    path.replace(target)
    keep_names(target.parent)


def write_for_good(path: Path, text: str) -> None:
    """Write a small file that only we can read: when this returns it is there whole, and before that as it was."""
    temporary = path.with_name(f"{path.name}.new")
    temporary.unlink(missing_ok=True)
    try:
        with os.fdopen(os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        rename_for_good(temporary, path)
    except OSError:
        # On a full disk, what was written of it is in the way of others.
        temporary.unlink(missing_ok=True)
        raise
