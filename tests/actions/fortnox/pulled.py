"""An office whose creditor has Fortnox, before the stand-in."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from dataclasses import dataclass, field, replace
from datetime import date, time
from typing import Any

import pytest

from fordran.accounting_sections import FortnoxSection
from fordran.actions.accounting.fortnox_entries import FortnoxEntries
from fordran.actions.accounting.pull_invoices import InvoicePulls, PullCounts
from fordran.actions.accounting.send_entries import AccountingEntries, SendCounts
from fordran.outside.accounting import accounts_of
from fordran.outside.fortnox import Fortnox
from tests.actions.flow.days import NOON, Days
from tests.actions.office import Office, open_office
from tests.actions.payouts.payout_desk import CREDITOR
from tests.outside.fortnox_hall import SECTION, FortnoxHall

DAY = date(2026, 9, 1)
ACCOUNTS = accounts_of(SECTION)


@dataclass
class Pulled:
    """An office whose creditor has Fortnox, and the days on which it is pulled from."""

    days: Days
    office: Office
    hall: FortnoxHall = field(default_factory=FortnoxHall)
    tenant: str = "1234567"
    kept: dict[str, bytes] = field(default_factory=dict)

    @property
    def section(self) -> FortnoxSection:
        return replace(SECTION, creditor=self.office.creditor, tenant=self.tenant, write_back="on")

    @property
    def fortnox(self) -> Fortnox:
        return self.hall.fortnox(self.section, write_back="off")

    def pulls(self) -> InvoicePulls:
        fortnox = self.fortnox
        return InvoicePulls(self.kept.__setitem__, {self.office.creditor: lambda _: fortnox})

    @property
    def entries(self) -> AccountingEntries:
        """How entries go back, where that is on."""
        system = FortnoxEntries(self.hall.fortnox(self.section), ACCOUNTS)
        return AccountingEntries({self.office.creditor: lambda _: system})

    async def send(self, day: date = DAY, hour: time = NOON, **given: bool) -> SendCounts:
        """Send entries back on a day."""
        now = self.days.at(day, hour)
        done = await self.entries.send_all(self.days.transaction, now, **given)
        return done[self.office.creditor]

    async def states(self) -> list[tuple[str, int, str]]:
        """The creditor's entries: kind, öre, state."""
        async with self.days.transaction() as tx:
            rows = await tx.fetch(
                "select kind, amount, state from accounting_entries where creditor_id = $1 order by id",
                self.office.creditor,
            )
        return [(row["kind"], row["amount"], row["state"]) for row in rows]

    async def pull(self, day: date = DAY, hour: time = NOON, *, at_once: bool = False) -> PullCounts | None:
        """Pull on a day; None where it is not due."""
        now = self.days.at(day, hour)
        done = await self.pulls().pull_all(self.days.transaction, now, at_once=at_once)
        return done.get(self.office.creditor)

    async def cases(self) -> dict[str, dict[str, Any]]:
        """The creditor's cases by their invoice numbers."""
        where = json.dumps({"creditor": self.office.creditor})
        found = (await self.office.get("cases", where=where, max_results=100))["_items"]
        return {one["debt"]["invoice_number"]: one for one in found}

    async def items(self, kind: str) -> list[dict[str, Any]]:
        """The creditor's open work items of a kind, the oldest first."""
        where = json.dumps({"creditor": self.office.creditor, "kind": kind})
        found = (await self.office.get("work--items", where=where, sort="_id", max_results=100))["_items"]
        return [one for one in found if "resolved" not in one]

    async def refusals(self) -> dict[str, str]:
        """Why invoices could not be taken, by their numbers."""
        async with self.days.transaction() as tx:
            rows = await tx.fetch(
                "select document_number, refusal from fortnox_invoices where creditor_id = $1 and case_id is null",
                self.office.creditor,
            )
        return {row["document_number"]: row["refusal"] for row in rows}

    async def state(self) -> dict[str, Any]:
        async with self.days.transaction() as tx:
            return dict(await tx.fetchrow("select * from fortnox_pulls where id = $1", self.office.creditor))


@pytest.fixture
async def pulled(days: Days) -> AsyncIterator[Pulled]:
    days.at(DAY)
    office = await open_office(days.app, organization_no="556016-0680", **CREDITOR)
    yield Pulled(days, office)
    await office.client.aclose()
