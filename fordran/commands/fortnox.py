"""`fordran fortnox`: prove that a creditor's Fortnox can be reached, fetch its overdue invoices and send back what is due."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any

import typer

from fordran.commands.accounting import (
    AccountingNotConnected,
    Refused,
    creditor_of,
    named,
    sync_now,
    trouble_sentence,
)
from fordran.commands.run import PrintingRun, command
from fordran.settings import Settings

app = typer.Typer(name="fortnox", help="Invoices from Fortnox.", no_args_is_help=True, add_completion=False)

Creditor = Annotated[str, typer.Argument(help="The id of the creditor, or the NAME of its section [fortnox.NAME].")]


@app.callback()
def fortnox() -> None:
    """Invoices from Fortnox."""


@command(app, "connect")
def connect(run: PrintingRun, creditor: Creditor) -> None:
    """Prove the credentials of a creditor's Fortnox, and print what is reached. Nothing is changed."""
    with run.opened() as settings:
        run.show(asyncio.run(_connect(settings, named(settings, "fortnox", creditor))))


@command(app, "sync")
def sync(run: PrintingRun, refused: Refused = False) -> None:
    """Fetch overdue invoices of every creditor now, and send back what is due.

    Exit code 0: all was read and sent; 2: some is left for the next time.
    """
    sync_now(run, "fortnox", refused=refused)


async def _connect(settings: Settings, name: str) -> dict[str, Any]:
    """The creditor, and the company that is reached."""
    from fordran.formats.accounting import AccountingTrouble
    from fordran.outside.fortnox import Fortnox

    section = settings.fortnox[name]
    creditor = await creditor_of(settings, "fortnox", name)
    reached = Fortnox(section, writes=section.writes_back)
    try:
        scopes = (await reached.token()).scopes
        company = await reached.company()
        if not creditor.is_company(company.organisation_number):
            raise AccountingNotConnected(
                f"Tenant {section.tenant} is {company.name}, {company.organisation_number}; "
                f"the creditor is {creditor.name}, {creditor.organization_no}."
            )
        if missing := [scope for scope in reached.scopes if scopes and scope not in scopes]:
            raise AccountingNotConnected(f"{company.name} has not consented to: {', '.join(missing)}.")
        overdue = (await reached.overdue_page(limit=1)).total
    except AccountingTrouble as trouble:
        raise AccountingNotConnected(trouble_sentence("fortnox", trouble)) from None
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
