"""Turns: the accounts that have something due get it done one after the other, so that none waits for all that another has.

A round is the accounts that had something due when it was asked for. Each gets a portion, and when the last has had its turn a
new round is asked for. What one account has due, be it a million, delays the others by one portion.
"""

from __future__ import annotations

from collections import deque
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import aclosing
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, TypeAlias, TypeVar

from fordran.store.connections.database import Connection
from fordran.store.connections.one_account import is_on_a_cluster

Row = TypeVar("Row")
Ask: TypeAlias = Callable[[], Awaitable[list[str]]]
"""Asks which accounts have something due now."""


@dataclass(frozen=True)
class WaitingRows:
    """Rows that wait for something. An index leads from an account to the first of them, by the column `first`.

    `until` is what has to hold of that column for the row to be due. Both conditions may name parameters.
    """

    table: str
    where: str
    first: str
    until: str = "true"


async def accounts_with(tx: Connection, waiting: WaitingRows, *values: Any) -> list[str]:
    """The accounts that have such a row which is due, in the order of their ids."""
    statement = _in_all_shards(waiting) if is_on_a_cluster(tx) else _from_one_to_the_next(waiting)
    return [row["account_id"] for row in await tx.fetch(statement, *values)]


@lru_cache(maxsize=64)
def _from_one_to_the_next(waiting: WaitingRows) -> str:
    """Looks at one row of each account, however many it has: a `distinct` would read them all, in each round."""
    row = f"select w.account_id, w.{waiting.first} from {waiting.table} w where {waiting.where}"
    return f"""
        with recursive found as (
            ({row} order by w.account_id, w.{waiting.first} limit 1)
            union all
            select n.* from found f cross join lateral (
                {row} and w.account_id > f.account_id order by w.account_id, w.{waiting.first} limit 1) n)
        select w.account_id from found w where {waiting.until}"""


@lru_cache(maxsize=64)
def _in_all_shards(waiting: WaitingRows) -> str:
    """A cluster does not go from row to row over its shards; each looks for the accounts that lie there."""
    return f"""
        select a.id as account_id from accounts a cross join lateral (
            select w.account_id from {waiting.table} w
            where w.account_id = a.id and {waiting.where} and {waiting.until} limit 1) found
        order by a.id"""


@dataclass
class AccountRound:
    """The accounts whose turn is still to come. One worker's, of one duty."""

    left: deque[str] = field(default_factory=deque)

    async def one(self, ask: Ask, do: Callable[[str], Awaitable[int]]) -> int:
        """Do a portion of the account whose turn it is, else of the next that has one; how much, 0 where none has."""
        async with aclosing(self._in_turn(ask)) as accounts:
            async for account in accounts:
                if did := await do(account):
                    return did
        return 0

    async def fill(
        self, ask: Ask, take: Callable[[str, int], Awaitable[list[Row]]], most: int, of: int = 0
    ) -> list[Row]:
        """Take rows of accounts in their turn, up to so many: `take` gets the number that is still wanted.

        With `of`, they are those of so many accounts at the most.
        """
        taken: list[Row] = []
        gave = 0
        async with aclosing(self._in_turn(ask)) as accounts:
            async for account in accounts:
                rows = await take(account, most - len(taken))
                taken += rows
                gave += bool(rows)
                if len(taken) >= most or gave == of > 0:
                    break
        return taken

    async def _in_turn(self, ask: Ask) -> AsyncGenerator[str, None]:
        """Those that are left, then those of a new round, each once. A caller that stops leaves the rest for the next time."""
        met: set[str] = set()
        for is_new in (False, True):
            if is_new:
                self.left.extend(await ask())
            while self.left:
                account = self.left.popleft()
                if account not in met:
                    met.add(account)
                    yield account


@dataclass(frozen=True)
class FairTurns:
    """The rounds of one worker, by what is done in them."""

    rounds: dict[str, AccountRound] = field(default_factory=dict)

    def of(self, name: str) -> AccountRound:
        """The round of what has this name."""
        return self.rounds.setdefault(name, AccountRound())
