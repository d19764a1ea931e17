"""Names that outlast a power cut: a file that was renamed is there only once its folder is on disk too.

Every rename of our files and folders goes by `rename_for_good`, and every file that is written whole by
`write_for_good`, or by `write_once` where the first to write it decides.
"""

from __future__ import annotations

import os
import secrets
from pathlib import Path

UNFINISHED = ".new"
"""How a file's name ends while it is being written."""


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


def write_for_good(path: Path, content: str | bytes, *, mode: int = 0o600) -> None:
    """Write a file that, by default, only we can read: when this returns it is there whole, and before that as it was.

    It is written beside its place, under a name that ends in `UNFINISHED`, and renamed.
    """
    temporary = path.with_name(f"{path.name}{UNFINISHED}")
    temporary.unlink(missing_ok=True)
    try:
        _write(temporary, content, mode)
        rename_for_good(temporary, path)
    except OSError:
        # On a full disk, what was written of it is in the way of others.
        temporary.unlink(missing_ok=True)
        raise


def write_once(path: Path, content: str) -> bool:
    """Write a file that only we can read, unless it is there: of several that do so at once, one does, and the others read it."""
    temporary = path.with_name(f"{path.name}.{secrets.token_hex(4)}{UNFINISHED}")
    try:
        _write(temporary, content, 0o600)
        # Unlike a rename, a second name is refused where the name is taken.
        os.link(temporary, path)
    except FileExistsError:
        return False
    finally:
        temporary.unlink(missing_ok=True)
    keep_names(path.parent)
    return True


def _write(path: Path, content: str | bytes, mode: int) -> None:
    with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode), "wb") as file:
        file.write(content.encode() if isinstance(content, str) else content)
        file.flush()
        os.fsync(file.fileno())
