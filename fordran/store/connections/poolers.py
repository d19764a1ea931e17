"""A pooler between us and the server, such as PgBouncer: between our transactions, others use the session.

One is noticed by what it cannot pass on: the process number that the server gives with a new session is the pooler's own, while
a statement knows the real one. On such a connection everything is done in transactions, each of which begins with all
that a session of ours needs (`set local`), whether the pooler shares sessions by transaction or not. What needs a session for
longer, as locks do, connects to `direct_database_url`.

Statements are prepared by name only where the pooler keeps track of them (PgBouncer from 1.21 with `max_prepared_statements`),
which is seen by the server's knowing them under another name. Elsewhere the nameless one is used, which lasts long enough
within a transaction.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, TypeAlias

import asyncpg

if TYPE_CHECKING:
    _Connection: TypeAlias = asyncpg.Connection[asyncpg.Record]
else:
    _Connection = asyncpg.Connection

_FOUND = "SELECT 1"


class PooledSession(_Connection):
    """A connection that knows whether its session is its own."""

    __slots__ = ("needs",)

    needs: str | None
    """The beginning of a transaction after `begin`; None if the session is ours and has it already."""

    def register_types(self, types: Sequence[Mapping[str, object]]) -> None:
        """Have the library know types without asking the catalog. It has no public way to do that."""
        self._protocol.get_settings().register_data_types(types)  # type: ignore[attr-defined]

    async def close(self, *, timeout: float | None = None) -> None:  # noqa: ASYNC109  (the library's own name)
        """Close it. Where the server leaves that unanswered it is given up: what was done on it is done."""
        try:
            await super().close(timeout=timeout)
        except (OSError, asyncpg.InterfaceError, asyncpg.InternalClientError):
            self.terminate()


def needs_of(connection: _Connection) -> str | None:
    """The beginning of a transaction on a shared session; None on one of our own."""
    return connection.needs if isinstance(connection, PooledSession) else None


async def is_shared(connection: _Connection) -> bool:
    """Whether there is a pooler in between: one trip, of a statement that is not prepared."""
    pid = int(connection.get_server_pid())
    return await connection.execute(f"select where pg_backend_pid() = {pid}") != _FOUND


async def keeps_statements(tx: _Connection) -> bool:
    """Whether the pooler keeps prepared statements available on all its connections."""
    name = f"fordran_{secrets.token_hex(8)}"
    await tx.prepare("select 1", name=name)
    is_passed_on = await tx.execute(f"select from pg_prepared_statements where name = '{name}'") == _FOUND
    if is_passed_on:
        # It would stay on a session that is others' from now on.
        await tx.execute(f"deallocate {name}")
    return not is_passed_on


def set_locally(session: Mapping[str, str]) -> str:
    """Statements that set all this until the transaction ends, for a text that is sent as one.

    >>> set_locally({"fordran.writer": "on", "search_path": "it's"})
    "; set local fordran.writer = E'on'; set local search_path = E'it''s'"
    """
    return "".join(f"; set local {name} = {quoted(value)}" for name, value in session.items())


def quoted(value: str) -> str:
    r"""A text as SQL, whatever the session believes of backslashes.

    >>> quoted("a\\b'c")
    "E'a\\\\b''c'"
    """
    return "E'" + value.replace("\\", "\\\\").replace("'", "''") + "'"
