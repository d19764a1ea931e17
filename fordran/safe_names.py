"""Files and folders that only their owner can read, and names that outlast a power cut.

A file that was renamed is there only once its folder is on disk too. Every rename of our files and folders goes by
`rename_for_good`, and every file that is written whole by `write_for_good`, or by `write_once` where the first to
write it decides. Folders are made by `make_folder`.
"""

from __future__ import annotations

import os
import secrets
import stat
from contextlib import suppress
from pathlib import Path

UNFINISHED = ".new"
"""How a file's name ends while it is being written."""


FOLDER_MODE, FILE_MODE = 0o700, 0o600
_ALWAYS_LOOKED_INTO = 1
"""The depth of folders whose contents are looked at even if the folders are closed."""
_FOR_OTHERS = stat.S_IRWXG | stat.S_IRWXO


def make_folder(path: Path) -> None:
    """Make a folder unless it is there, and those above it, so that only we can read them."""
    for folder in reversed(path.parents):
        if not folder.exists():
            folder.mkdir(mode=FOLDER_MODE, exist_ok=True)
    path.mkdir(mode=FOLDER_MODE, exist_ok=True)


def keep_private(folder: Path, *, depth: int = 0) -> int:
    """Take the rights of group and others from a folder and all that is in it; return how many files and folders had any.

    A deep folder that is closed to others is not looked into: nobody else can pass it, and it may hold many files. An
    open folder is closed after its contents, so that an interrupted call is made good by the next.
    """
    found, is_open = 0, bool(folder.stat().st_mode & _FOR_OTHERS)
    if is_open or depth <= _ALWAYS_LOOKED_INTO:
        with os.scandir(folder) as entries:
            for entry in entries:
                # PostgreSQL and other processes remove files meanwhile.
                with suppress(FileNotFoundError):
                    if entry.is_dir(follow_symlinks=False):
                        found += keep_private(Path(entry), depth=depth + 1)
                    else:
                        found += _close_to_others(Path(entry))
    return found + _close_to_others(folder)


def _close_to_others(path: Path) -> bool:
    mode = path.lstat().st_mode
    if stat.S_ISLNK(mode) or not mode & _FOR_OTHERS:
        return False
    path.chmod(stat.S_IMODE(mode) & ~_FOR_OTHERS)
    return True


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


def write_for_good(path: Path, content: str | bytes) -> None:
    """Write a file that only we can read: when this returns it is there whole, and before that as it was.

    It is written beside its place, under a name that ends in `UNFINISHED`, and renamed.
    """
    temporary = path.with_name(f"{path.name}{UNFINISHED}")
    temporary.unlink(missing_ok=True)
    try:
        _write(temporary, content)
        rename_for_good(temporary, path)
    except OSError:
        # On a full disk, what was written of it is in the way of others.
        temporary.unlink(missing_ok=True)
        raise


def write_once(path: Path, content: str) -> bool:
    """Write a file that only we can read, unless it is there: of several that do so at once, one does, and the others read it."""
    temporary = path.with_name(f"{path.name}.{secrets.token_hex(4)}{UNFINISHED}")
    try:
        _write(temporary, content)
        # Unlike a rename, a second name is refused where the name is taken.
        os.link(temporary, path)
    except FileExistsError:
        return False
    finally:
        temporary.unlink(missing_ok=True)
    keep_names(path.parent)
    return True


def write_through(path: Path, content: bytes) -> None:
    """Write a new file that only we can read; when this returns its content is on disk. Its name may not be."""
    with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, FILE_MODE), "wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())


def _write(path: Path, content: str | bytes) -> None:
    write_through(path, content.encode() if isinstance(content, str) else content)
