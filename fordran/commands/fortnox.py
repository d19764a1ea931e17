"""`fordran fortnox`: prove that a creditor's Fortnox can be reached, and fetch its overdue invoices now."""

from __future__ import annotations

import asyncio
from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated, Any

import typer

from fordran import clock
from fordran.commands.options import say
from fordran.commands.run import PrintingRun, command
from fordran.settings import Settings

if TYPE_CHECKING:
    from fordran.formats.fortnox import FortnoxTrouble

app = typer.Typer(name="fortnox", help="Invoices from Fortnox.", no_args_is_help=True, add_completion=False)

Creditor = Annotated[str, typer.Argument(help="The id of the creditor, or the NAME of its section [fortnox.NAME].")]


class NoFortnox(Exception):
    """The settings have no section about the creditor's Fortnox, or there is no such creditor."""


class FortnoxNotConnected(Exception):
    """Fortnox does not let the installation in, or it is another company's."""


@app.callback()
def fortnox() -> None:
    """Invoices from Fortnox."""


@command(app, "connect")
def connect(run: PrintingRun, creditor: Creditor) -> None:
    """Prove the credentials of a creditor's Fortnox, and print what is reached. Nothing is changed."""
    with run.opened() as settings:
        run.show(asyncio.run(_connect(settings, _named(settings, creditor))))


@command(app, "sync")
def sync(run: PrintingRun) -> None:
    """Fetch overdue invoices of every creditor now. Exit code 0: all was read; 2: some is left for the next time."""
    with run.opened() as settings:
        if not settings.fortnox:
            raise NoFortnox("The settings have no section [fortnox.NAME].")
        done = asyncio.run(_sync(settings))
    totals = {name: sum(one[name] for one in done) for name in ("overdue", "taken", "known", "refused", "later")}
    run.show({"creditors": len(done)} | totals | ({"outcomes": done} if run.as_json else {}))
    for one in done:
        if one["trouble"]:
            say(f"[fortnox.{one['name']}]: {one['trouble']}")
    is_left = len(done) < len(settings.fortnox) or any(one["trouble"] or one["later"] for one in done)
    raise typer.Exit(2 if is_left else 0)


async def _sync(settings: Settings) -> list[dict[str, Any]]:
    """The counts of each creditor. One that somebody else reads just now is left to that."""
    from fordran.commands.installation import database_of_run
    from fordran.outside.systems import fortnox_of

    pulls = fortnox_of(settings)
    assert pulls is not None
    async with database_of_run(settings) as database:
        done = await pulls.pull_all(database.transaction, clock.now(), at_once=True)
    names = {one.creditor: name for name, one in settings.fortnox.items()}
    return [{"name": names[creditor]} | asdict(counts) for creditor, counts in done.items()]


def _named(settings: Settings, creditor: str) -> str:
    """The name of a creditor's section."""
    for name, section in settings.fortnox.items():
        if creditor in (name, section.creditor):
            return name
    raise NoFortnox(f"The settings have no section [fortnox.NAME] of {creditor}.")


async def _connect(settings: Settings, name: str) -> dict[str, Any]:
    """The creditor, and the company that is reached."""
    from fordran.actions.fortnox.fortnox_creditor import find_fortnox_creditor
    from fordran.commands.installation import database_of_run
    from fordran.formats.fortnox import SCOPES, FortnoxTrouble
    from fordran.outside.fortnox import Fortnox

    section = settings.fortnox[name]
    async with database_of_run(settings) as database, database.connection() as connection:
        creditor = await find_fortnox_creditor(connection, section.creditor)
    if creditor is None:
        raise NoFortnox(f"[fortnox.{name}] names the creditor {section.creditor}, which does not exist.")
    reached = Fortnox(section)
    try:
        scopes = (await reached.token()).scopes
        company = await reached.company()
        if not creditor.is_company(company.organisation_number):
            raise FortnoxNotConnected(
                f"Tenant {section.tenant} is {company.name}, {company.organisation_number}; "
                f"the creditor is {creditor.name}, {creditor.organization_no}."
            )
        if missing := [scope for scope in SCOPES if scopes and scope not in scopes]:
            raise FortnoxNotConnected(f"{company.name} has not consented to: {', '.join(missing)}.")
        overdue = (await reached.overdue_page(limit=1)).total
    except FortnoxTrouble as trouble:
        raise FortnoxNotConnected(trouble_sentence(trouble)) from None
    return {
        "name": name,
        "creditor": creditor.creditor,
        "creditor_name": creditor.name,
        "company": company.name,
        "organization_no": company.organisation_number,
        "tenant": section.tenant,
        "scopes": ", ".join(scopes),
        "overdue_invoices": overdue,
    }


def trouble_sentence(trouble: FortnoxTrouble) -> str:
    """Why Fortnox did not give what was asked for, as a sentence."""
    from fordran.domain.languages import ENGLISH
    from fordran.domain.message import ListValue, Message
    from fordran.texts.catalogue import texts

    reason = Message("fortnox.trouble", reason=ListValue("fortnox_reason", trouble.reason), error=trouble.code or "-")
    return texts(ENGLISH).say(reason)
