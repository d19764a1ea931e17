"""Names that outlast a power cut: a file that was renamed is there only once its folder is on disk too."""

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
