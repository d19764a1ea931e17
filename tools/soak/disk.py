"""A small disk under the first service's data folder, which can be filled to its last byte and emptied again.

It is a file system in memory that is mounted for the run, which only root may do. Elsewhere the folder lies on the machine's own
disk, which is not ours to fill, and nothing is filled.
"""

from __future__ import annotations

import asyncio
import errno
import os
import shutil
from pathlib import Path

MIB = 1024 * 1024
SIZE_MIB = 1024
"""Room for the database and its log of writes in an hour's run."""
STEPS = (64 * MIB, MIB, 4096)


class SmallDisk:
    """The disk of a folder. `is_mounted` says whether it can be filled."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.is_mounted = False

    async def open(self) -> None:
        """Mount it, where that is allowed."""
        self.folder.mkdir(mode=0o711)
        if os.geteuid() == 0 and shutil.which("mount"):
            options = f"size={SIZE_MIB}m,mode=0711"
            self.is_mounted = await _did("mount", "-t", "tmpfs", "-o", options, "tmpfs", str(self.folder))

    def fill(self) -> None:
        """Leave no room at all. What makes the room small is one file, which takes what there is in ever smaller steps."""
        with self._ballast.open("ab") as file:
            for step in STEPS:
                while _took(file.fileno(), step):
                    pass

    def empty(self) -> None:
        """Give the room back."""
        self._ballast.unlink(missing_ok=True)

    async def close(self, *, keep: bool) -> None:
        """Unmount it; what was on it is copied to the folder beneath where it is to be looked at."""
        if not self.is_mounted:
            return
        self.empty()
        kept = self.folder.with_name(f"{self.folder.name}.kept")
        if keep:
            # With its owners, so that its server starts there.
            assert await _did("cp", "--archive", str(self.folder), str(kept))
        # Lazily: a process that is just ending may hold a file open still.
        self.is_mounted = not await _did("umount", "-l", str(self.folder))
        if keep:
            self.folder.rmdir()
            kept.rename(self.folder)

    @property
    def _ballast(self) -> Path:
        return self.folder / "ballast"


def _took(descriptor: int, size: int) -> bool:
    """Whether a file could be made longer by so much."""
    try:
        os.posix_fallocate(descriptor, os.fstat(descriptor).st_size, size)
    except OSError as full:
        if full.errno != errno.ENOSPC:
            raise
        return False
    return True


async def _did(*command: str) -> bool:
    quiet = asyncio.subprocess.DEVNULL
    return await (await asyncio.create_subprocess_exec(*command, stdout=quiet, stderr=quiet)).wait() == 0
