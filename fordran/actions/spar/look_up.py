"""Look people up in SPAR before letters to them are made: who is due is claimed, asked for outside any transaction, and noted.

The rule is in docs/spar.md.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import TypedDict

from fordran import clock
from fordran.actions.outbox.wait_for_lookup import CUSTOMER_OF_ENVELOPE, NEEDS_LOOKUP
from fordran.actions.spar.note_answer import AskedPerson, note_answer
from fordran.domain.spar.person import SparAnswer
from fordran.store.connections.clock_lock import Begin, may_do_business
from fordran.store.connections.database import Connection
from fordran.store.connections.typed_rows import fetch_rows
from fordran.store.upkeep.installation import business_now

AT_ONCE = 8
"""How many people are asked for at the same time."""
CLAIMED_TOGETHER = 64
CLAIMED_FOR = timedelta(minutes=5)
"""How long a claim keeps others from asking for the same people. All of them are asked for within half of that."""


@dataclass(frozen=True)
class PersonLookups:
    """How an installation looks people up."""

    days: int
    """How long an answer holds."""
    ask: Callable[[str, date], Awaitable[SparAnswer]]
    """Asks for the person with a number of twelve digits, on a day. Whatever happens, it answers."""

    async def look_up_all(self, begin: Begin, now: datetime) -> None:
        """Look up everybody who is due now."""
        while await look_up_some(begin, self, now):
            pass


_IS_FREE = "(a.claimed_until is null or a.claimed_until <= $2) and (a.next_try is null or a.next_try <= $1)"
_DUE = f"""
with due as (
    select e.account_id, c.id, c.id_number_compact as number, e.next_attempt as since
    from envelopes e {CUSTOMER_OF_ENVELOPE}
    where e.status = 'queued' and e.next_attempt <= $1 and {NEEDS_LOOKUP} and {_IS_FREE}
    union all
    select s.account_id, c.id, c.id_number_compact, $1::timestamptz
    from customer_details s
    join customers c on c.account_id = s.account_id and c.id = s.customer_id
    left join spar_answers a on a.account_id = s.account_id and a.id = s.customer_id
    where (s.returned_address is not null or s.unknown_address is not null)
      and (s.returned_address = address_hash(s.address) or s.unknown_address = address_hash(s.address))
      and {NEEDS_LOOKUP} and {_IS_FREE}
      and exists (select 1 from cases k where k.account_id = s.account_id and k.customer_id = s.customer_id and k.closed is null))
select account_id, id, number from due group by account_id, id, number order by min(since), id limit {CLAIMED_TOGETHER}
"""
CLAIM = """
insert into spar_answers (account_id, id, created, updated, customer_id, number, outcome, first_tried, claimed_until)
values ($1, $2, $3, $3, $2, $4, 'retrying', $6, $5)
on conflict (account_id, id) do update
set claimed_until = excluded.claimed_until, first_tried = coalesce(spar_answers.first_tried, excluded.first_tried)
where spar_answers.claimed_until is null or spar_answers.claimed_until <= $3
returning first_tried
"""


class _DueRow(TypedDict):
    account_id: str
    id: str
    number: str


async def look_up_some(begin: Begin, lookups: PersonLookups, now: datetime, *, alone: bool = True) -> int:
    """Look up some of those who are due; how many. One who is not `alone` leaves the days to a mover of the clock."""
    async with begin() as tx:
        if not alone and not await may_do_business(tx):
            return 0
        people = await _claim(tx, lookups.days, now)
        day = clock.stockholm_date(await business_now(tx, now))
    turns = asyncio.Semaphore(AT_ONCE)

    async def asked(person: AskedPerson) -> SparAnswer:
        async with turns:
            return await lookups.ask(person.number, day)

    answers = await asyncio.gather(*(asked(person) for person in people))
    for person, answer in zip(people, answers, strict=True):
        async with begin() as tx:
            await note_answer(tx, person, answer, now)
    return len(people)


async def _claim(tx: Connection, days: int, now: datetime) -> list[AskedPerson]:
    then = await business_now(tx, now)
    rows = await fetch_rows(tx, _DueRow, _DUE, then, now, clock.stockholm_date(then), days)
    claimed = []
    for row in rows:
        first_tried: datetime | None = await tx.fetchval(
            CLAIM, row["account_id"], row["id"], now, row["number"], now + CLAIMED_FOR, then
        )
        if first_tried is not None:
            claimed.append(AskedPerson(row["account_id"], row["id"], row["number"], first_tried))
    return claimed
