"""The common part of `fordran fortnox` and `fordran visma`: the sections of creditors, fetching and sending now."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated, Any

import typer

from fordran import clock
from fordran.accounting_sections import FortnoxSection, VismaSection
from fordran.commands.options import say
from fordran.commands.run import PrintingRun
from fordran.domain.service.accounting_systems import ACCOUNTING_SYSTEMS, AccountingSystemCode
from fordran.settings import Settings

if TYPE_CHECKING:
    from fordran.actions.accounting.accounting_creditor import AccountingCreditor
    from fordran.formats.accounting import AccountingTrouble

Refused = Annotated[bool, typer.Option("--refused", help="Also send again what was refused and is on the work list.")]


class NoAccountingSystem(Exception):
    """The settings have no section about the creditor's accounting system, or there is no such creditor."""


class AccountingNotConnected(Exception):
    """An accounting system does not let the installation in, or it is another company's."""


def sections_of(settings: Settings, system: AccountingSystemCode) -> Mapping[str, FortnoxSection | VismaSection]:
    """The sections of the creditors that have a system, by their names."""
    return settings.fortnox if system == "fortnox" else settings.visma


def named(settings: Settings, system: AccountingSystemCode, creditor: str) -> str:
    """The name of a creditor's section."""
    for name, section in sections_of(settings, system).items():
        if creditor in (name, section.creditor):
            return name
    raise NoAccountingSystem(f"The settings have no section [{system}.NAME] of {creditor}.")


async def creditor_of(settings: Settings, system: AccountingSystemCode, name: str) -> AccountingCreditor:
    """The creditor that a section names."""
    from fordran.actions.accounting.accounting_creditor import find_accounting_creditor
    from fordran.commands.installation import database_of_run

    own = sections_of(settings, system)[name].creditor
    async with database_of_run(settings) as database, database.connection() as connection:
        creditor = await find_accounting_creditor(connection, own)
    if creditor is None:
        raise NoAccountingSystem(f"[{system}.{name}] names the creditor {own}, which does not exist.")
    return creditor


def sync_now(run: PrintingRun, system: AccountingSystemCode, *, refused: bool) -> None:
    """Fetch overdue invoices of every creditor that has a system, send back what is due, and end with the exit code."""
    with run.opened() as settings:
        sections = sections_of(settings, system)
        if not sections:
            raise NoAccountingSystem(f"The settings have no section [{system}.NAME].")
        pulled, sent = asyncio.run(_sync(settings, system, refused=refused))
    names = ("overdue", "taken", "known", "refused", "later")
    totals = {name: sum(one[name] for one in pulled) for name in names}
    totals |= {f"entries_{name}": sum(one[name] for one in sent) for name in ("sent", "refused", "later")}
    run.show({"creditors": len(pulled)} | totals | ({"outcomes": pulled, "entries": sent} if run.as_json else {}))
    for one in (*pulled, *sent):
        if one["trouble"]:
            say(f"[{system}.{one['name']}]: {one['trouble']}")
    is_left = len(pulled) < len(sections) or any(one["trouble"] or one["later"] for one in (*pulled, *sent))
    raise typer.Exit(2 if is_left else 0)


async def _sync(
    settings: Settings, system: AccountingSystemCode, *, refused: bool
) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """The counts of what was read from and sent to each creditor's. One that somebody else reads just now is left to that."""
    from fordran.commands.installation import database_of_run
    from fordran.outside.accounting import accounting_of, invoices_of

    pulls, entries = invoices_of(settings, system), accounting_of(settings, system)
    assert pulls is not None
    assert entries is not None
    async with database_of_run(settings) as database:
        pulled = await pulls.pull_all(database.transaction, clock.now(), at_once=True)
        sent = await entries.send_all(database.transaction, clock.now(), at_once=True, refused=refused)
    names = {one.creditor: name for name, one in sections_of(settings, system).items()}
    return (
        [{"name": names[creditor]} | asdict(counts) for creditor, counts in pulled.items()],
        [{"name": names[creditor]} | asdict(counts) for creditor, counts in sent.items()],
    )


def trouble_sentence(system: AccountingSystemCode, trouble: AccountingTrouble) -> str:
    """Why a system did not give what was asked for, as a sentence."""
    from fordran.domain.languages import ENGLISH
    from fordran.domain.message import ListValue, Message
    from fordran.texts.catalogue import texts

    reason = ListValue("accounting_reason", trouble.reason)
    code = ACCOUNTING_SYSTEMS[system].said_trouble
    return texts(ENGLISH).say(Message(code, reason=reason, error=trouble.code or "-"))
