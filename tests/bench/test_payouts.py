"""The measure of payouts fits the schema, though no run asks for it by default."""

from __future__ import annotations

import pytest

from fordran import clock
from fordran.actions.accounts.add_partner import add_partner
from fordran.actions.demo.fill_demo import add_business
from fordran.actions.payouts.prepare_payouts import PreparationResult, accounts_to_prepare, prepare_payouts
from fordran.store.connections.database import Database
from fordran.store.reading.scope import PARTNER, Caller
from tools.bench.measures import payouts


async def test_all_specifications_that_it_makes_are_gathered(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    now, done = clock.now(), PreparationResult()
    async with database.transaction() as tx:
        partner = await add_partner(tx, name="Partner", integration_id="partner", organization_no="5561034249", now=now)
        await add_business(tx, Caller(user="", name="partner", level=PARTNER, partner=partner), now)
        monkeypatch.setattr(payouts, "CREDITORS", await tx.fetchval("select count(*) from creditors"))
        monkeypatch.setattr(payouts, "SPECIFICATIONS", 200)
        await payouts.fill(tx, now)
        for account in await accounts_to_prepare(tx):
            done += await prepare_payouts(tx, account, now)
    assert done.gathered == 200
