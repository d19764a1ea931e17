"""Pages and totals: what is counted without counting is right, whoever writes and folds at once."""

from __future__ import annotations

import asyncio
import random
from typing import Any

import pytest

from fordran import clock
from fordran.actions.accounts.add_partner import add_partner
from fordran.actions.accounts.change_creditor import remove_creditor
from fordran.actions.accounts.create_account import create_account
from fordran.actions.accounts.create_creditor import create_creditor
from fordran.resources.accounts import ACCOUNTS, AccountInput
from fordran.resources.creditors import CREDITORS, CreditorInput
from fordran.shape.fields import read
from fordran.shape.resource import Resource
from fordran.store.connections.database import Database
from fordran.store.reading.listing import Query, read_item, read_page
from fordran.store.reading.scope import ACCOUNT, CREDITOR, PARTNER, SYSTEM, Caller
from fordran.store.rows.rows import fold_tallies

ADDRESS = {"address_line_1": "Storgatan 1", "zip_code": "111 22", "city": "Stockholm"}
CREDITOR_BODY = {"name": "A creditor", "organization_no": "5560160680"}


async def make_account(database: Database, caller: Caller) -> str:
    body = {
        "name": "An account",
        "organization_no": "5560160680",
        "agreement_address": ADDRESS,
        "initial_creditor_data": CREDITOR_BODY,
    }
    async with database.transaction() as tx:
        return (await create_account(tx, caller, read(AccountInput, body), clock.now())).id


async def make_creditor(database: Database, account: str) -> str:
    async with database.transaction() as tx:
        given = read(CreditorInput, CREDITOR_BODY | {"account": account})
        return await create_creditor(tx, SYSTEM, given, clock.now())


async def delete_creditor(database: Database, id_: str) -> None:
    async with database.transaction() as tx:
        item = await read_item(tx, CREDITORS, SYSTEM, id_)
        assert item is not None
        await remove_creditor(tx, SYSTEM, id_, item.etag, clock.now())


async def fold(database: Database) -> int:
    async with database.transaction() as tx:
        return await fold_tallies(tx)


async def total(database: Database, resource: Resource, caller: Caller, **more: Any) -> int:
    async with database.connection() as connection:
        return (await read_page(connection, resource, caller, Query(**more))).total


@pytest.fixture(scope="module")
async def partner(database: Database) -> Caller:
    async with database.transaction() as tx:
        id_ = await add_partner(tx, name="P", integration_id="p", organization_no="5560160680", now=clock.now())
    return Caller(user="", name="", level=PARTNER, partner=id_)


async def test_totals_are_right_while_many_write_and_fold_at_once(database: Database, partner: Caller) -> None:
    accounts = [await make_account(database, partner) for _ in range(3)] + [await make_account(database, SYSTEM)]
    chance = random.Random(7)
    kept: list[str] = []

    async def work(account: str) -> None:
        mine = []
        for _ in range(8):
            mine.append(await make_creditor(database, account))
            if chance.random() < 0.4:
                await delete_creditor(database, mine.pop(chance.randrange(len(mine))))
        kept.extend(mine)

    async def fold_often() -> None:
        for _ in range(10):
            await fold(database)
            await asyncio.sleep(0.005)

    await asyncio.gather(*(work(account) for account in accounts), fold_often(), fold_often())

    async def check() -> None:
        everyone = [SYSTEM, partner]
        everyone += [Caller(user="", name="", level=ACCOUNT, account=account) for account in accounts]
        everyone += [
            Caller(user="", name="", level=CREDITOR, account=accounts[0], creditors=tuple(kept[:3])),
            Caller(user="", name="", level=CREDITOR, account=accounts[0], creditors=(kept[0],)),
            Caller(user="", name="", level=CREDITOR, account=accounts[0], creditors=()),
        ]
        for resource in (CREDITORS, ACCOUNTS):
            for caller in everyone:
                counted = await total(database, resource, caller, where={"_id": {"$exists": True}})
                if caller.level == CREDITOR and resource is CREDITORS:
                    continue
                assert await total(database, resource, caller) == counted, (resource.name, caller)
                assert await total(database, resource, caller, page=999) == counted

    await check()
    while await fold(database):
        pass
    async with database.connection() as connection:
        assert await connection.fetchval("select count(*) from tally_changes") == 0
    await check()


async def test_one_creditors_total_is_its_own(database: Database, partner: Caller) -> None:
    account = await make_account(database, partner)
    creditors = [await make_creditor(database, account) for _ in range(3)]
    for seen in (creditors[:1], creditors[:2], creditors):
        caller = Caller(user="", name="", level=CREDITOR, account=account, creditors=tuple(seen))
        assert await total(database, CREDITORS, caller) == len(seen)
        await fold(database)
        assert await total(database, CREDITORS, caller) == len(seen)


async def test_a_total_is_part_of_the_same_moment_as_its_page(database: Database, partner: Caller) -> None:
    account = await make_account(database, partner)
    caller = Caller(user="", name="", level=ACCOUNT, account=account)
    stop = asyncio.Event()

    async def write() -> None:
        while not stop.is_set():
            await make_creditor(database, account)
            await fold(database)

    writer = asyncio.create_task(write())
    async with database.connection() as connection:
        for _ in range(60):
            page = await read_page(connection, CREDITORS, caller, Query(max_results=100))
            assert page.total == len(page.items) or len(page.items) == 100
    stop.set()
    await writer


async def test_two_who_fold_at_once_do_not_wait_for_each_other(database: Database) -> None:
    async with database.transaction() as first:
        await fold_tallies(first)
        assert await asyncio.wait_for(fold(database), 20) == 0
