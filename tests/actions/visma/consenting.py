"""An office whose creditor has consented to its Visma eAccounting being read and written, before the stand-in."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from dataclasses import dataclass, field, replace
from datetime import date, time
from typing import Any

import pytest

from fordran import clock
from fordran.accounting_sections import VismaSection
from fordran.actions.accounting.accounting_creditor import AccountingCreditor, find_accounting_creditor
from fordran.actions.accounting.kept_tokens import KeptTokens, holding_tokens
from fordran.actions.accounting.pull_invoices import InvoicePulls, PullCounts
from fordran.actions.accounting.reconcile import invoice_cases, reconcile
from fordran.actions.accounting.send_entries import AccountingEntries, SendCounts
from fordran.actions.accounting.visma_entries import VismaEntries
from fordran.outside.accounting import accounts_of
from fordran.outside.visma import Visma
from tests.actions.flow.days import NOON, Days
from tests.actions.office import Office, open_office
from tests.actions.payouts.payout_desk import CREDITOR
from tests.outside.visma_hall import SECTION, VismaHall

DAY = date(2026, 9, 1)


@dataclass
class Consenting:
    """The office, and the days on which its creditor's Visma is pulled from and written to."""

    days: Days
    office: Office
    hall: VismaHall = field(default_factory=VismaHall)
    client: str = "client"
    kept: dict[str, bytes] = field(default_factory=dict)

    @property
    def section(self) -> VismaSection:
        return replace(SECTION, creditor=self.office.creditor, client=self.client)

    @property
    def tokens(self) -> KeptTokens:
        return KeptTokens(self.days.transaction, self.office.creditor, self.section.secret)

    @property
    def visma(self) -> Visma:
        return self.hall.visma(self.tokens, self.section)

    async def creditor(self) -> AccountingCreditor:
        async with self.days.transaction() as tx:
            found = await find_accounting_creditor(tx, self.office.creditor)
        assert found is not None
        return found

    async def consent(self) -> None:
        """The creditor consents to the client."""
        token = self.hall.stand_in.consented(self.client)
        await self.tokens.keep_first(await self.creditor(), token, clock.now())

    def pulls(self) -> InvoicePulls:
        visma, section = self.visma, self.section
        return InvoicePulls(
            self.kept.__setitem__,
            {self.office.creditor: holding_tokens(visma, visma, section.creditor, section.secret)},
        )

    @property
    def entries(self) -> AccountingEntries:
        visma, section = self.visma, self.section
        system = VismaEntries(visma, accounts_of(section))
        return AccountingEntries(
            {self.office.creditor: holding_tokens(system, visma, section.creditor, section.secret)}
        )

    async def pull(self, day: date = DAY, hour: time = NOON, *, at_once: bool = False) -> PullCounts | None:
        """Pull on a day; None where it is not due."""
        now = self.days.at(day, hour)
        done = await self.pulls().pull_all(self.days.transaction, now, at_once=at_once)
        return done.get(self.office.creditor)

    async def send(self, day: date = DAY, hour: time = NOON, **given: bool) -> SendCounts:
        """Send entries back on a day."""
        now = self.days.at(day, hour)
        done = await self.entries.send_all(self.days.transaction, now, **given)
        return done[self.office.creditor]

    async def cases(self) -> dict[str, dict[str, Any]]:
        """The creditor's cases by their invoice numbers."""
        where = json.dumps({"creditor": self.office.creditor})
        found = (await self.office.get("cases", where=where, max_results=100))["_items"]
        return {one["debt"]["invoice_number"]: one for one in found}

    async def case(self, number: int = 2001) -> str:
        found: str = (await self.cases())[str(number)]["_id"]
        return found

    async def items(self, kind: str) -> list[dict[str, Any]]:
        """The creditor's open work items of a kind, the oldest first."""
        where = json.dumps({"creditor": self.office.creditor, "kind": kind})
        found = (await self.office.get("work--items", where=where, sort="_id", max_results=100))["_items"]
        return [one for one in found if "resolved" not in one]

    async def differences(self, day: date = DAY) -> dict[str, tuple[str, int | None, int | None]]:
        """What the reconciliation lists: number → finding, öre there, öre here."""
        async with self.days.transaction() as tx:
            cases = await invoice_cases(tx, await self.creditor())
        found = await reconcile(self.visma, cases, day)
        return {one.number: (one.finding, one.there, one.here) for one in found}

    def booked(self) -> list[tuple[str, str, dict[int, float]]]:
        """The vouchers: day, text without the mark, kronor by account, debit positive."""
        return [
            (
                one["VoucherDate"][:10],
                one["VoucherText"].rpartition(" (")[0],
                {row["AccountNumber"]: row["DebitAmount"] - row["CreditAmount"] for row in one["Rows"]},
            )
            for one in self.hall.stand_in.vouchers
        ]


@pytest.fixture
async def consenting(days: Days) -> AsyncIterator[Consenting]:
    days.at(DAY)
    office = await open_office(days.app, organization_no="556016-0680", **CREDITOR)
    made = Consenting(days, office)
    await made.consent()
    yield made
    await office.client.aclose()
