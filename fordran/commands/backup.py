"""`fordran backup FILE`: the whole installation in one file, taken while it runs."""

import os
import tempfile
from collections.abc import Iterator
from importlib.metadata import version
from pathlib import Path, PurePosixPath
from typing import Annotated

import typer

from fordran import clock
from fordran.commands.run import CommandRun, command
from fordran.settings import SERVED_AT

app = typer.Typer(add_completion=False)

# Of the data folder, what belongs to this machine and this moment. The tables travel as a dump.
_STAYS = ("postgres", "postgres.starting", "postgres.users", "database-password", "lock", SERVED_AT)


class CannotWriteBackup(Exception):
    """The backup's place cannot be written to."""


@command(app)
def backup(
    run: CommandRun,
    file: Annotated[Path, typer.Argument(help="The file to write.")],
) -> None:
    """Write the whole installation to one file, also while it is being served."""
    from fordran.actions.monitoring.job_runs import BACKUP
    from fordran.commands.archive import writing
    from fordran.commands.installation import direct_address, recorded_run
    from fordran.commands.progress import megabytes, passing, watched
    from fordran.store.upkeep.dump import dump
    from fordran.store.upkeep.migrate import migrations

    file = file.absolute()
    with run.opened() as settings, recorded_run(settings, BACKUP):
        try:
            with (
                tempfile.TemporaryDirectory(dir=file.parent, prefix=f".{file.name}.") as folder,
                writing(file) as archive,
            ):
                dumped = Path(folder, "dump")
                with watched("Reading the tables, MB", lambda: megabytes(dumped)):
                    dump(direct_address(settings), dumped)
                archive.add_dump(dumped)
                # After the dump: a file that the tables name was there before they named it.
                files = list(_files(settings.data))
                with passing(len(files), "files") as tell:
                    for number, path in enumerate(files, 1):
                        archive.add_file(path, PurePosixPath(path.relative_to(settings.data)))
                        tell(number, len(files))
                archive.add_manifest(clock.now().isoformat(), version("fordran"), list(migrations()))
        except OSError as error:
            raise CannotWriteBackup(f"The backup cannot be written to {file}: {error.strerror}.") from error
    typer.echo(f"Backup written to {file} ({file.stat().st_size / 1e6:.1f} MB).")
    if settings.media_url:
        typer.echo(
            f"The files in {settings.media_url} are not in it: copy them by the bucket's own means now, after the backup, "
            "so that every file that it names is there."
        )


def _files(data: Path) -> Iterator[Path]:
    for folder, _, names in os.walk(data):
        for name in sorted(names):
            path = Path(folder, name)
            first = path.relative_to(data).parts[0]
            if first not in _STAYS and not first.startswith(".") and not name.endswith(".new") and path.is_file():
                yield path
