"""`fordran privacy`: everything held about a person, and erasing it when its time has come."""

from __future__ import annotations

import asyncio
import json
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from fordran import clock
from fordran.commands.options import say
from fordran.commands.run import PrintingRun, command
from fordran.settings import Settings

if TYPE_CHECKING:
    from fordran.actions.privacy.erase_person import ErasureResult, RetentionTerms
    from fordran.actions.privacy.export_person import PersonFile
    from fordran.outside.media import Media
    from fordran.store.connections.database import Connection, Database


app = typer.Typer(
    name="privacy", help="What is held about people, and erasing it.", no_args_is_help=True, add_completion=False
)

Batch = Annotated[str, typer.Argument(metavar="BATCH", help="The id of a list, as `fordran privacy due` prints it.")]
AsUser = Annotated[
    str, typer.Option("--as", metavar="USER", help="The person who does it: a user's id or e-mail address.")
]

IdNumber = Annotated[
    str,
    typer.Argument(
        metavar="ID_NUMBER", help="A personal, coordination or organisation number, with or without century and dash."
    ),
]


class FolderNotEmpty(Exception):
    """The folder holds something already, which an export must not be mixed with."""


@app.callback()
def privacy() -> None:
    """Data about people, and erasing it."""


@command(app)
def export(
    run: PrintingRun,
    id_number: IdNumber,
    output: Annotated[Path | None, typer.Option(metavar="DIR", help="A new folder for the export.")] = None,
) -> None:
    """Gather everything held about a person (GDPR article 15): JSON, a PDF to read, and every file."""
    from fordran.outside.media import media_of

    with run.opened() as settings:
        exported = asyncio.run(_exported(settings, id_number))
        if output is None and not run.as_json:
            output = Path(f"fordran-person-{exported.document['made'][:10]}")
        if output is not None:
            _write(output, exported, media_of(settings))
            say(f"Written to {output}: person.json, person.pdf and {len(exported.files)} files in documents.")
    if run.as_json:
        typer.echo(exported.json.decode())


async def _exported(settings: Settings, id_number: str) -> PersonFile:
    from fordran.actions.privacy.export_person import export_person, record_export
    from fordran.commands.installation import database_of_run

    async with database_of_run(settings) as database:
        async with database.transaction() as tx:
            exported = await export_person(tx, id_number, settings.operator, _terms(settings), clock.now())
        async with database.transaction() as tx:
            await record_export(tx, exported, clock.now())
        return exported


def _write(folder: Path, exported: PersonFile, media: Media) -> None:
    """Write the export where only we can read it."""
    from fordran.actions.file_copies import copy_for
    from fordran.outside.order_files import write_whole

    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        if any(folder.iterdir()):
            raise FolderNotEmpty(f"{folder} is not empty.")
        write_whole(folder / "person.json", [exported.json])
        write_whole(folder / "person.pdf", [exported.pdf])
        (folder / "documents").mkdir(mode=0o700)
        for file in exported.files:
            write_whole(folder / "documents" / file.filename, [copy_for("privacy_export", media.get(file.id))])
    except OSError as trouble:
        raise FolderNotEmpty(f"{folder} cannot be written to: {trouble.strerror}.") from trouble


@command(app)
def erase(
    run: PrintingRun,
    id_number: IdNumber,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Say what would be erased, and erase nothing.")] = False,
) -> None:
    """Erase a person as far as the law lets go; exit code 2 and every reason where it is too early."""
    from fordran.actions.privacy.erase_person import TooEarly

    with run.opened() as settings:
        try:
            erased = asyncio.run(_erased(settings, id_number, is_dry=dry_run))
        except TooEarly as refusal:
            if run.as_json:
                reasons = [vars(reason) for reason in refusal.reasons]
                typer.echo(json.dumps({"refused": reasons}, ensure_ascii=False, default=str))
            raise
    _tell(erased, as_json=run.as_json, is_dry=dry_run)


class _Undone(Exception):
    """Ends a transaction whose effects were only asked about."""

    def __init__(self, erased: ErasureResult) -> None:
        self.erased = erased


async def _erased(settings: Settings, id_number: str, *, is_dry: bool) -> ErasureResult:
    from fordran.actions.privacy.erase_person import erase_person
    from fordran.commands.installation import database_of_run

    try:
        async with database_of_run(settings) as database:
            async with database.transaction() as tx:
                erased = await erase_person(tx, id_number, _terms(settings), clock.now())
                if is_dry:
                    raise _Undone(erased)
            await _remove(database, settings)
            return erased
    except _Undone as undone:
        return undone.erased


