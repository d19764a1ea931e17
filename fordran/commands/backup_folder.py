"""A folder of backups, which share the files of the media folder: each backup copies only the files that are new.

`fordran-<moment>.backup` is an archive. `fordran-<moment>.media` lists the media files that it needs, a line each as
`sha256sum` writes them; with encryption the checksums are of the plain content. `media/` has the files, each once: a file
never changes. Files that no remaining list names are removed with the next backup, so that deleting an old backup and its
list erases what only it had.
"""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Callable, Iterable, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import IO, Any

from fordran.commands.encryption import SUFFIX, decrypted, encrypting
from fordran.safe_names import keep_names, make_folder, rename_for_good, write_for_good

ARCHIVE, LIST = ".backup", ".media"
_LINE = re.compile(r"([0-9a-f]{64})  (\S+)")
_PIECE = 1 << 20


class FolderOfBackups:
    """A folder with backups in it."""

    def __init__(self, folder: Path, recipients: Sequence[Any] = ()) -> None:
        self.folder = folder
        self.recipients = recipients

    def archive_at(self, moment: datetime) -> Path:
        """The file of a backup."""
        return self.folder / f"fordran-{moment.astimezone(UTC):%Y%m%dT%H%M%S.%fZ}{ARCHIVE}"

    def add_media(self, data: Path, tell: Callable[[int, int], None]) -> dict[str, str]:
        """Copy what is new of the media in a data folder; name → SHA-256 of all of it."""
        known = self._listed()
        names = sorted(path.relative_to(data / "media").as_posix() for path in _media_files(data))
        found = {}
        for number, name in enumerate(names, 1):
            target = self._place(name)
            if name not in known or not target.exists():
                known[name] = self._copy(data / "media" / name, target)
            found[name] = known[name]
            tell(number, len(names))
        return found

    def keep_list(self, archive: Path, media: dict[str, str]) -> None:
        """Write the list of a backup. It is there before the archive, which cannot be restored without it."""
        lines = "".join(f"{checksum}  {name}\n" for name, checksum in media.items())
        write_for_good(archive.with_suffix(LIST), lines)

    def prune(self) -> int:
        """Remove the media that no list names, and lists without their backup; how many files."""
        for path in self.folder.glob(f"fordran-*{LIST}"):
            if not path.with_suffix(ARCHIVE).exists():
                path.unlink()
        kept = {self._place(name) for name in self._listed()}
        gone = [path for path in (self.folder / "media").glob("??/*") if path not in kept]
        for path in gone:
            path.unlink()
        return len(gone)

    def _listed(self) -> dict[str, str]:
        return {
            name: checksum
            for path in self.folder.glob(f"fordran-*{LIST}")
            for checksum, name in _LINE.findall(path.read_text(encoding="utf-8"))
        }

    def _place(self, name: str) -> Path:
        return self.folder / "media" / f"{name}{SUFFIX if self.recipients else ''}"

    def _copy(self, path: Path, target: Path) -> str:
        make_folder(target.parent)
        temporary = target.with_name(f"{target.name}.new")
        temporary.unlink(missing_ok=True)
        with (
            path.open("rb") as source,
            os.fdopen(os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file,
        ):
            with encrypting(file, self.recipients) as stream:
                checksum = _copied(source, stream)
            file.flush()
            os.fsync(file.fileno())
        rename_for_good(temporary, target)
        return checksum


class MediaMissing(Exception):
    """A file that a backup needs is not beside it, or is not what it was."""


def restore_media(
    archive: Path, media: dict[str, str], data: Path, identity: Path | None, tell: Callable[[int, int], None]
) -> None:
    """Copy the media of a backup into a data folder, each held against its checksum."""
    for number, (name, checksum) in enumerate(media.items(), 1):
        places = [archive.parent / "media" / f"{name}{suffix}" for suffix in ("", SUFFIX)]
        source = next((path for path in places if path.exists()), None)
        if source is None:
            raise MediaMissing(f"The backup needs {places[0]}, which is not there.")
        target = data / "media" / name
        make_folder(target.parent)
        with source.open("rb") as file, decrypted(file, identity, source) as stream, target.open("wb") as copy:
            if _copied(stream, copy) != checksum:
                raise MediaMissing(f"{source} is not what it was when it was backed up.")
            os.fsync(copy.fileno())
        tell(number, len(media))
    for folder in {(data / "media" / name).parent for name in media}:
        keep_names(folder)


def _media_files(data: Path) -> Iterable[Path]:
    return (path for path in (data / "media").glob("??/*") if not path.name.endswith(".new"))


def _copied(source: IO[bytes], target: IO[bytes]) -> str:
    """Copy a stream; the checksum of its content."""
    checksum = hashlib.sha256()
    while piece := source.read(_PIECE):
        checksum.update(piece)
        target.write(piece)
    target.flush()
    return checksum.hexdigest()
