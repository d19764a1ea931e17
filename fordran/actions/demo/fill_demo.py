"""Fill an empty installation with a demo: a partner, an account, two creditors, an API client that sees them, and in a
sandbox a portfolio with a case in every state.

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
from fordran.actions.days.run_day import Means, run_day
from fordran.actions.days.set_clock import Tell
from fordran.actions.demo.player import Player
from fordran.actions.demo.staff import add_demo_people
from fordran.actions.demo.stories import PORTFOLIO
from fordran.actions.keep_file import Put
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
"""How long ago the demo's history begins."""
STORIES = [(DAYS - first, story) for first, story in PORTFOLIO]
"""Each with the day of the history on which it begins."""


@dataclass(frozen=True)
class Demo:
    api_code: str


async def fill_demo(
    tx: Connection, put: Put, operator: Operator, now: datetime, tell: Tell = lambda *_: None
) -> Demo | None:
    """The demo, all of it or nothing; None where the installation is not empty."""
    if await tx.fetchval("select exists (select 1 from accounts)"):
        return None
    is_sandbox = (await read_installation(tx)).sandbox
    begins = clock.business(now, -DAYS) if is_sandbox else now
    partner = await add_partner(
        tx, name="Demopartner AB", integration_id="demo", organization_no="5566778899", now=begins
    )
    account, creditors = await add_business(tx, Caller(user="", name="demo", level=PARTNER, partner=partner), begins)
    await add_demo_people(tx, account, creditors[0], now)
    client = await add_client(tx, name="Demo client", partner=partner, networks=LOOPBACK, now=now)
    if is_sandbox:
        # A real installation's letters would be real, too.
        await _live(tx, Player(account, creditors, STORIES, operator), Means(put, operator), now, tell)
    return Demo(client.api_code)


async def _live(tx: Connection, player: Player, means: Means, now: datetime, tell: Tell) -> None:
    """Let the days pass until today, each run to its end."""

    @asynccontextmanager
    async def portion() -> AsyncIterator[Connection]:
        # Nothing of a day is undone by itself here: it is all or nothing.
        yield tx

    for day in range(DAYS + 1):
        then = clock.business(now, day - DAYS)
        await player.play(transactions_of(tx), day, then)
        await run_day(portion, means, then)
        tell(day, DAYS)


async def add_business(tx: Connection, caller: Caller, now: datetime) -> tuple[str, list[str]]:
    """An account with two creditors; their ids."""
    first = _creditor("Nordisk Kontorsvaruhandel", "5560160680", "991-2346", "Kontorsvaror")
    business = {
        "name": "Nordisk Kontorsvaruhandel AB",
        "organization_no": "5560160680",
        "agreement_address": ADDRESS,
        "initial_creditor_data": first,
    }
    account = await create_account(tx, caller, read(AccountInput, business), now)
    second = _creditor("Nordisk Kontorsservice", "5561034249", "5050-1055", "Kontorsservice")
    other = await create_creditor(tx, caller, read(CreditorInput, second | {"account": account.id}), now)
    return account.id, [account.creditor, other]


def _creditor(name: str, organization_no: str, bankgiro: str, debt: str) -> dict[str, object]:
    return {
        "name": name,
        "organization_no": organization_no,
        "standard_debt_description": debt,
        "sender_address": ADDRESS,
        "invoice_address": ADDRESS,
        "payout_details": {"sek": {"bankgiro": bankgiro}},
        "default_letter_locale": "sv",
    }
