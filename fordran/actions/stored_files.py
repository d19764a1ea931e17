"""Faults of files, wherever they are stored."""

from __future__ import annotations


class NoSuchFile(Exception):
    """There are no bytes under that id."""


class MediaAway(Exception):
    """The place where files are kept cannot be reached, or refuses us. It may be back soon."""


class FileUnreadable(MediaAway):
    """There is a file, and the disk does not give its bytes. Others may be there all the same."""
