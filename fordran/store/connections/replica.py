"""A read replica: a standby for slow reads, which never shows less than the writes acknowledged to its caller.

Which writes are a caller's own, a process does not know: the last one may have been acknowledged by another process, on
another machine, a moment ago. The server that acknowledged it does. So a reader first asks that server for its log position,
after the read was asked for. A standby that has replayed that position has all acknowledged writes. Readers that come while
the position is being asked share the next question, so that there is one trip for many readers.

Everything that keeps the standby from answering sends the read to the server itself, which is always right.
docs/decisions/0052-read-replica.md says why it is so.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, NamedTuple, TypedDict, TypeVar

import asyncpg

from fordran import clock
from fordran.store.connections.database import ON_A_CLUSTER, Connection, Database, TransactionWork
from fordran.store.connections.disk_full import DiskFull
from fordran.store.connections.shares import ConnectionLine
from fordran.store.connections.troubles import DatabaseAway, DatabaseBusy
from fordran.store.connections.typed_rows import fetch_row, fetch_the_row

T = TypeVar("T")
Tell = Callable[[str], None]

PATIENCE_SECONDS = 0.05
"""How long a read waits for a standby that is behind. One that keeps up is a few milliseconds behind."""
_CONNECT_SECONDS, _LOOK_SECONDS = 1.0, 1.0
_FIRST_PAUSE_SECONDS, _LONGEST_PAUSE_SECONDS = 0.002, 0.1
# How long a standby is left alone that was behind, or that did not answer as it should.
_BEHIND_SECONDS, _AWAY_SECONDS = 1.0, 5.0


class ReplicaUnusable(Exception):
    """The standby lacks what was acknowledged, or is none of this server's. It is left alone for `seconds`."""

    def __init__(self, why: str, seconds: float) -> None:
        super().__init__(why)
        self.seconds = seconds


_TROUBLES = (ReplicaUnusable, DatabaseAway, DatabaseBusy, DiskFull, OSError, asyncpg.PostgresError)


class Position(NamedTuple):
    """How far a server's log has come: in bytes, on a timeline, of one system."""

    bytes_written: int
    timeline: int
    system: int


class _PositionRow(TypedDict):
    bytes_written: int
    timeline: int
    system: int


# Acknowledged writes have been flushed before, unless the server is set not to wait for that. The name of a file of the log
# begins with the timeline that is written now.
_WRITTEN = """
select (case current_setting('synchronous_commit') when 'off' then pg_current_wal_insert_lsn()
        else pg_current_wal_flush_lsn() end - '0/0')::bigint as bytes_written,
       ('x' || left(pg_walfile_name(pg_current_wal_flush_lsn()), 8))::bit(32)::integer as timeline,
       (select system_identifier from pg_control_system()) as system
"""
# A standby on another timeline may be as far and yet lack what it should have. A timeline in its files has been replayed.
_REPLAYED = """
select (pg_last_wal_replay_lsn() - '0/0')::bigint as bytes_written,
       greatest((select timeline_id from pg_control_checkpoint()),
                (select min_recovery_end_timeline from pg_control_recovery())) as timeline,
       (select system_identifier from pg_control_system()) as system
where pg_is_in_recovery()
"""


def _position(row: _PositionRow) -> Position:
    return Position(row["bytes_written"], row["timeline"], row["system"])


class _Written:
    """The position of the server that takes the writes, asked after the reader came."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._asked: asyncio.Task[Position] | None = None
        self._next: asyncio.Task[Position] | None = None

    async def now(self) -> Position:
        """The position at some moment after this call. Raises as the server's connections do."""
        if self._next is None:
            self._next = asyncio.create_task(self._ask(self._asked))
        # One reader that is given up does not take the answer from the others.
        return await asyncio.shield(self._next)

    async def _ask(self, before: asyncio.Task[Position] | None) -> Position:
        try:
            if before is not None:
                await asyncio.wait([before])
            async with self._database.connection() as connection:
                self._begin()
                return _position(await fetch_the_row(connection, _PositionRow, _WRITTEN))
        finally:
            self._begin()

    def _begin(self) -> None:
        """From now on, who comes needs another asking."""
        if self._next is asyncio.current_task():
            self._asked, self._next = self._next, None


