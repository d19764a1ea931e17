"""A disk without room, the database's or ours: how it shows, and what it is called. Nothing was done, and it may pass."""

from __future__ import annotations

import errno

import asyncpg

_NO_ROOM = (errno.ENOSPC, errno.EDQUOT)


class DiskFull(Exception):
    """There is no room on a disk."""


def is_disk_full(error: BaseException | None) -> bool:
    """Whether trouble is for want of room, by PostgreSQL's word or by the system's."""
    return isinstance(error, asyncpg.DiskFullError) or (isinstance(error, OSError) and error.errno in _NO_ROOM)
