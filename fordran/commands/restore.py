"""`fordran restore FILE`: an installation from its backup, into an empty folder or database."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from fordran.commands import data_lock
from fordran.commands.options import say
from fordran.commands.run import CommandRun, command
from fordran.settings import Settings

if TYPE_CHECKING:
    from fordran.actions.proof.last_known import LastPositions
    from fordran.commands.archive import Manifest


app = typer.Typer(add_completion=False)


class NotEmpty(Exception):
    """There is an installation where the backup was to go."""


class BackupTooNew(Exception):
    """The backup's tables are of a later version than ours."""


@command(app)
def restore(
    run: CommandRun,
    file: Annotated[Path, typer.Argument(help="A file that fordran backup wrote.")],
    identity: Annotated[
        Path | None, typer.Option(help="A file with the secret key that opens an encrypted backup.", metavar="FILE")
    ] = None,
) -> None:
    """Make an installation from its backup, where there is none yet."""
    from fordran.commands.archive import unpack
    from fordran.commands.backup_folder import restore_media
    from fordran.commands.installation import prepare_folder, reached
    from fordran.commands.progress import passing

    settings = run.settings()
    with _nothing_left_if_refused(settings.data):
        prepare_folder(settings)
        aside = settings.data / ".restore"
        with data_lock.held(settings.data, "fordran restore"):
            shutil.rmtree(aside, ignore_errors=True)
            aside.mkdir(mode=0o700)
            try:
                say("Reading the backup and checking it.")
                with passing(0, "MB read") as tell:
                    manifest = unpack(file.absolute(), aside, tell, identity)
                _refuse_later_version(manifest)
                if manifest.media is not None:
                    with passing(len(manifest.media), "media files") as tell:
                        restore_media(file.absolute(), manifest.media, aside / "files", identity, tell)
                with reached(settings) as reachable:
                    known = _restore(reachable, aside, manifest)
            finally:
                shutil.rmtree(aside, ignore_errors=True)
    typer.echo(f"Restored into {settings.data}: the installation as it was at {manifest.made}.")
    typer.echo(
        f"Its events end at position {known.position}, its files to the bank with {known.order or 'none'}, "
        f"its letters with {known.letter or 'none'}. What left after that is not known here, and would leave again: "
        "before you serve it, see what to look at after restoring in the operator's guide."
    )


@contextmanager
def _nothing_left_if_refused(data: Path) -> Iterator[None]:
    """Remove the files and folders that were made in the data folder, and the folder itself, if the restore fails."""
    before = {path.name for path in data.iterdir()} if data.is_dir() else None
    try:
        yield
    except data_lock.DataFolderInUse:
        raise  # they are the other command's
    except BaseException:
        if before is None:
            shutil.rmtree(data, ignore_errors=True)
        else:
            for path in data.iterdir():
                if path.name not in before:
                    shutil.rmtree(path) if path.is_dir() else path.unlink()
        raise


def _refuse_later_version(manifest: Manifest) -> None:
    from fordran.store.upkeep.migrate import migrations

    unknown = sorted(set(manifest.migrations) - set(migrations()))
    if unknown:
        raise BackupTooNew(
            f"The backup was made by a later fordran ({manifest.fordran}): it has the migration {unknown[0]}."
        )


def _restore(settings: Settings, aside: Path, manifest: Manifest) -> LastPositions:
    from fordran.commands.archive import DUMP
    from fordran.commands.installation import direct_address
    from fordran.commands.progress import MEGABYTE, passing
    from fordran.store.upkeep.dump import has_tables
    from fordran.store.upkeep.dump import load as load_tables
    from fordran.store.upkeep.migrate import migrate

    url = direct_address(settings)
    if asyncio.run(has_tables(url)):
        raise NotEmpty(
            f"There is an installation in {settings.data} or its database already. "
            f"Restore into an empty folder (--data) or database (--database-url)."
        )
    # Files first, tables last and all at once: whatever stops us, there is either the whole installation or none.
    if (aside / "files").exists():
        shutil.copytree(aside / "files", settings.data, dirs_exist_ok=True)
    say("Restoring the tables.")
    with passing(0, "Tables written, MB") as tell:
        load_tables(
            url, aside / DUMP, manifest.tables, lambda at, total: tell(at // MEGABYTE, max(1, total // MEGABYTE))
        )
    asyncio.run(migrate(url))
    return asyncio.run(_last_known(url))


async def _last_known(url: str) -> LastPositions:
    from fordran.actions.proof.last_known import last_known
    from fordran.store.connections.database import connect

    connection = await connect(url)
    try:
        return await last_known(connection)
    finally:
        await connection.close()
