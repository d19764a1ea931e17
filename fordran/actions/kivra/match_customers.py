"""Ask Kivra, once a day and many at a time, whom of the people with open cases it reaches. The rule is in docs/kivra.md.

Nothing is asked within a transaction. An answer that was lost is asked for again: asking changes nothing at Kivra.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from datetime import date, datetime
from typing import TypeAlias, TypedDict

from fordran import clock
from fordran.formats.kivra import MOST_NUMBERS
from fordran.store.connections.clock_lock import Begin, may_do_business
from fordran.store.connections.typed_rows import fetch_rows
from fordran.store.upkeep.installation import business_now

MatchNumbers: TypeAlias = Callable[[Sequence[str]], Awaitable[frozenset[str]]]
"""Asks which of some numbers Kivra reaches; raises `MatchTrouble`."""

JOB = "match people with Kivra"
"""The job of the worker that asks."""


class MatchTrouble(Exception):
    """Kivra did not say whom it reaches. The text has no number of a person."""


class _DueRow(TypedDict):
    account_id: str
    id: str
    number: str


_DUE = """
select c.account_id, c.id, c.id_number_compact as number from customers c
left join kivra_matches m on m.account_id = c.account_id and m.id = c.id
where c.is_person and c.id_number_status = 'valid' and c.id_number_compact ~ '^[0-9]{12}$'
  and not c.is_protected and c.deceased_on is null and c.erasure is null
  and (m.id is null or m.number <> c.id_number_compact or m.asked < $1::date)
  and exists (select 1 from cases k where k.account_id = c.account_id and k.customer_id = c.id and k.closed is null)
order by c.account_id, c.id limit $2
"""
_KEEP = """
insert into kivra_matches (account_id, id, created, updated, customer_id, number, is_matched, asked)
select $1, g.id, $2, $2, g.id, g.number, g.is_matched, $3
from unnest($4::text[], $5::text[], $6::boolean[]) as g (id, number, is_matched)
on conflict (account_id, id) do update
set number = excluded.number, is_matched = excluded.is_matched, asked = excluded.asked, updated = excluded.updated,
    revision = kivra_matches.revision + 1
"""


async def match_customers(
    begin: Begin, match: MatchNumbers, now: datetime, *, alone: bool = True, most: int = MOST_NUMBERS
) -> int:
    """Ask about some of those who are due; how many. One who is not `alone` leaves the days to a mover of the clock."""
    async with begin() as tx:
        if not alone and not await may_do_business(tx):
            return 0
        day = clock.stockholm_date(await business_now(tx, now))
        due = await fetch_rows(tx, _DueRow, _DUE, day, most)
    if not due:
        return 0
    reached = await match(sorted({row["number"] for row in due}))
    by_account: dict[str, list[_DueRow]] = {}
    for row in due:
        by_account.setdefault(row["account_id"], []).append(row)
    for account, rows in by_account.items():
        await _keep(begin, account, rows, reached, day, now)
    return len(due)


async def match_all(begin: Begin, match: MatchNumbers, now: datetime) -> None:
    """Ask about all who are due. Where Kivra does not answer, post goes on by its answer before."""
    try:
        while await match_customers(begin, match, now):
            pass
    except MatchTrouble:
        return


async def _keep(
    begin: Begin, account: str, rows: Sequence[_DueRow], reached: frozenset[str], day: date, now: datetime
) -> None:
    ids, numbers = [row["id"] for row in rows], [row["number"] for row in rows]
    async with begin() as tx:
        await tx.execute(_KEEP, account, now, day, ids, numbers, [number in reached for number in numbers])
