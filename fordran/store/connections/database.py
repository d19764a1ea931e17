"""Connections to PostgreSQL, and the one place where a transaction is opened.

The pool is a list and a waiting line (waiting_line.py): measured, asyncpg's own pool costs a fifth of a single read. A caller
that finds no connection within `wait_seconds` gets `DatabaseBusy`, at once where so many wait already that its turn would
come too late; one that finds no server, or whose statement the server leaves unanswered, gets `DatabaseAway`; one that finds
no room on a disk gets `DiskFull`. All are answered 503.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import TYPE_CHECKING, TypeAlias, TypeVar
from weakref import WeakSet

import asyncpg

from fordran import clock, tracing
from fordran.store.connections import actor
from fordran.store.connections.codecs import tell_of_codecs
from fordran.store.connections.disk_full import DiskFull, is_disk_full
from fordran.store.connections.hosts import connect_to_any
from fordran.store.connections.node_troubles import is_node_lost
from fordran.store.connections.poolers import PooledSession, keeps_statements, needs_of, set_locally
from fordran.store.connections.schema_types import DOMAINS, learn_types
from fordran.store.connections.shares import ConnectionLine, SharedLine
from fordran.store.connections.troubles import (
    ConnectionLost,
    DatabaseAway,
    DatabaseBusy,
    DatabaseDamaged,
    DatabaseReadOnly,
    OutcomeUnknown,
    SessionIsShared,
    reason_of,
)
from fordran.store.connections.waiting_line import QueueTimeout, WaitingLine

if TYPE_CHECKING:
    Connection: TypeAlias = asyncpg.Connection[asyncpg.Record]
else:
    # The library's class takes no parameters; its types are a package of their own.
    Connection = asyncpg.Connection

T = TypeVar("T")
TransactionWork: TypeAlias = Callable[[Connection], Awaitable[T]]

# A statement's plan is kept, unless one made for the values at hand promises to be cheaper: `updated since …` may mean
# all of a table or nothing of it. Limits are in the text (store/reading/listing.py), or every page would be planned again.
_BY_VALUES, _KEPT = "auto", "force_generic_plan"
_SESSION = {
    "search_path": "fordran",
    "timezone": "UTC",
    "datestyle": "ISO, YMD",
    "plan_cache_mode": _BY_VALUES,
    "jit": "off",
    "application_name": "fordran",
    # The actor is set in quotes, see actor.py.
    "standard_conforming_strings": "on",
    # Says that rows are written by the service, which keeps a hash of each; see the end of schema.sql.
    "fordran.writer": "on",
    "default_transaction_isolation": "read committed",
    "idle_in_transaction_session_timeout": "60000",
    # A statement that nobody waits for any longer is cancelled, with its locks, also if it is long.
    "client_connection_check_interval": "2000",
}
TO_KEEP_PLANS, TO_PLAN_BY_VALUES = (f"set plan_cache_mode = {mode}" for mode in (_KEPT, _BY_VALUES))
_GONE = (
    OSError,
    asyncpg.InterfaceError,
    asyncpg.InternalClientError,
    asyncpg.PostgresConnectionError,
    asyncpg.CannotConnectNowError,
    asyncpg.AdminShutdownError,
    asyncpg.CrashShutdownError,
)
# Of an idle connection that the server has cut, the library says that it is amid another operation. A statement that was
# not answered in time (a TimeoutError is an OSError) leaves its connection in an unknown state.
_LOST = (OSError, asyncpg.InternalClientError, asyncpg.PostgresConnectionError)
# A standby, or a leader that was set back to one: its connections are of no use for writing, however long they are kept.
_NO_WRITES = (asyncpg.ReadOnlySQLTransactionError,)
# A page whose checksum is not that of its bytes, or an index that leads nowhere.
_WHAT_THEN = "Look at the disk, keep a copy of the data folder as it is, and restore the last backup."
_DAMAGED = (asyncpg.DataCorruptedError, asyncpg.IndexCorruptedError)


async def connect(
    url: str,
    *,
    connect_seconds: float = 10.0,
    statement_seconds: float = 60.0,
    may_be_shared: bool = False,
    **session: str,
) -> Connection:
    """One connection, set up as all our connections. A statement without another limit has `statement_seconds`.

    One by a pooler is for who begins each transaction as its session needs (`may_be_shared`); others get `SessionIsShared`.
    """
    try:
        connection, is_shared = await connect_to_any(url, connect_seconds, statement_seconds, _keeps_statements)
        if is_shared and not may_be_shared:
            await _refuse_shared(connection)
        await (_set_up_shared if is_shared else _set_up)(connection, _SESSION | session)
        tracing.observe(connection)
    # A server without room or memory for one more session may say so when it has some.
    except (*_GONE, TimeoutError, asyncpg.InsufficientResourcesError) as error:
        raise DatabaseAway(f"The database cannot be reached: {reason_of(error)}.") from error
    except (asyncpg.InvalidPasswordError, asyncpg.InvalidAuthorizationSpecificationError) as error:
        raise DatabaseAway(f"The database refuses the user or password: {error}.") from error
    except asyncpg.InvalidCatalogNameError as error:
        raise DatabaseAway(f"There is no such database: {error}.") from error
    return connection


# Those whose database is one of Citus. They begin their transactions in other words, and keep no plan: which shard a statement
# asks, its values say.
ON_A_CLUSTER: WeakSet[Connection] = WeakSet()

_SEEN = f"""select current_setting('fordran.writer', true) as writer, {DOMAINS} as domains,
                   to_regclass('pg_catalog.pg_dist_partition') is not null as is_cluster"""
_SETTINGS = "select set_config(name, value, false) from unnest($1::text[], $2::text[]) as given (name, value)"


async def _set_up(connection: PooledSession, session: Mapping[str, str]) -> None:
    """Set the settings that our sessions need, and check that they stay set.

    It is set by a statement: what a client asks for when it connects, something between us may drop without a word.
    """
    connection.needs = None
    await connection.execute(_SETTINGS, [*session], [*session.values()])
    seen = await connection.fetchrow(_SEEN)
    assert seen is not None
    if seen["is_cluster"]:
        await connection.execute(TO_PLAN_BY_VALUES)
    if seen["writer"] != "on":
        await connection.close(timeout=5)
        raise DatabaseAway("The session's settings do not last: something between us and the database drops them.")
    await _set_up_types(connection, seen)


async def _set_up_shared(connection: PooledSession, session: Mapping[str, str]) -> None:
    """Keep what every transaction on a shared session is to begin with."""
    connection.needs = set_locally(session)
    await connection.execute("begin")
    seen = await connection.fetchrow(_SEEN)
    assert seen is not None
    await _set_up_types(connection, seen)
    await connection.execute("commit")


async def _set_up_types(connection: PooledSession, seen: asyncpg.Record) -> None:
    if seen["is_cluster"]:
        ON_A_CLUSTER.add(connection)
    await tell_of_codecs(connection)
    # Last: setting a codec has the library forget what it has learnt of other types.
    await learn_types(connection, seen["domains"], is_cluster=seen["is_cluster"])


async def _keeps_statements(connection: PooledSession) -> bool:
    async with connection.transaction():
        return await keeps_statements(connection)


async def _refuse_shared(connection: PooledSession) -> None:
    await connection.close(timeout=5)
    raise SessionIsShared(
        "Between us and the database stands a pooler that shares sessions, and this needs one of its own: "
        "say in direct_database_url where the server itself is."
    )


class ConnectionLease:
    """A connection lent for as long as a block lasts. Every read takes one, and a generator would take twice the time."""

    __slots__ = ("_connection", "_database", "_keeps_plans", "_line")

    def __init__(self, database: Database, line: ConnectionLine, *, keeps_plans: bool = False) -> None:
        self._database = database
        self._line = line
        self._keeps_plans = keeps_plans

    async def __aenter__(self) -> Connection:
        self._connection = connection = await self._database._take(self._line, self._keeps_plans)
        if needs_of(connection) is not None:
            await self._begin(connection)
        return connection

    async def __aexit__(self, _kind: object, error: BaseException | None, _trace: object) -> None:
        if needs_of(self._connection) is not None:
            try:
                await self._end(error)
            except OutcomeUnknown as lost:
                raise ConnectionLost(str(lost)) from lost
            return
        self._leave(error)

    async def _begin(self, connection: Connection) -> None:
        needs = needs_of(connection)
        if needs is not None:
            # A connection is lent for the one and for the other; on a cluster no plan is kept.
            is_kept = self._keeps_plans and connection not in ON_A_CLUSTER
            needs += f"; set local plan_cache_mode = {_KEPT if is_kept else _BY_VALUES}"
        try:
            await connection.execute(actor.begin(needs, is_cluster=connection in ON_A_CLUSTER))
        except BaseException as trouble:
            self._leave(trouble)
            raise

    async def _end(self, error: BaseException | None) -> None:
        """Commit, or roll back after an exception; raises `OutcomeUnknown` if the outcome is unknown."""
        connection = self._connection
        try:
            if (isinstance(error, _LOST) or is_node_lost(error)) and not is_disk_full(error):
                # A server that does not answer a statement, or is gone, would not answer the undoing of it either. It
                # undoes by itself what it has no client for.
                connection.terminate()
            else:
                await connection.execute("commit" if error is None else "rollback")
        except BaseException as trouble:
            if isinstance(trouble, asyncpg.InterfaceError):
                # The library takes no more statements: it believes that one is under way, on a connection that was cut.
                connection.terminate()
            try:
                self._leave(trouble)
            except DatabaseAway as away:
                if error is not None:
                    raise away from trouble
                raise OutcomeUnknown(f"The connection to the database was lost: {reason_of(trouble)}.") from trouble
            if error is None and isinstance(trouble, asyncpg.OperatorInterventionError):
                raise OutcomeUnknown(f"The server was stopped: {reason_of(trouble)}.") from trouble
            raise
        self._leave(error)

    def _leave(self, error: BaseException | None) -> None:
        """Give the connection back, or give it up; raises what an error of the library's means."""
        connection = self._connection
        try:
            if error is not None:
                is_full = is_disk_full(error)
                is_cut_off = is_node_lost(error)
                is_lost = connection.is_closed() or is_cut_off or (isinstance(error, _LOST) and not is_full)
                if is_lost or connection.is_in_transaction() or isinstance(error, _NO_WRITES):
                    connection.terminate()
                if isinstance(error, _NO_WRITES):
                    raise DatabaseReadOnly(f"The database takes no writes: {reason_of(error)}.") from error
                if isinstance(error, _DAMAGED):
                    raise DatabaseDamaged(
                        f"The database's files are damaged: {reason_of(error)}. {_WHAT_THEN}"
                    ) from error
                if is_full:
                    self._database.disk_full_at = clock.monotonic()
                    raise DiskFull(f"There is no room on the disk: {reason_of(error)}.") from error
                if is_cut_off or (is_lost and isinstance(error, _GONE)):
                    raise ConnectionLost(f"The connection to the database was lost: {reason_of(error)}.") from error
        finally:
            self._database._give_back(connection, self._line, self._keeps_plans)


