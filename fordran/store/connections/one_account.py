"""Rows that are locked: found first where there are shards, then locked in one account.

A server of its own locks whatever a statement finds. Citus locks on one node only: a statement that locks has to say whose rows
it means. So a statement that looks through all accounts marks where the account goes, by `of_one_account`. Alone, the mark is
true, and the statement runs as it is; on a cluster the accounts are found by the same statement without its lock, and the mark
becomes a condition.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from operator import itemgetter
from typing import Any, TypeVar, cast

from fordran.store.connections.database import ON_A_CLUSTER, Connection
from fordran.store.connections.typed_rows import fetch_rows

Row = TypeVar("Row")

_MARK = re.compile(r"/\* one account: (\w+) \*/ true")
_LOCK = re.compile(r"\bfor (?:no key )?update(?: of \w+(?:, \w+)*)?(?: skip locked)?")
# Statements give the table of accounts the alias `a`.
_COLUMN = re.compile(r"(?<=account_id )= (?:\w+\.account_id|a\.id)\b|(?<=a\.id )= \w+\.account_id\b")
_NOT_REWRITTEN = re.compile(r"\baccount_id\s*=\s*\w+\.(?:account_id|id)\b|\.id\s*=\s*\w+\.account_id\b")
_ALIAS_OF_ACCOUNTS = re.compile(r"\b(?:from|join|update|using)\s+accounts(?:\s+as)?\s+(?!on\b|where\b|set\b)(\w+)")
_ONE_ROW = re.compile(r"\blimit 1\b")
_MOST_LOOKED_AT = 50


class NotRewritable(AssertionError):
    """A statement compares accounts in a way that the rewriting for a cluster would miss."""

    def __init__(self, statement: str, part: str) -> None:
        super().__init__(f"{part!r} cannot be rewritten for one account: {statement}")
        self.statement = statement
        self.part = part


def of_one_account(alias: str) -> str:
    """The mark, as a condition on the table that the statement calls `alias`."""
    return f"/* one account: {alias} */ true"


def is_on_a_cluster(tx: Connection) -> bool:
    """Whether the database is cut into shards."""
    return tx in ON_A_CLUSTER


async def fetch_locked(
    tx: Connection, row_type: type[Row], statement: str, *values: Any, find: str | None = None
) -> list[Row]:
    """The rows that a marked statement locks; on a cluster those of one account, the first that has some that are free.

    `find` selects the accounts, of the same values, where the statement without its lock would not do.
    """
    marked = in_one_account(statement, len(values) + 1)
    if not is_on_a_cluster(tx):
        return await fetch_rows(tx, row_type, statement, *values)
    found = await tx.fetch(find or without_lock(statement), *values)
    for account in dict.fromkeys(row["account_id"] for row in found):
        if rows := await fetch_rows(tx, row_type, marked, *values, account):
            return rows
    return []


async def account_of(tx: Connection, creditor: str) -> str | None:
    """The account that a creditor lies with; asks every shard, since an id does not say."""
    return cast("str | None", await tx.fetchval("select account_id from creditors where id = $1", creditor))


@lru_cache(maxsize=256)
def without_lock(statement: str) -> str:
    """The statement as one that only reads, and looks at some more rows: the first may be somebody else's."""
    assert _MARK.search(statement), statement
    return _ONE_ROW.sub(f"limit {_MOST_LOOKED_AT}", _LOCK.sub("", statement))


def everywhere(tx: Connection, statement: str, number: int) -> str:
    """A statement about one account, which is its parameter of that number, with the account wherever one is meant.

    Alone, a server follows `b.account_id = k.account_id`. A cluster that locks follows no column into a sub-select.
    """
    # Rewritten on a server alone, too, so that a statement that cannot be rewritten fails in every test.
    rewritten = _with_account_everywhere(statement, number)
    return rewritten if is_on_a_cluster(tx) else statement


def of_the_account(
    tx: Connection, statement: str, values: Sequence[Any], accounts: Iterable[str]
) -> tuple[str, list[Any]]:
    """A statement that takes rows of one account with their values, and what it is given: on a cluster also the account."""
    rewritten = _with_account_everywhere(statement, len(values) + 1)
    if not is_on_a_cluster(tx):
        return statement, list(values)
    (account,) = set(accounts)
    return rewritten, [*values, account]


async def change_found(tx: Connection, statement: str, found: Sequence[Any], *values: Any) -> None:
    """Change rows that were found: they are the statement's last value, and nothing is done where there are none."""
    if found:
        given = [*values, [dict(row) for row in found]]
        rewritten, given = of_the_account(tx, statement, given, (row["account_id"] for row in found))
        await tx.execute(rewritten, *given)


def by_account(
    tx: Connection, rows: Sequence[Row], account: Callable[[Any], str] = itemgetter("account_id")
) -> list[list[Row]]:
    """The rows in groups for one statement each: all of them; on a cluster those of each account."""
    if not is_on_a_cluster(tx):
        return [list(rows)] if rows else []
    parts: dict[str, list[Row]] = {}
    for row in rows:
        parts.setdefault(account(row), []).append(row)
    return list(parts.values())


@lru_cache(maxsize=256)
def _with_account_everywhere(statement: str, number: int) -> str:
    rewritten = _COLUMN.sub(f"= ${number}", statement)
    wrong = _NOT_REWRITTEN.search(rewritten)
    if wrong:
        raise NotRewritable(statement, wrong[0])
    for alias in _ALIAS_OF_ACCOUNTS.finditer(statement):
        if alias[1] != "a":
            raise NotRewritable(statement, alias[0])
    return rewritten


@lru_cache(maxsize=256)
def in_one_account(statement: str, number: int) -> str:
    """The statement for the account that is the parameter of that number."""
    assert _MARK.search(statement), statement
    return _MARK.sub(lambda mark: f"{mark[1]}.account_id = ${number}", _with_account_everywhere(statement, number))