@command(app)
def due(run: PrintingRun) -> None:
    """List everybody whose time has come, and show the lists that wait for somebody to confirm them. Nothing is erased."""
    from fordran.actions.privacy.list_due import list_due
    from fordran.actions.privacy.show_batches import open_batches
    from fordran.commands.installation import in_transaction

    with run.opened() as settings:

        async def work(tx: Connection) -> list[dict[str, Any]]:
            await list_due(tx, _terms(settings), clock.now(), at_once=True)
            return await open_batches(tx)

        batches = in_transaction(settings, work)
    if run.as_json:
        typer.echo(json.dumps(batches, ensure_ascii=False))
        return
    for one in batches:
        until = f" until {one['put_off_until']}" if one["put_off_until"] else ""
        typer.echo(
            f"{one['batch']}  {one['status']}{until}, listed {one['listed_on']}: "
            f"{one['pseudonymise']} customers to pseudonymise, "
            f"{one['anonymise']} to anonymise, {one['payers']} payers."
        )
    if not batches:
        typer.echo("Nobody is to be erased.")


@command(app)
def confirm(run: PrintingRun, batch: Batch, as_user: AsUser) -> None:
    """Confirm a list in a person's name, and erase everybody on it whose time still has come."""
    with run.opened() as settings:
        erased = asyncio.run(_confirmed(settings, batch, as_user))
    _tell(erased, as_json=run.as_json, is_dry=False)


async def _confirmed(settings: Settings, batch: str, as_user: str) -> ErasureResult:
    """Everybody on the list, one customer a transaction."""
    from fordran.actions.people.find_person import caller_named
    from fordran.actions.privacy.decide_batch import confirm_batch
    from fordran.actions.privacy.erase_batch import erase_confirmed
    from fordran.actions.privacy.erase_person import ErasureResult
    from fordran.commands.installation import database_of_run
    from fordran.commands.progress import passing

    total, terms = ErasureResult(), _terms(settings)
    async with database_of_run(settings) as database:
        async with database.transaction() as tx:
            await confirm_batch(tx, batch, await caller_named(tx, as_user), clock.now())
        with passing(0, "customers") as tell:
            erased: ErasureResult | None = total
            while erased is not None:
                async with database.transaction() as tx:
                    erased = await erase_confirmed(tx, terms, clock.now(), batch)
                total = total.with_more(erased) if erased else total
                tell(total.pseudonymised + total.anonymised, 0)
        await _remove(database, settings)
        return total


@command(app, "put-off")
def put_off(
    run: PrintingRun,
    batch: Batch,
    as_user: AsUser,
    until: Annotated[str, typer.Option(metavar="DATE", help="The day on which the list waits again.")],
    note: Annotated[str, typer.Option(metavar="TEXT", help="Why.")],
) -> None:
    """Put a list off until a day, in a person's name. Nobody on it is erased until then."""
    from fordran.actions.people.find_person import caller_named
    from fordran.actions.privacy.decide_batch import put_batch_off
    from fordran.actions.privacy.show_batches import open_batches
    from fordran.commands.clock import NotADate

    try:
        day = date.fromisoformat(until)
    except ValueError:
        raise NotADate(f"{until!r} is not a day: write it as 2026-12-24.") from None

    async def work(tx: Connection) -> list[dict[str, Any]]:
        await put_batch_off(tx, batch, await caller_named(tx, as_user), day, note, clock.now())
        return [one for one in await open_batches(tx) if one["batch"] == batch]

    run.show(run.in_transaction(work)[0])


async def _remove(database: Database, settings: Settings) -> None:
    from fordran.actions.privacy.files import remove_files
    from fordran.outside.erased_files import ErasedFiles
    from fordran.outside.media import media_of

    removed = 1
    while removed:
        async with database.transaction() as tx:
            removed = await remove_files(tx, ErasedFiles(settings.data, media_of(settings)).remove)


def _terms(settings: Settings) -> RetentionTerms:
    from fordran.actions.privacy.erase_person import RetentionTerms
    from fordran.domain.service.retention import ERASE_AFTER_MONTHS

    return RetentionTerms(settings.erase_after_months or ERASE_AFTER_MONTHS, settings.fiscal_year_end_month)


def _tell(erased: ErasureResult, *, as_json: bool, is_dry: bool) -> None:
    shown: dict[str, Any] = erased.shown() | ({"dry_run": True} if is_dry else {})
    if as_json:
        typer.echo(json.dumps(shown, ensure_ascii=False))
        return
    would = "Would be erased" if is_dry else "Erased"
    typer.echo(f"{would}: {erased.pseudonymised} customers pseudonymised, {erased.anonymised} anonymised.")
    for table, rows in shown["rows"].items():
        typer.echo(f"  {table}: {rows}")
    typer.echo(f"  files: {erased.files}")
    if kept := shown.get("bookkeeping_kept"):
        typer.echo(
            f"Bookkeeping is kept until {kept['until']} ({kept['law']}); it can be erased from {kept['erasable_from']}."
        )
