"""Bring a database to the schema this version needs, while earlier versions go on serving from it.

Each file in `sql/migrations` runs once, in the order of its name, in a transaction of its own together with the note that it
ran. The checks of closed lists gain the values that the code declares (closed_lists.py). The views are made again whenever
their text has changed or a migration has run. An advisory lock keeps two processes from doing it at once. A statement that
cannot have its lock at once gives up rather than have every request wait behind it, and the transaction is tried again.

A file that begins with `-- outside a transaction` is run statement by statement, each of which can be run again: an index is
built that way on a table that is in use. A constraint on such a table is added `not valid`; the rows that are there are held
to it after the migrations, while others write. A file with a line `-- tightens: why` is one that the version before it
cannot serve with; docs/decisions/0018-load.md says when that may be.
"""

from __future__ import annotations

import asyncio
import hashlib
import re
from collections.abc import Awaitable, Callable, Mapping
from functools import partial
from importlib.resources import files
from typing import Any

import asyncpg

from fordran.store.closed_lists import CLOSED_LISTS, outdated_checks
from fordran.store.connections.actor import introduce
from fordran.store.connections.database import Connection, connect
from fordran.store.connections.node_troubles import is_node_lost
from fordran.store.connections.troubles import ConnectionLost, reason_of
from fordran.store.upkeep.distribute import Tell, distribute_if_changed, has_citus

OLDEST = 15
_LOCK = 0x464F5244  # "FORD"
_LONGEST_SECONDS = 24 * 3600.0

_LOST = (OSError, asyncpg.PostgresConnectionError, asyncpg.InterfaceError, asyncpg.InternalClientError)

# Shorter than the time after which PostgreSQL looks for deadlocks (1 s): of a request and a migration that wait for each
# other, the migration gives up.
_LOCK_MILLISECONDS = 400
_TRIES = 150
_LONGEST_WAIT_SECONDS = 2.0
_ASK_AGAIN_SECONDS = 0.2

_BEFORE_BASELINE = "0001_house.sql"
"""The first of the migrations that version 0.2.0 replaced by one baseline."""

_OUTSIDE = "-- outside a transaction"
_TIGHTENS = re.compile(r"^-- tightens: \S", re.MULTILINE)

_NOTES = """
create schema if not exists fordran_migrations;
create table if not exists fordran_migrations.applied (
    name text primary key, hash text not null, at timestamptz not null default now()
);
alter table fordran_migrations.applied add column if not exists tightens boolean not null default false
"""
_KEEP = "select fordran.keep_content_hashes(); select fordran.keep_audit()"
_KEEP_IDS = "select fordran.keep_ids()"


class DatabaseTooOld(Exception):
    """The server or the schema is of a version that is not supported."""


class DatabaseTooNew(Exception):
    """The database has migrations that this version does not know and cannot serve with."""


class DatabaseInUse(Exception):
    """Somebody holds a lock for so long that a migration cannot run."""


class RowsBreakARule(Exception):
    """Rows that were there before a constraint are not as it says."""


class MigrationChanged(Exception):
    """A migration that has run no longer has the text it ran with."""


def _sql(*path: str) -> str:
    return files("fordran").joinpath("sql", *path).read_text(encoding="utf-8")


def migrations() -> dict[str, str]:
    """Name → text, in order."""
    folder = files("fordran").joinpath("sql", "migrations")
    names = sorted(entry.name for entry in folder.iterdir() if entry.name.endswith(".sql"))
    return {name: _sql("migrations", name) for name in names}


def schema() -> str:
    """The text of the whole schema."""
    return _sql("schema.sql")


def views() -> str:
    """The text of the views."""
    return _sql("views.sql")


async def migrate(url: str, tell: Tell = lambda *_: None) -> list[str]:
    """Apply what is missing; the names of what was applied."""
    return await bring_to(url, migrations(), views(), tell)


async def bring_to(
    url: str,
    wanted: dict[str, str],
    view_text: str,
    tell: Tell = lambda *_: None,
    lists: Mapping[str, Any] = CLOSED_LISTS,
) -> list[str]:
    """Bring a database to these migrations, values of closed lists and views."""
    connection = await connect(url, statement_seconds=_LONGEST_SECONDS, search_path="fordran", plan_cache_mode="auto")
    try:
        refuse_old_server(connection)
        await introduce(connection)
        # Asked for again and again: an index that is being built waits for every statement under way, and so for one
        # that waits for the lock.
        while not await connection.fetchval("select pg_try_advisory_lock($1)", _LOCK):  # noqa: ASYNC110
            await asyncio.sleep(_ASK_AGAIN_SECONDS)
        await _patiently("the table of migrations", lambda: _in_transaction(connection, _NOTES))
        applied = await _apply(connection, wanted, view_text, tell, lists)
        if await has_citus(connection):
            await distribute_if_changed(connection, _hash_of_views(wanted, view_text), tell)
        return applied
    except Exception as trouble:
        if not isinstance(trouble, _LOST) and not is_node_lost(trouble):
            raise
        raise ConnectionLost(f"The connection to the database was lost: {reason_of(trouble)}.") from trouble
    finally:
        await connection.close(timeout=5)


def refuse_old_server(connection: Connection) -> None:
    """Raise `DatabaseTooOld` below PostgreSQL 15."""
    version = connection.get_server_version()
    if version.major < OLDEST:
        raise DatabaseTooOld(f"PostgreSQL {version.major} is too old: Fordran needs {OLDEST} or later.")


