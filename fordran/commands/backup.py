"""`fordran backup FILE`: the whole installation in one file, taken while it runs."""

from __future__ import annotations

import asyncio
import os
import tempfile
from collections.abc import Iterator
from importlib.metadata import version
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, Annotated, Any

import typer

from fordran.commands.run import CommandRun, command
from fordran.settings import SERVED_AT, Settings

if TYPE_CHECKING:
    from fordran.commands.backup_folder import FolderOfBackups

app = typer.Typer(add_completion=False)

# Of the data folder, what belongs to this machine and this moment. The tables travel as a dump.
_STAYS = ("postgres", "postgres.starting", "postgres.users", "database-password", "lock", SERVED_AT)


class CannotWriteBackup(Exception):
    """The backup's place cannot be written to."""


class BackupExists(Exception):
    """There is a file where the backup was to go."""


@command(app)
def backup(
    run: CommandRun,
    file: Annotated[Path, typer.Argument(help="The file to write; or a folder, which gets a file for each backup.")],
    recipient: Annotated[
        list[str] | None,
        typer.Option(help="Encrypt for this public key of age or SSH; can be given several times.", metavar="KEY"),
    ] = None,
) -> None:
    """Write the whole installation to one file, also while it is being served."""
    from fordran.actions.monitoring.job_runs import BACKUP
    from fordran.commands.backup_folder import FolderOfBackups
    from fordran.commands.encryption import recipients_of
    from fordran.commands.installation import recorded_run

    file, keys = file.absolute(), recipients_of(recipient or [])
    if file.exists() and not file.is_dir():
        raise BackupExists(f"There is a file {file} already. Choose another name, or remove it first.")
    with run.opened() as settings, recorded_run(settings, BACKUP):
        try:
            written = _write(settings, file, FolderOfBackups(file, keys) if file.is_dir() else None, keys)
        except OSError as error:
            raise CannotWriteBackup(f"The backup cannot be written to {file}: {error.strerror}.") from error
    typer.echo(f"Backup written to {written} ({written.stat().st_size / 1e6:.1f} MB).")
    if settings.media_url:
        typer.echo(
            f"The files in {settings.media_url} are not in it: copy them by the bucket's own means now, after the backup, "
            "so that every file that it names is there."
        )


def _write(settings: Settings, file: Path, folder: FolderOfBackups | None, keys: list[Any]) -> Path:
    """Write a backup to a file, or to a new one in a folder; the file."""
    from fordran.commands.archive import writing
    from fordran.commands.installation import direct_address
    from fordran.commands.progress import MEGABYTE, passing
    from fordran.store.upkeep.dump import dump
    from fordran.store.upkeep.migrate import migrations

    beside = file if folder else file.parent
    with tempfile.TemporaryDirectory(dir=beside, prefix=f".{file.name}.") as scratch:
        dumped = Path(scratch, "dump")
        with passing(0, "Tables read, MB") as tell:
            of_tables = lambda at, total: tell(at // MEGABYTE, max(1, total // MEGABYTE))  # noqa: E731
            made = asyncio.run(dump(direct_address(settings), dumped, of_tables))
        target = folder.archive_at(made.at) if folder else file
        media: dict[str, str] | None = None
        if folder:
            # After the dump: a file that the tables name was there before they named it.
            with passing(0, "media files") as tell:
                media = folder.add_media(settings.data, tell)
            folder.keep_list(target, media)
        with writing(target, keys) as archive:
            archive.add_dump(dumped)
            files = [path for path in _files(settings.data) if folder is None or not _is_media(path, settings.data)]
            with passing(len(files), "files") as tell:
                for number, path in enumerate(files, 1):
                    archive.add_file(path, PurePosixPath(path.relative_to(settings.data)))
                    tell(number, len(files))
            archive.add_manifest(made.at.isoformat(), version("fordran"), list(migrations()), made.tables, media)
    if folder:
        folder.prune()
    return target


def _is_media(path: Path, data: Path) -> bool:
    return path.relative_to(data).parts[0] == "media"


def _files(data: Path) -> Iterator[Path]:
    for folder, _, names in os.walk(data):
        for name in sorted(names):
            path = Path(folder, name)
            first = path.relative_to(data).parts[0]
            if first not in _STAYS and not first.startswith(".") and not name.endswith(".new") and path.is_file():
                yield path