class DatabaseTransaction(ConnectionLease):
    """A connection lent for a transaction. The actor is set together with BEGIN, for the audit log."""

    __slots__ = ()

    async def __aenter__(self) -> Connection:
        self._connection = connection = await self._database._take(self._line, self._keeps_plans)
        await self._begin(connection)
        return connection

    async def __aexit__(self, _kind: object, error: BaseException | None, _trace: object) -> None:
        await self._end(error)


class Database:
    """A bounded number of connections to one database."""

    may_be_shared = True
    """Whether a pooler may stand between."""

    def __init__(
        self,
        url: str,
        size: int = 10,
        wait_seconds: float = 5.0,
        *,
        statement_seconds: float = 60.0,
        list_seconds: float = 60.0,
        lock_seconds: float = 0.0,
        direct_url: str | None = None,
    ) -> None:
        """`lock_seconds` is how long a statement waits for others' locks; 0 is for as long as it may take at all."""
        self.url = url
        self.direct_url = direct_url or url
        """Where a session is our own for as long as it lasts, also where `url` is a pooler's."""
        self.size = size
        self.wait_seconds = wait_seconds
        self.statement_seconds = statement_seconds
        self.list_seconds = min(list_seconds, statement_seconds)
        self.session = {"lock_timeout": str(round(lock_seconds * 1000))}
        self.line = WaitingLine(size, wait_seconds)
        self._shared = SharedLine(self.line)
        self._spare = WaitingLine(1, wait_seconds)
        self._idle: list[Connection] = []
        self._idle_keeping: list[Connection] = []
        self._closed = False
        self.disk_full_at: float | None = None
        """When a statement last found no room on a disk."""

    async def open(self) -> None:
        """Make the first connection, so that a wrong address is known at once."""
        async with self.connection():
            pass

    async def close(self) -> None:
        """Close what is idle; what is in use is closed when it comes back."""
        self._closed = True
        for idle in (self._idle, self._idle_keeping):
            while idle:
                await idle.pop().close(timeout=5)

    @property
    def is_closed(self) -> bool:
        """Whether it was closed, for good."""
        return self._closed

    @property
    def in_use(self) -> int:
        """How many connections are lent out now."""
        return self.line.taken

    def connection(self, *, keeps_plans: bool = False) -> ConnectionLease:
        """A connection for single statements, each its own transaction: `async with database.connection() as …`.

        `keeps_plans` is for statements whose best plan does not depend on their values. Planning a page again takes as
        long as reading it, and the planner does so where a plan for these values merely looks cheaper.
        """
        return ConnectionLease(self, self._shared.now(), keeps_plans=keeps_plans)

    def spare(self) -> ConnectionLease:
        """One connection beside all others, for who asks whether the database answers, however many wait for one."""
        return ConnectionLease(self, self._spare)

    def transaction(self) -> DatabaseTransaction:
        """A transaction, kept if its block ends and undone if it raises: `async with database.transaction() as tx`."""
        return DatabaseTransaction(self, self._shared.now())

    async def read(self, work: TransactionWork[T], *, keeps_plans: bool = False) -> T:
        """Single reading statements; a replica may answer them (replica.py), so that `work` may run twice."""
        async with self.connection(keeps_plans=keeps_plans) as connection:
            return await work(connection)

    async def look(self, work: TransactionWork[T]) -> T:
        """The same in one transaction, which `work` has see one moment and change nothing."""
        async with self.transaction() as tx:
            return await work(tx)

    async def _take(self, line: ConnectionLine, keeps_plans: bool = False) -> Connection:
        try:
            await line.take()
        except QueueTimeout as long:
            raise DatabaseBusy(f"Every database connection is in use: {long}") from None
        try:
            return await self._idle_one(keeps_plans) or await connect(
                self.url,
                connect_seconds=self.wait_seconds,
                statement_seconds=self.statement_seconds,
                may_be_shared=self.may_be_shared,
                plan_cache_mode=_KEPT if keeps_plans else _BY_VALUES,
                **self.session,
            )
        except BaseException:
            line.leave()
            raise

    async def _idle_one(self, keeps_plans: bool) -> Connection | None:
        """An idle connection, preferably one that already has the wanted plan setting."""
        same, others = self._idle, self._idle_keeping
        if keeps_plans:
            same, others = others, same
        while same:
            connection = same.pop()
            if not connection.is_closed():
                return connection
        while others:
            connection = others.pop()
            # A shared session gets its plan setting with each transaction; a cluster always plans by values.
            if not connection.is_closed() and (needs_of(connection) is not None or connection in ON_A_CLUSTER):
                return connection
            try:
                await connection.execute(TO_KEEP_PLANS if keeps_plans else TO_PLAN_BY_VALUES)
            except _GONE:
                connection.terminate()
                continue
            return connection
        return None

    def _give_back(self, connection: Connection, line: ConnectionLine, keeps_plans: bool) -> None:
        if self._closed:
            connection.terminate()
        elif not connection.is_closed():
            (self._idle_keeping if keeps_plans else self._idle).append(connection)
        line.leave()
