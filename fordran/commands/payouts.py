"""`fordran payouts`: prepare what creditors are owed, and export it as an order to the bank."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from fordran import clock
from fordran.commands.options import say
from fordran.commands.run import PrintingRun, command
from fordran.settings import Settings

if TYPE_CHECKING:
    from fordran.actions.payouts.export_payouts import Exported
    from fordran.actions.payouts.pay_invoice import OwnPayments
    from fordran.actions.payouts.prepare_payouts import PreparationResult


app = typer.Typer(name="payouts", help="What is paid to creditors.", no_args_is_help=True, add_completion=False)


@command(app, "prepare")
def prepare(run: PrintingRun) -> None:
    """Gather what is owed into payouts, and say how many can be paid."""
    with run.opened() as settings:
        done = asyncio.run(_prepare(settings))
    run.show({"gathered": done.gathered, "payouts": done.open, "ready": done.ready})


async def _prepare(settings: Settings) -> PreparationResult:
    """Account by account, each in a transaction of its own."""
    from fordran.actions.payouts.prepare_payouts import PreparationResult, accounts_to_prepare, prepare_payouts
    from fordran.commands.installation import database_of_run
    from fordran.commands.progress import passing

    done = PreparationResult()
    async with database_of_run(settings) as database:
        async with database.connection() as connection:
            accounts = await accounts_to_prepare(connection)
        with passing(len(accounts), "accounts") as tell:
            for number, account in enumerate(accounts, 1):
                async with database.transaction() as tx:
                    done += await prepare_payouts(tx, account, clock.now())
                tell(number, len(accounts))
    return done


@command(app, "invoice")
def invoice(run: PrintingRun) -> None:
    """Issue your invoices to creditors for the fees that you kept, of months that have ended."""
    with run.opened() as settings:
        accounts = asyncio.run(_invoice(settings))
    run.show({"accounts": accounts})


async def _invoice(settings: Settings) -> int:
    """Account by account, each in a transaction of its own; how many accounts are done."""
    from fordran.actions.operator_configured import operator_is_configured
    from fordran.actions.payouts.export_payouts import OperatorIsPlaceholder
    from fordran.actions.payouts.issue_invoices import issue_next_account
    from fordran.commands.installation import database_of_run
    from fordran.outside.media import media_of

    done = 0
    async with database_of_run(settings) as database:
        async with database.connection() as connection:
            if not await operator_is_configured(connection, settings.operator):
                raise OperatorIsPlaceholder(settings.operator.what_is_invented)
        while True:
            async with database.transaction() as tx:
                if not await issue_next_account(tx, media_of(settings).put, settings.operator, clock.now()):
                    return done
            done += 1


@command(app, "invoices-paid")
def invoices_paid(
    run: PrintingRun,
    file: Annotated[
        Path, typer.Argument(exists=True, dir_okay=False, readable=True, help="A bank file of your own account.")
    ],
) -> None:
    """Note which of your invoices creditors have paid, by a bank file of your own account. The same file may come again."""
    from fordran.shape.wire import kronor

    with run.opened() as settings:
        done = asyncio.run(_invoices_paid(settings, file))
    counts = {"paid": done.paid, "known": done.known, "others": done.others, "unmatched": len(done.unmatched)}
    shown = [
        (one.booking_date.isoformat(), kronor(one.amount), [each.reference for each in one.references])
        for one in done.unmatched
    ]
    payments = [dict(zip(("date", "amount", "references"), one, strict=True)) for one in shown]
    run.show(counts | ({"payments": payments} if run.as_json else {}))
    for day, amount, references in shown:
        say(f"Not matched: {amount} kr of {day}, reference {', '.join(references) or 'none'}")


async def _invoices_paid(settings: Settings, file: Path) -> OwnPayments:
    from fordran.actions.payouts.pay_invoice import pay_from_file
    from fordran.commands.installation import database_of_run
    from fordran.formats.recognise import read_bank_file
    from fordran.store.upkeep.installation import read_installation

    with file.open("rb") as stream:
        async with database_of_run(settings) as database, database.transaction() as tx:
            sandbox = (await read_installation(tx)).sandbox
            # The whole file, before anything of it counts.
            payments = list(read_bank_file(stream, sandbox=sandbox))
            return await pay_from_file(tx, payments, settings.operator.own_account, clock.now())


@command(app, "export")
def export(
    run: PrintingRun,
    output: Annotated[
        Path | None, typer.Option("--output", help="The file to write; one in the data folder's payouts by default.")
    ] = None,
) -> None:
    """Write an order to the bank (pain.001) of all that can be paid. What is in it is never exported again."""
    from fordran.shape.wire import kronor

    with run.opened() as settings:
        done = asyncio.run(_export(settings, output))
    if done is None:
        run.show({"file": None, "payouts": 0, "refunds": 0, "transfers": 0, "amount": 0})
        return
    shown = {"file": done.filename, "bank_payout_request": done.order, "payouts": done.payouts, "refunds": done.refunds}
    run.show(shown | {"transfers": done.transfers, "amount": kronor(done.amount)})


async def _export(settings: Settings, output: Path | None) -> Exported | None:
    from fordran.actions.payouts.export_payouts import Exporter, export_payouts
    from fordran.commands.installation import database_of_run
    from fordran.outside.media import media_of
    from fordran.outside.order_files import OrderFile, OrderFolder

    files = OrderFolder(settings.data / "payouts") if output is None else OrderFile(output)
    exporter = Exporter(
        settings.operator, media_of(settings).put, files, settings.four_eyes, settings.bank.pain_version
    )
    async with database_of_run(settings) as database:
        return await export_payouts(database, exporter, clock.now())
