"""Check debtor companies with Bolagsverket: who is due is claimed, asked for outside any transaction, and noted."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TypeAlias, TypedDict

from fordran import clock
from fordran.actions.companies.note_company import CheckedCompany, note_company, note_trouble
from fordran.actions.outbox.wait_for_check import NEEDS_CHECK
from fordran.formats.bolagsverket import CompanyAnswer
from fordran.store.connections.clock_lock import Begin, may_do_business
from fordran.store.connections.database import Connection
from fordran.store.connections.typed_rows import fetch_rows
from fordran.store.upkeep.installation import business_now

AskCompany: TypeAlias = Callable[[str], Awaitable[CompanyAnswer]]
"""Asks about an organisation's number; raises `CheckTrouble` where there is no whole answer."""

CLAIMED_TOGETHER = 10
"""Asked about one after the other: Bolagsverket takes 60 questions a minute."""
CLAIMED_FOR = timedelta(minutes=5)


class CheckTrouble(Exception):
    """Bolagsverket gave no whole answer. The text has no number."""


@dataclass(frozen=True)
class CompanyChecks:
    """How an installation checks companies."""

    ask: AskCompany

    async def check_all(self, begin: Begin, now: datetime) -> None:
        """Check every company that is due now."""
        while await check_some(begin, self, now):
            pass


# At registration, and on each day on which a case of it has something to do or a letter about one waits.
_DUE = f"""
select c.account_id, c.id, c.id_number_compact as number from customers c
left join company_answers a on a.account_id = c.account_id and a.id = c.id
where {NEEDS_CHECK} and (a.claimed_until is null or a.claimed_until <= $2) and (a.next_try is null or a.next_try <= $1)
  and exists (select 1 from cases k where k.account_id = c.account_id and k.customer_id = c.id and k.closed is null
              and (a.id is null or a.number <> c.id_number_compact or k.next_step_date <= $3::date
                   or exists (select 1 from envelopes e where e.account_id = k.account_id
                              and e.customer_id = k.customer_id and e.status = 'queued' and e.next_attempt <= $1)))
order by c.account_id, c.id limit {CLAIMED_TOGETHER}
"""
_CLAIM = """
insert into company_answers (account_id, id, created, updated, customer_id, number, outcome, first_tried, claimed_until)
values ($1, $2, $3, $3, $2, $4, 'retrying', $6, $5)
on conflict (account_id, id) do update
set claimed_until = excluded.claimed_until, first_tried = coalesce(company_answers.first_tried, excluded.first_tried)
where company_answers.claimed_until is null or company_answers.claimed_until <= $3
returning first_tried
"""


class _DueRow(TypedDict):
    account_id: str
    id: str
    number: str


async def check_some(begin: Begin, checks: CompanyChecks, now: datetime, *, alone: bool = True) -> int:
    """Check some of those that are due; how many. One who is not `alone` leaves the days to a mover of the clock."""
    async with begin() as tx:
        if not alone and not await may_do_business(tx):
            return 0
        companies = await _claim(tx, now)
    for company in companies:
        try:
            answer = await checks.ask(company.number)
        except CheckTrouble as trouble:
            async with begin() as tx:
                await note_trouble(tx, company, str(trouble), now)
            continue
        async with begin() as tx:
            await note_company(tx, company, answer, now)
    return len(companies)


async def _claim(tx: Connection, now: datetime) -> list[CheckedCompany]:
    then = await business_now(tx, now)
    rows = await fetch_rows(tx, _DueRow, _DUE, then, now, clock.stockholm_date(then))
    claimed = []
    for row in rows:
        first: datetime | None = await tx.fetchval(
            _CLAIM, row["account_id"], row["id"], now, row["number"], now + CLAIMED_FOR, then
        )
        if first is not None:
            claimed.append(CheckedCompany(row["account_id"], row["id"], row["number"], first))
    return claimed
