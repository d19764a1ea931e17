"""A payout desk: a creditor whose cases are paid on days of our choosing, and what is paid out of that."""

from __future__ import annotations

import itertools
import json
from collections import Counter
from dataclasses import dataclass
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

from fordran.actions.books.journal_lines import POSTINGS
from fordran.actions.cases.book import book
from fordran.actions.cases.case_facts import SYSTEM, ReversedPayment, StoredFact
from fordran.actions.cases.locked_case import lock_case
from fordran.actions.payouts.export_payouts import Exported, Exporter, export_payouts
from fordran.actions.payouts.prepare_payouts import PreparationResult, prepare_payouts
from fordran.actions.proof.payouts import check_payouts
from fordran.api.app import Api
from fordran.domain.books.journal import recalled, received
from fordran.domain.claims.facts import Fee, PaymentFact
from fordran.operator import Operator
from fordran.outside.media import MediaFolder
from fordran.outside.order_files import OrderFile
from fordran.store.connections.database import Database
from fordran.store.rows.ids import new_id
from tests.actions.office import Office, open_office

_numbers = itertools.count(1)

CREDITOR = {"case_config": {}, "payout_details": {"sek": {"bankgiro": "991-2346"}}}


def noon(day: date) -> datetime:
    return datetime(day.year, day.month, day.day, 11, tzinfo=UTC)


@dataclass
class PayoutDesk:
    office: Office
    folder: Path
    four_eyes: str = "off"
    """Other tests than those of it need no second person."""

    @property
    def database(self) -> Database:
        return self.office.app.database

    # Cases and their money ----------------------------------------------------------------------------------------------------

    async def debt(self, kronor: float = 1000, **changes: Any) -> str:
        """A case whose interest is nothing, so that amounts are easy to follow."""
        no_interest = {"interest_rate": {"reference_rate": False, "rate_percent": 0}}
        body = self.office.case_body(self.office.debt(kronor, **changes), case_settings=no_interest)
        made: str = (await self.office.post("case--registrations", body))["_cases"][0]
        return made

    async def charge(self, case: str, article: str, ore: int, day: date) -> None:
        """A fee of ours."""
        await self._book(case, day, lambda known: StoredFact(Fee(new_id(), day, article, ore), known, SYSTEM))

    async def differences(self) -> list[Any]:
        """Differences that `verify` finds, except for fees, which are charged here without letters."""
        return [one for one in await self.office.differences() if one.what != "ground of a fee"]

    async def paid(self, case: str, ore: int, day: date, reached_us: bool = True, booked_on: date | None = None) -> str:
        """A payment that reached us on a day, and was booked on it or later; its id."""
        id_ = new_id()
        fact = PaymentFact(id_, day, ore, reached_us=reached_us)
        moved = received(ore, day) if reached_us else ()
        await self._book(case, booked_on or day, lambda known: StoredFact(fact, known, SYSTEM), moved)
        return id_

    async def taken_back(self, case: str, payment: str, ore: int, day: date) -> None:
        """The bank recalled a payment."""
        await self._book(case, day, lambda known: ReversedPayment(new_id(), payment, day, known, SYSTEM), recalled(ore))

    async def _book(self, case: str, day: date, fact: Any, more: Any = ()) -> None:
        now = noon(day)
        async with self.database.transaction() as tx:
            locked = await lock_case(tx, case, self.office.creditor, self.office.account, now)
            assert locked is not None
            await book(tx, locked, [fact(locked.business_now)], now, more)

    # Payouts ------------------------------------------------------------------------------------------------------------------

    async def prepare(self, day: date) -> PreparationResult:
        async with self.database.transaction() as tx:
            return await prepare_payouts(tx, self.office.account, noon(day))

    def file(self) -> Path:
        return self.folder / f"order-{next(_numbers)}.xml"

    def exporter(self, path: Path) -> Exporter:
        return Exporter(Operator(), MediaFolder(self.folder / "media").put, OrderFile(path), self.four_eyes)

    async def export(self, day: date, path: Path | None = None) -> Exported | None:
        return await export_payouts(self.database, self.exporter(path or self.file()), noon(day))

    async def payouts(self, **where: Any) -> list[dict[str, Any]]:
        return await self._listed("finance--payouts", where)

    async def payout(self, category: str = "capital") -> dict[str, Any]:
        """The only payout of a category."""
        (one,) = await self.payouts(finance_category=category)
        return one

    async def specifications(self, **where: Any) -> list[dict[str, Any]]:
        return await self._listed("finance--payout-specifications", where)

    async def _listed(self, resource: str, where: dict[str, Any]) -> list[dict[str, Any]]:
        chosen = json.dumps({"creditor": self.office.creditor} | where)
        page = await self.office.get(resource, where=chosen, max_results="100")
        return list(page["_items"])

    # The books ----------------------------------------------------------------------------------------------------------------

    async def balances(self) -> Counter[int]:
        """The balance of each ledger account, over everything."""
        async with self.database.connection() as connection:
            rows = await connection.fetch(
                f"select ledger_account, sum(amount)::bigint as amount from ({POSTINGS}) p group by ledger_account"
            )
        return Counter({row["ledger_account"]: row["amount"] for row in rows})

    async def wrong(self) -> list[str]:
        """What verifying payouts finds."""
        async with self.database.transaction() as tx:
            return [str(found) async for found in check_payouts(tx, lambda *_: None)]


async def open_desk(app: Api, folder: Path, **creditor: Any) -> PayoutDesk:
    """A desk with an account and a creditor of its own."""
    return PayoutDesk(await open_office(app, **(CREDITOR | creditor)), folder)