async def _apply(
    connection: Connection, wanted: dict[str, str], view_text: str, tell: Tell, lists: Mapping[str, Any]
) -> list[str]:
    rows = await connection.fetch("select name, hash, tightens from fordran_migrations.applied")
    known = {row["name"]: row["hash"] for row in rows}
    missing = [name for name in wanted if name not in known]
    for name, text in wanted.items():
        if name in known and known[name] != _hash(text):
            raise MigrationChanged(f"The migration {name} has been changed since it was applied.")
    if _BEFORE_BASELINE in known:
        raise DatabaseTooOld("The database was made by a development version before 0.2.0, which cannot be upgraded.")
    later = sorted(known.keys() - wanted.keys() - {"views"})
    if later:
        tightened = sorted(row["name"] for row in rows if row["tightens"] and row["name"] in later)
        if missing or tightened:
            named = ", ".join(tightened or later)
            raise DatabaseTooNew(f"The database is from a later version of Fordran: it has {named}.")
        # A later version has only added to the schema. The views are its own to make.
        return []
    for done, name in enumerate(missing, 1):
        await _run(connection, name, wanted[name])
        tell("migrations", done, len(missing))
    if outdated := ";\n".join(await outdated_checks(connection, lists)):
        await _patiently("closed lists", lambda: _in_transaction(connection, outdated))
        missing.append("closed lists")
    views_hash = _hash_of_views(wanted, view_text)
    if known.get("views") == views_hash:
        return missing
    await _patiently("ids", lambda: _in_transaction(connection, _KEEP_IDS))
    await _check_rows(connection, tell)
    await _patiently(
        "views", lambda: _in_transaction(connection, f"{_KEEP};\n{view_text}", ("views", views_hash, False))
    )
    return [*missing, "views"]


async def _run(connection: Connection, name: str, text: str) -> None:
    note = (name, _hash(text), bool(_TIGHTENS.search(text)))
    if not text.startswith(_OUTSIDE):
        await _patiently(name, lambda: _in_transaction(connection, text, note))
        return
    # Half-built remains of an earlier try are in the way of the next.
    broken = await connection.fetch(
        """select x.indexrelid::regclass::text as name from pg_index x join pg_class c on c.oid = x.indexrelid
           where not x.indisvalid and c.relnamespace = 'fordran'::regnamespace"""
    )
    for statement in [f"drop index concurrently {row['name']}" for row in broken] + re.split(r";\s*\n", text):
        if statement.strip():
            await connection.execute(statement)
    await _in_transaction(connection, "select", note)


async def _check_rows(connection: Connection, tell: Tell) -> None:
    """Hold all rows to the constraints that were added without a look at them."""
    unchecked = await connection.fetch(
        """select conrelid::regclass::text as "table", conname as name from pg_constraint
           where connamespace = 'fordran'::regnamespace and conrelid <> 0 and not convalidated order by 1, 2"""
    )
    for done, row in enumerate(unchecked, 1):
        # A statement of its own: together with what added the constraint, it would keep everybody else out meanwhile.
        statement = f'alter table {row["table"]} validate constraint "{row["name"]}"'
        try:
            await _patiently(row["name"], partial(_in_transaction, connection, statement))
        except asyncpg.IntegrityConstraintViolationError as broken:
            raise RowsBreakARule(
                f"The table {row['table']} has rows that {row['name']} does not allow. Put them right, and migrate again."
            ) from broken
        tell("constraints", done, len(unchecked))


async def _in_transaction(connection: Connection, text: str, note: tuple[str, str, bool] | None = None) -> None:
    async with connection.transaction():
        await connection.execute(f"set local lock_timeout = {_LOCK_MILLISECONDS}; set local fordran.writer = 'on'")
        await connection.execute(text)
        if note is not None:
            await connection.execute(
                """insert into fordran_migrations.applied (name, hash, tightens) values ($1, $2, $3)
                   on conflict (name) do update set hash = excluded.hash, at = now()""",
                *note,
            )


async def _patiently(what: str, act: Callable[[], Awaitable[None]]) -> None:
    """Do it, again and again while somebody holds a lock that it needs. The wait in between is everybody else's turn."""
    wait_seconds = 0.1
    for _ in range(_TRIES):
        try:
            return await act()
        except (asyncpg.LockNotAvailableError, asyncpg.DeadlockDetectedError):
            await asyncio.sleep(wait_seconds)
            wait_seconds = min(_LONGEST_WAIT_SECONDS, wait_seconds * 1.5)
    raise DatabaseInUse(
        f"Something holds a lock for so long that the migration {what} cannot run; nothing of it was done."
    )


async def unlike_ours(connection: Connection) -> list[tuple[str, str | None, str | None]]:
    """Migrations that the database has run with another text than ours, or not at all: name, our hash, the database's."""
    texts = migrations()
    ours = {name: _hash(text) for name, text in texts.items()} | {"views": _hash_of_views(texts, views())}
    known: dict[str, str] = {}
    if await connection.fetchval("select to_regclass('fordran_migrations.applied') is not null"):
        rows = await connection.fetch("select name, hash from fordran_migrations.applied")
        known = {row["name"]: row["hash"] for row in rows}
    return [
        (name, ours.get(name), known.get(name))
        for name in sorted(ours.keys() | known.keys())
        if ours.get(name) != known.get(name)
    ]


def _hash_of_views(wanted: dict[str, str], view_text: str) -> str:
    """Of their text and of the last migration, after which they are made again, whatever came between."""
    return _hash(f"{max(wanted)}\n{view_text}")


def _hash(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()
