"""`fordran payouts`: prepare what creditors are owed, and export it as an order to the bank."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from fordran import clock
from fordran.commands.options import Data, DatabaseUrl, Json, load, show
from fordran.settings import Settings

if TYPE_CHECKING:
    from fordran.actions.payouts.export_payouts import Exported
    from fordran.actions.payouts.prepare_payouts import PreparationResult


app = typer.Typer(name="payouts", help="What is paid to creditors.", no_args_is_help=True, add_completion=False)


@app.command("prepare")
def prepare(ctx: typer.Context, as_json: Json = False, data: Data = None, database_url: DatabaseUrl = None) -> None:
    """Gather what is owed into payouts, and say how many can be paid."""
    from fordran.commands.installation import opened

    with opened(load(ctx, data, database_url)) as settings:
        done = asyncio.run(_prepare(settings))
    show({"gathered": done.gathered, "payouts": done.open, "ready": done.ready}, as_json=as_json)


async def _prepare(settings: Settings) -> PreparationResult:
    """Account by account, each in a transaction of its own."""
    from fordran.actions.payouts.prepare_payouts import PreparationResult, accounts_to_prepare, prepare_payouts
    from fordran.commands.installation import address
    from fordran.commands.progress import passing
    from fordran.store.connections.database import Database

    database = Database(address(settings), 1, settings.pool_wait_seconds)
    done = PreparationResult()
    try:
        async with database.connection() as connection:
            accounts = await accounts_to_prepare(connection)
        with passing(len(accounts), "accounts") as tell:
            for number, account in enumerate(accounts, 1):
                async with database.transaction() as tx:
                    done += await prepare_payouts(tx, account, clock.now())
                tell(number, len(accounts))
    finally:
        await database.close()
    return done


@app.command("export")
def export(
    ctx: typer.Context,
    output: Annotated[
        Path | None, typer.Option("--output", help="The file to write; one in the data folder's payouts by default.")
    ] = None,
    as_json: Json = False,
    data: Data = None,
    database_url: DatabaseUrl = None,
) -> None:
    """Write an order to the bank (pain.001) of all that can be paid. What is in it is never exported again."""
    from fordran.commands.installation import opened
    from fordran.shape.wire import kronor

    with opened(load(ctx, data, database_url)) as settings:
        done = asyncio.run(_export(settings, output))
    if done is None:
        show({"file": None, "payouts": 0, "refunds": 0, "transfers": 0, "amount": 0}, as_json=as_json)
        return
    shown = {"file": done.filename, "bank_payout_request": done.order, "payouts": done.payouts, "refunds": done.refunds}
    show(shown | {"transfers": done.transfers, "amount": kronor(done.amount)}, as_json=as_json)


async def _export(settings: Settings, output: Path | None) -> Exported | None:
    from fordran.actions.payouts.export_payouts import Exporter, export_payouts
    from fordran.commands.installation import address
    from fordran.outside.media import media_of
    from fordran.outside.order_files import OrderFile, OrderFolder
    from fordran.store.connections.database import Database

    files = OrderFolder(settings.data / "payouts") if output is None else OrderFile(output)
    exporter = Exporter(settings.operator, media_of(settings).put, files)
    database = Database(address(settings), 1, settings.pool_wait_seconds)
    try:
        return await export_payouts(database, exporter, clock.now())
    finally:
        await database.close()
