"""`fordran visma`: let a creditor consent, prove that its Visma eAccounting can be reached, fetch and send what is due."""

from __future__ import annotations

import asyncio
import hmac
from typing import Annotated, Any

import typer

from fordran import clock
from fordran.accounting_sections import VismaSection
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

app = typer.Typer(name="visma", help="Invoices from Visma eAccounting.", no_args_is_help=True, add_completion=False)

Creditor = Annotated[str, typer.Argument(help="The id of the creditor, or the NAME of its section [visma.NAME].")]
Code = Annotated[
    str,
    typer.Option(
        "--code",
        metavar="ADDRESS",
        help="The address that the browser was sent to after the consent, or the code in it.",
    ),
]


@app.callback()
def visma() -> None:
    """Invoices from Visma eAccounting."""


@command(app, "consent")
def consent(run: PrintingRun, creditor: Creditor) -> None:
    """Print the address at which a creditor consents in a browser. Nothing is changed."""
    from fordran.outside.visma import Visma

    with run.opened() as settings:
        name = named(settings, "visma", creditor)
        section = settings.visma[name]
        asyncio.run(creditor_of(settings, "visma", name))
        reached = Visma(section)
        address = reached.consent(_state(section))
        run.show({"name": name, "creditor": section.creditor, "scopes": ", ".join(reached.scopes), "address": address})


@command(app, "connect")
def connect(run: PrintingRun, creditor: Creditor, code: Code = "") -> None:
    """Take a creditor's consent, or prove the one that is there, and print what is reached."""
    with run.opened() as settings:
        run.show(asyncio.run(_connect(settings, named(settings, "visma", creditor), code)))


@command(app, "sync")
def sync(run: PrintingRun, refused: Refused = False) -> None:
    """Fetch overdue invoices of every creditor now, and send back what is due.

    Exit code 0: all was read and sent; 2: some is left for the next time.
    """
    sync_now(run, "visma", refused=refused)


async def _connect(settings: Settings, name: str, code: str) -> dict[str, Any]:
    """The creditor, and the company that is reached. A consent of another company is not kept."""
    from fordran.actions.accounting.kept_tokens import KeptTokens
    from fordran.commands.installation import database_of_run
    from fordran.formats.accounting import AccountingTrouble
    from fordran.outside.visma import Visma
    from fordran.outside.visma_consent import code_in

    section = settings.visma[name]
    creditor = await creditor_of(settings, "visma", name)
    async with database_of_run(settings) as database:
        kept = KeptTokens(database.transaction, section.creditor, section.secret)
        reached = Visma(section, tokens=kept)
        try:
            token = await (reached.exchange(code_in(code, _state(section))) if code else reached.token())
            company = await reached.company()
            if not creditor.is_company(company.organisation_number):
                raise AccountingNotConnected(
                    f"The consent is of {company.name}, {company.organisation_number}; "
                    f"the creditor is {creditor.name}, {creditor.organization_no}."
                )
            if missing := [scope for scope in reached.scopes if token.scopes and scope not in token.scopes]:
                raise AccountingNotConnected(f"{company.name} has not consented to: {', '.join(missing)}.")
            if code and not token.refresh:
                raise AccountingNotConnected("Visma gave no refresh token.")
            if code:
                await kept.keep_first(creditor, token.refresh, clock.now())
            overdue = (await reached.overdue_page(clock.stockholm_date(clock.now()), size=1)).total
        except AccountingTrouble as trouble:
            raise AccountingNotConnected(trouble_sentence("visma", trouble)) from None
        except ValueError as wrong:
            raise AccountingNotConnected(f"The code cannot be used: {wrong}.") from None
    return {
        "name": name,
        "creditor": creditor.creditor,
        "creditor_name": creditor.name,
        "company": company.name,
        "organization_no": company.organisation_number,
        "scopes": ", ".join(token.scopes),
        "overdue_invoices": overdue,
    }


def _state(section: VismaSection) -> str:
    """By which a consent is known as that of the creditor."""
    return hmac.new(section.secret.encode(), section.creditor.encode(), "sha256").hexdigest()[:32]
