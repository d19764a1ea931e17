"""Fill an empty installation with a demo: a partner, an account, two creditors, an API client that sees them, and in a
sandbox a portfolio with a case in every state, and a year of business beside it where one is asked for.

The portfolio has a history: its stories are played from some months ago until today, every day run to its end as by the
worker. The business clock is not moved by it; the demo's today is everybody's.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import datetime

from fordran import clock
from fordran.actions.accounts.add_client import add_client
from fordran.actions.accounts.add_partner import add_partner
from fordran.actions.accounts.create_account import create_account
from fordran.actions.accounts.create_creditor import create_creditor
from fordran.actions.days.run_day import DAY, PRINT_INVOICES, DayServices, run_day
from fordran.actions.days.set_clock import Tell
from fordran.actions.demo.bank_account import DemoBankAccount
from fordran.actions.demo.debtors_deeds import BLANK_PDF
from fordran.actions.demo.pay_creditors import pay_creditors
from fordran.actions.demo.player import StoryPlayer
from fordran.actions.demo.staff import add_demo_people
from fordran.actions.demo.stories import PORTFOLIO
from fordran.actions.demo.year import WEEK, YEAR
from fordran.actions.demo.year import year as year_of
from fordran.actions.keep_file import Put
from fordran.actions.keep_mandate import keep_mandate
from fordran.actions.payouts.export_payouts import Exporter, OrderFiles
from fordran.operator import Operator
from fordran.resources.accounts import AccountInput
from fordran.resources.creditors import CreditorInput
from fordran.shape.fields import read
from fordran.store.connections.clock_lock import transactions_of
from fordran.store.connections.database import Connection
from fordran.store.reading.scope import PARTNER, Caller
from fordran.store.upkeep.installation import read_installation

ADDRESS = {"address_line_1": "Storgatan 1", "zip_code": "111 22", "city": "Stockholm", "country": "SE"}
# Anybody on the machine that the demo runs on; a real client is let in from its own address.
LOOPBACK = ("127.0.0.0/8", "::1")
DAYS = max(first for first, _ in PORTFOLIO)
"""How long ago the history of the portfolio begins."""
DAY_BY_DAY = 42
LOOKED_AT = (7, 28, 112)
"""After which days the server looks at the tables, which were empty: nobody else does within a transaction, and what it
believed of them at first has it read all of an account's rows for one."""
BUT_PRINTING = tuple(thing for thing in DAY if thing is not PRINT_INVOICES)


@dataclass(frozen=True)
class Demo:
    api_code: str


@dataclass(frozen=True)
class DemoYear:
    """A year of business: how many invoices, and where the orders to the bank go that are written in it."""

    invoices: int
    orders: OrderFiles


async def fill_demo(
    tx: Connection,
    put: Put,
    operator: Operator,
    now: datetime,
    tell: Tell = lambda *_: None,
    year: DemoYear | None = None,
) -> Demo | None:
    """The demo, all of it or nothing; None where the installation is not empty."""
    if not await is_empty(tx):
        return None
    is_sandbox = (await read_installation(tx)).sandbox
    days = (YEAR if year else DAYS) if is_sandbox else 0
    begins = clock.business(now, -days)
    partner = await add_partner(
        tx, name="Demopartner AB", integration_id="demo", organization_no="5566778899", now=begins
    )
    caller = Caller(user="", name="demo", level=PARTNER, partner=partner)
    account, creditors = await add_business(tx, caller, begins, put, approvals=1 if year else 0)
    await add_demo_people(tx, account, creditors[0], begins)
    client = await add_client(tx, name="Demo client", partner=partner, networks=LOOPBACK, now=now)
    if is_sandbox:
        # A real installation's letters would be real, too.
        stories = [(days - first, story) for first, story in PORTFOLIO]
        stories += year_of(year.invoices) if year else []
        bank = DemoBankAccount(operator.bank_account)
        player = StoryPlayer(account, creditors, stories, operator, put=put, account_of_bank=bank)
        await _live(tx, player, DayServices(put, operator), DemoPeriod(now, days), tell, year)
    return Demo(client.api_code)


async def is_empty(tx: Connection) -> bool:
    """Whether the installation has nothing of anybody's, so that a demo may be put into it."""
    return not await tx.fetchval("select exists (select 1 from accounts)")


@dataclass(frozen=True)
class DemoPeriod:
    """Days up to now."""

    now: datetime
    days: int

    def on(self, day: int) -> datetime:
        return clock.business(self.now, day - self.days)


def _lived(days: int) -> list[int]:
    """The days that are lived one by one: all of the last weeks, and of those before them one a week."""
    return [day for day in range(days + 1) if day % WEEK == 0 or day >= days - DAY_BY_DAY]


async def _live(
    tx: Connection, player: StoryPlayer, means: DayServices, span: DemoPeriod, tell: Tell, year: DemoYear | None
) -> None:
    """Let the days pass until today, each run to its end."""

    @asynccontextmanager
    async def portion() -> AsyncIterator[Connection]:
        # Nothing of a day is undone by itself here: it is all or nothing.
        yield tx

    exporter = Exporter(means.operator, means.put, year.orders) if year else None
    for day in _lived(span.days):
        then = span.on(day)
        await player.play(transactions_of(tx), day, then)
        # Thousands of invoices are printed by the worker when the demo is served, the oldest first.
        await run_day(portion, means, then, BUT_PRINTING if year else DAY)
        if exporter and day % WEEK == 0 and day < span.days - WEEK:
            await pay_creditors(tx, exporter, then)
        if day in LOOKED_AT:
            await tx.execute("analyze")
        tell(day, span.days)


async def add_business(
    tx: Connection, caller: Caller, now: datetime, put: Put | None = None, *, approvals: int = 0
) -> tuple[str, list[str]]:
    """An account with two creditors; their ids. So many people approve what is paid to the second of them.

    Where a file can be put, each has given a power of attorney for applications.
    """
    first = _creditor("Nordisk Kontorsvaruhandel", "5560160680", "991-2346", "Kontorsvaror")
    business = {
        "name": "Nordisk Kontorsvaruhandel AB",
        "organization_no": "5560160680",
        "agreement_address": ADDRESS,
        "initial_creditor_data": first,
    }
    account = await create_account(tx, caller, read(AccountInput, business), now)
    second = _creditor("Nordisk Kontorsservice", "5561034249", "5050-1055", "Kontorsservice")
    agreed = {"case_config": {"payout_approvals": approvals}} if approvals else {}
    other = await create_creditor(tx, caller, read(CreditorInput, second | agreed | {"account": account.id}), now)
    creditors = [account.creditor, other]
    if put is not None:
        for creditor in creditors:
            await keep_mandate(tx, caller, put, creditor, "fullmakt.pdf", "application/pdf", BLANK_PDF, now)
    return account.id, creditors


def _creditor(name: str, organization_no: str, bankgiro: str, debt: str) -> dict[str, object]:
    return {
        "name": name,
        "organization_no": organization_no,
        "standard_debt_description": debt,
        "sender_address": ADDRESS,
        "invoice_address": ADDRESS,
        "payout_details": {"sek": {"bankgiro": bankgiro}},
        "default_letter_locale": "sv",
        "reminder_fee_terms": {"agreed": True, "valid_from": "2020-01-01", "attested_by": "Eva Ekonom"},
    }
