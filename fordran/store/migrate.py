"""Bring a database to the schema this version needs.

Each file in `sql/migrations` runs once, in the order of its name, in a transaction of its own together with the note that it
ran. The views are made anew every time their text has changed. An advisory lock keeps two processes from doing it at once.
"""

from __future__ import annotations

import hashlib
from importlib.resources import files

from fordran.store.database import Connection, connect

OLDEST = 15
_LOCK = 0x464F5244  # "FORD"

_NOTES = """
create schema if not exists fordran_migrations;
create table if not exists fordran_migrations.applied (
    name text primary key, hash text not null, at timestamptz not null default now()
)
"""


class DatabaseTooOld(Exception):
    """The server is of a version we do not support."""


class DatabaseTooNew(Exception):
    """The database has migrations that this version does not know."""


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


async def migrate(url: str) -> list[str]:
    """Apply what is missing; the names of what was applied."""
    connection = await connect(url, search_path="fordran", plan_cache_mode="auto")
    try:
        refuse_old_server(connection)
        await connection.execute("select pg_advisory_lock($1)", _LOCK)
        await connection.execute(_NOTES)
        return await _apply(connection)
    finally:
        await connection.close(timeout=5)


def refuse_old_server(connection: Connection) -> None:
    """Raise `DatabaseTooOld` below PostgreSQL 15."""
    version = connection.get_server_version()
    if version.major < OLDEST:
        raise DatabaseTooOld(f"PostgreSQL {version.major} is too old: Fordran needs {OLDEST} or later.")


async def _apply(connection: Connection) -> list[str]:
    known = dict(await connection.fetch("select name, hash from fordran_migrations.applied"))
    ours = migrations()
    unknown = sorted(known.keys() - ours.keys() - {"views"})
    if unknown:
        raise DatabaseTooNew(f"The database is from a later version of Fordran: it has {', '.join(unknown)}.")
    applied = []
    for name, text in ours.items():
        if name not in known:
            await _run(connection, name, text)
            applied.append(name)
        elif known[name] != _hash(text):
            raise MigrationChanged(f"The migration {name} has been changed since it was applied.")
    if applied:
        await connection.execute("select fordran.keep_content_hashes()")
    if applied or known.get("views") != _hash(views()):
        await _run(connection, "views", views())
        applied.append("views")
    return applied


async def unlike_ours(connection: Connection) -> list[tuple[str, str | None, str | None]]:
    """Migrations that the database has run with another text than ours, or not at all: name, our hash, the database's."""
    ours = {name: _hash(text) for name, text in migrations().items()} | {"views": _hash(views())}
    known = {}
    if await connection.fetchval("select to_regclass('fordran_migrations.applied') is not null"):
        known = dict(await connection.fetch("select name, hash from fordran_migrations.applied"))
    return [
        (name, ours.get(name), known.get(name))
        for name in sorted(ours.keys() | known.keys())
        if ours.get(name) != known.get(name)
    ]


async def _run(connection: Connection, name: str, text: str) -> None:
    async with connection.transaction():
        await connection.execute(text)
        await connection.execute(
            """insert into fordran_migrations.applied (name, hash) values ($1, $2)
               on conflict (name) do update set hash = excluded.hash, at = now()""",
            name,
            _hash(text),
        )


def _hash(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()
