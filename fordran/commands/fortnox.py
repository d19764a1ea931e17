"""`fordran fortnox`: prove that a creditor's Fortnox can be reached, fetch its overdue invoices and send back what is due."""

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
    from fordran.formats.accounting import AccountingTrouble

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


Refused = Annotated[bool, typer.Option("--refused", help="Also send again what was refused and is on the work list.")]


@command(app, "sync")
def sync(run: PrintingRun, refused: Refused = False) -> None:
    """Fetch overdue invoices of every creditor now, and send back what is due.

    Exit code 0: all was read and sent; 2: some is left for the next time.
    """
    with run.opened() as settings:
        if not settings.fortnox:
            raise NoFortnox("The settings have no section [fortnox.NAME].")
        pulled, sent = asyncio.run(_sync(settings, refused=refused))
    names = ("overdue", "taken", "known", "refused", "later")
    totals = {name: sum(one[name] for one in pulled) for name in names}
    totals |= {f"entries_{name}": sum(one[name] for one in sent) for name in ("sent", "refused", "later")}
    run.show({"creditors": len(pulled)} | totals | ({"outcomes": pulled, "entries": sent} if run.as_json else {}))
    for one in (*pulled, *sent):
        if one["trouble"]:
            say(f"[fortnox.{one['name']}]: {one['trouble']}")
    is_left = len(pulled) < len(settings.fortnox) or any(one["trouble"] or one["later"] for one in (*pulled, *sent))
    raise typer.Exit(2 if is_left else 0)


async def _sync(settings: Settings, *, refused: bool) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """The counts of what was read from and sent to each creditor's. One that somebody else reads just now is left to that."""
    from fordran.commands.installation import database_of_run
    from fordran.outside.systems import accounting_of, fortnox_of

    pulls, entries = fortnox_of(settings), accounting_of(settings)
    assert pulls is not None
    assert entries is not None
    async with database_of_run(settings) as database:
        pulled = await pulls.pull_all(database.transaction, clock.now(), at_once=True)
        sent = await entries.send_all(database.transaction, clock.now(), at_once=True, refused=refused)
    names = {one.creditor: name for name, one in settings.fortnox.items()}
    return (
        [{"name": names[creditor]} | asdict(counts) for creditor, counts in pulled.items()],
        [{"name": names[creditor]} | asdict(counts) for creditor, counts in sent.items()],
    )


def _named(settings: Settings, creditor: str) -> str:
    """The name of a creditor's section."""
    for name, section in settings.fortnox.items():
        if creditor in (name, section.creditor):
            return name
    raise NoFortnox(f"The settings have no section [fortnox.NAME] of {creditor}.")


async def _connect(settings: Settings, name: str) -> dict[str, Any]:
    """The creditor, and the company that is reached."""
    from fordran.actions.accounting.accounting_creditor import find_accounting_creditor
    from fordran.commands.installation import database_of_run
    from fordran.formats.accounting import AccountingTrouble
    from fordran.outside.fortnox import Fortnox

    section = settings.fortnox[name]
    async with database_of_run(settings) as database, database.connection() as connection:
        creditor = await find_accounting_creditor(connection, section.creditor)
    if creditor is None:
        raise NoFortnox(f"[fortnox.{name}] names the creditor {section.creditor}, which does not exist.")
    reached = Fortnox(section, writes=section.writes_back)
    try:
        scopes = (await reached.token()).scopes
        company = await reached.company()
        if not creditor.is_company(company.organisation_number):
            raise FortnoxNotConnected(
                f"Tenant {section.tenant} is {company.name}, {company.organisation_number}; "
                f"the creditor is {creditor.name}, {creditor.organization_no}."
            )
        if missing := [scope for scope in reached.scopes if scopes and scope not in scopes]:
            raise FortnoxNotConnected(f"{company.name} has not consented to: {', '.join(missing)}.")
        overdue = (await reached.overdue_page(limit=1)).total
    except AccountingTrouble as trouble:
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


def trouble_sentence(trouble: AccountingTrouble) -> str:
    """Why Fortnox did not give what was asked for, as a sentence."""
    from fordran.domain.languages import ENGLISH
    from fordran.domain.message import ListValue, Message
    from fordran.texts.catalogue import texts

    reason = Message(
        "fortnox.trouble", reason=ListValue("accounting_reason", trouble.reason), error=trouble.code or "-"
    )
    return texts(ENGLISH).say(reason)
