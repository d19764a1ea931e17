"""A backup file: a tar of the database's dump, the data folder's own files, and last a manifest with their checksums.

The manifest is last because it is known last; a file that was cut short has none. An archive can be encrypted
(encryption.py). One in a folder of backups names the files of the media folder, which lie beside it (backup_folder.py).
"""

import hashlib
import io
import json
import os
import tarfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from pathlib import Path, PurePosixPath
from typing import IO, Any

from fordran.commands.encryption import decrypted, encrypting
from fordran.safe_names import rename_for_good

DUMP = "database.dump"
FORMAT = 1
_FILES = "files/"
_MANIFEST = "manifest.json"
_MEGABYTE = 1_000_000


class NotABackup(Exception):
    """The file was not written by `fordran backup`, or has been damaged since."""


@dataclass(frozen=True)
class Manifest:
    """The manifest of a backup; `files` is name → SHA-256."""

    format: int
    made: str
    """The moment of the snapshot: all that was committed before it is in the backup."""
    fordran: str
    migrations: list[str]
    files: dict[str, str]
    tables: dict[str, int] = field(default_factory=dict)
    """Table → its size in bytes, by which a restore knows how far it is."""
    media: dict[str, str] | None = None
    """Name → SHA-256 of the files that lie beside the archive; None where they are in it."""


class Archive:
    """A backup file that is being written."""

    def __init__(self, tar: tarfile.TarFile) -> None:
        self._tar = tar
        self.checksums: dict[str, str] = {}

    def add_dump(self, path: Path) -> None:
        self._add(path, DUMP)

    def add_file(self, path: Path, name: PurePosixPath) -> None:
        """Add a file of the data folder, by its name within it."""
        self._add(path, f"{_FILES}{name}")

    def add_manifest(
        self,
        made: str,
        fordran: str,
        migrations: list[str],
        tables: dict[str, int] | None = None,
        media: dict[str, str] | None = None,
    ) -> None:
        manifest = Manifest(FORMAT, made, fordran, migrations, self.checksums, tables or {}, media)
        written = json.dumps(asdict(manifest), indent=1).encode()
        entry = tarfile.TarInfo(_MANIFEST)
        entry.size = len(written)
        self._tar.addfile(entry, io.BytesIO(written))

    def _add(self, path: Path, name: str) -> None:
        with path.open("rb") as file:
            entry = tarfile.TarInfo(name)
            entry.size = os.fstat(file.fileno()).st_size
            counted = _Counted(file)
            self._tar.addfile(entry, counted)
            self.checksums[name] = counted.checksum.hexdigest()


@contextmanager
def writing(path: Path, recipients: Sequence[Any] = ()) -> Iterator[Archive]:
    """Write a backup file beside its place and move it there when it is whole; encrypted for recipients, if any."""
    temporary = path.with_name(f".{path.name}.{os.getpid()}.partial")
    try:
        with os.fdopen(os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
            with encrypting(file, recipients) as stream, tarfile.open(fileobj=stream, mode="w|") as tar:
                yield Archive(tar)
            file.flush()
            os.fsync(file.fileno())
        rename_for_good(temporary, path)
    finally:
        temporary.unlink(missing_ok=True)


def unpack(
    path: Path, folder: Path, tell: Callable[[int, int], None] = lambda *_: None, identity: Path | None = None
) -> Manifest:
    """Unpack a backup into an empty folder, the dump as `database.dump` and the files under `files`, and hold all of it
    against the manifest. `tell` repeatedly gets the number of megabytes that have been read, and the total."""
    manifest: Manifest | None = None
    found: dict[str, str] = {}
    try:
        size = path.stat().st_size // _MEGABYTE
        with (
            path.open("rb") as file,
            decrypted(file, identity, path) as stream,
            tarfile.open(fileobj=stream, mode="r|") as tar,
        ):
            for entry in tar:
                content = tar.extractfile(entry)
                if content is None:
                    raise NotABackup(f"{path} is not a backup: it holds {entry.name}, which is no file.")
                if entry.name == _MANIFEST:
                    manifest = Manifest(**json.load(content))
                else:
                    for at in _unpack_one(entry.name, content, folder, found):
                        tell((entry.offset_data + at) // _MEGABYTE, size)
    except (tarfile.TarError, json.JSONDecodeError, TypeError, EOFError) as error:
        raise NotABackup(f"{path} is not a backup of fordran, or is damaged: {error}.") from error
    except IsADirectoryError:
        raise NotABackup(f"{path} is a folder: name one of the backups in it.") from None
    except FileNotFoundError:
        raise NotABackup(f"There is no file {path}.") from None
    if manifest is None:
        raise NotABackup(f"{path} is not a whole backup of fordran: its end is missing.")
    if manifest.format != FORMAT:
        raise NotABackup(f"{path} was made by a later fordran ({manifest.fordran}); restore it with that.")
    if manifest.files != found or DUMP not in found:
        raise NotABackup(f"{path} is damaged: its contents are not what its manifest says.")
    return manifest


def _unpack_one(name: str, content: IO[bytes], folder: Path, found: dict[str, str]) -> Iterator[int]:
    """Write one file, and note its checksum among those found; how far it has been read, piece by piece."""
    parts = PurePosixPath(name)
    if parts.is_absolute() or ".." in parts.parts or not (name == DUMP or name.startswith(_FILES)):
        raise NotABackup(f"The backup holds a file with the name {name}, which fordran does not write.")
    target = folder / parts
    target.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    counted = _Counted(content)
    with os.fdopen(os.open(target, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
        while piece := counted.read(1 << 20):
            file.write(piece)
            yield content.tell()
    found[name] = counted.checksum.hexdigest()


class _Counted(io.RawIOBase):
    """A stream that keeps the checksum of what was read from it."""

    def __init__(self, stream: IO[bytes]) -> None:
        self._stream = stream
        self.checksum = hashlib.sha256()

    def read(self, size: int = -1) -> bytes:
        piece = self._stream.read(size)
        self.checksum.update(piece)
        return piece