class _Standby(Database):
    """Connections to a standby. Each is lent when the standby has all that was acknowledged before it was asked for."""

    may_be_shared = False

    def __init__(self, url: str, written: _Written, patience_seconds: float, **bounds: Any) -> None:
        super().__init__(url, wait_seconds=_CONNECT_SECONDS, **bounds)
        self._written = written
        self._patience_seconds = patience_seconds

    async def _take(self, line: ConnectionLine, keeps_plans: bool = False) -> Connection:
        try:
            written = await self._written.now()
        except (DatabaseAway, DatabaseBusy, asyncpg.PostgresError) as trouble:
            # The standby is not at fault; the server itself will report it.
            raise ReplicaUnusable(f"The server does not say how far it is: {trouble}", 0) from trouble
        connection = await super()._take(line, keeps_plans)
        try:
            await self._catch_up(connection, written)
        except BaseException as trouble:
            if not isinstance(trouble, ReplicaUnusable):
                connection.terminate()
            self._give_back(connection, line, keeps_plans)
            raise
        return connection

    async def _catch_up(self, connection: Connection, written: Position) -> None:
        """Wait until the standby has replayed so much, as long as there is patience; else raise `ReplicaUnusable`."""
        if connection in ON_A_CLUSTER:
            raise ReplicaUnusable(
                "The log of a cluster's coordinator says nothing of its other machines.", _AWAY_SECONDS
            )
        until, pause = clock.monotonic() + self._patience_seconds, _FIRST_PAUSE_SECONDS
        while not await _has_replayed(connection, written):
            if clock.monotonic() + pause > until:
                raise ReplicaUnusable("The replica is behind.", _BEHIND_SECONDS)
            await asyncio.sleep(pause)
            pause = min(2 * pause, _LONGEST_PAUSE_SECONDS)


async def _has_replayed(connection: Connection, written: Position) -> bool:
    row = await fetch_row(connection, _PositionRow, _REPLAYED, seconds=_LOOK_SECONDS)
    if row is None:
        raise ReplicaUnusable("What read_database_url names is no standby.", _AWAY_SECONDS)
    if row["system"] != written.system:
        raise ReplicaUnusable("The replica is a standby of another server.", _AWAY_SECONDS)
    if row["timeline"] != written.timeline:
        raise ReplicaUnusable("The replica is not known to follow the server that leads now.", _AWAY_SECONDS)
    return row["bytes_written"] >= written.bytes_written


class DatabaseWithReplica(Database):
    """A database of which a standby answers what is read by `read` and `look`, wherever it can."""

    def __init__(
        self,
        url: str,
        size: int,
        wait_seconds: float,
        *,
        read_url: str,
        tell: Tell,
        patience_seconds: float,
        **bounds: Any,
    ) -> None:
        super().__init__(url, size, wait_seconds, **bounds)
        half = self.statement_seconds / 2  # the other half is for the server itself, if the standby hangs
        self.standby = _Standby(read_url, _Written(self), patience_seconds, size=size, statement_seconds=half)
        self.answered_by_standby = 0
        """How many reads the standby has answered."""
        self._tell = tell
        self._alone_until = 0.0

    async def close(self) -> None:
        """Close the connections to both."""
        await self.standby.close()
        await super().close()

    async def read(self, work: TransactionWork[T], *, keeps_plans: bool = False) -> T:
        """Single reading statements."""
        return await self._by_either(lambda one: Database.read(one, work, keeps_plans=keeps_plans))

    async def look(self, work: TransactionWork[T]) -> T:
        """Reads in one transaction that changes nothing."""
        return await self._by_either(lambda one: Database.look(one, work))

    async def _by_either(self, ask: Callable[[Database], Awaitable[T]]) -> T:
        if clock.monotonic() >= self._alone_until:
            try:
                found = await ask(self.standby)
            except _TROUBLES as trouble:
                self._leave_alone(trouble)
            else:
                self.answered_by_standby += 1
                return found
        return await ask(self)

    def _leave_alone(self, trouble: Exception) -> None:
        """Do without the standby for a while, unless others than it are to blame."""
        if isinstance(trouble, ReplicaUnusable):
            seconds = trouble.seconds
        else:
            is_away = isinstance(trouble, DatabaseAway | OSError | asyncpg.PostgresConnectionError)
            seconds = _AWAY_SECONDS if is_away else 0.0
        if seconds:
            self._alone_until = clock.monotonic() + seconds
            self._tell(str(trouble) or "The replica does not answer.")


def database_of(
    url: str,
    read_url: str | None,
    size: int,
    wait_seconds: float,
    *,
    tell: Tell,
    patience_seconds: float = PATIENCE_SECONDS,
    **bounds: Any,
) -> Database:
    """A database, with its replica where it has one; `tell` hears why that is left alone."""
    if read_url is None:
        return Database(url, size, wait_seconds, **bounds)
    return DatabaseWithReplica(
        url, size, wait_seconds, read_url=read_url, tell=tell, patience_seconds=patience_seconds, **bounds
    )
