"""Where the bytes of files lie: on disk under the data folder, or in a bucket where `media_url` names one (s3.py)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Protocol

from fordran.actions.stored_files import FileUnreadable, MediaAway, NoSuchFile
from fordran.safe_names import UNFINISHED, keep_names, make_folder, write_for_good
from fordran.settings import Settings

__all__ = ["UNFINISHED", "FileUnreadable", "Media", "MediaAway", "MediaFolder", "NoSuchFile", "media_of"]


class Media(Protocol):
    """Keeps bytes under an id."""

    def put(self, id_: str, content: bytes) -> None:
        """Keep the bytes; when this returns they are safe, and before that they are not there at all."""

    def get(self, id_: str) -> bytes:
        """The bytes; raises `NoSuchFile`, or `MediaAway`."""

    def remove(self, id_: str) -> None:
        """Remove the bytes. What is gone already is as good as removed."""

    def ids(self) -> Iterator[str]:
        """The id of every file that is there."""

    def sweep(self, older_than: float) -> int:
        """Remove the remains of processes that were killed amid writing a file; return how many there were."""

    def check(self) -> None:
        """Raise `MediaAway` where files cannot be kept and read."""


def media_of(settings: Settings) -> Media:
    """Where an installation keeps its files."""
    if settings.media_url is None:
        return MediaFolder(settings.data / "media")
    keys = settings.media_access_key, settings.media_secret_key
    return _bucket(settings.media_url, settings.media_endpoint, settings.media_region, *keys)


@cache
def _bucket(url: str, endpoint: str | None, region: str, access_key: str, secret_key: str) -> Media:
    """One for all who ask, since it keeps its connections."""
    from fordran.outside.s3 import MediaBucket  # with its library, which a disk does not need

    return MediaBucket(url, endpoint=endpoint, region=region, access_key=access_key, secret_key=secret_key)


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
            make_folder(path.parent)
            keep_names(self.folder)
        write_for_good(path, content)

    def get(self, id_: str) -> bytes:
        try:
            return self._path(id_).read_bytes()
        except FileNotFoundError:
            raise NoSuchFile(f"There is no file {id_}.") from None
        except OSError as trouble:
            raise FileUnreadable(f"The file {id_} cannot be read: {trouble.strerror}.") from trouble

    def remove(self, id_: str) -> None:
        self._path(id_).unlink(missing_ok=True)

    def ids(self) -> Iterator[str]:
        return (file.name for file in self.folder.glob("??/*") if not file.name.endswith(UNFINISHED))

    def sweep(self, older_than: float) -> int:
        """Files younger than a moment (in UNIX seconds) may still be written by another process."""
        left = [file for file in self.folder.glob(f"??/*{UNFINISHED}") if file.stat().st_mtime < older_than]
        for file in left:
            file.unlink(missing_ok=True)
        return len(left)

    def check(self) -> None:
        """A folder that cannot be written to is known by its data folder, which is looked at before."""
