"""Connections to PostgreSQL, and the one place where a transaction is opened.

The pool is a list and a semaphore: measured, asyncpg's own pool costs a fifth of a single read. A caller that finds no
connection within `wait_seconds` gets `DatabaseBusy`, and one that finds no server `DatabaseAway`; both are answered 503.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, TypeAlias

import asyncpg
import orjson

Connection: TypeAlias = Any
"""An asyncpg connection; the library has no types."""

# A statement's plan is kept, unless one made for the values at hand promises to be cheaper: `updated since …` may mean
# all of a table or nothing of it. Limits stand in the text (store/listing.py), or every page would be planned anew.
_SESSION = {
    "search_path": "fordran",
    "timezone": "UTC",
    "datestyle": "ISO, YMD",
    "plan_cache_mode": "auto",
    "jit": "off",
    "application_name": "fordran",
    # Says that rows are written by the service, which keeps a hash of each; see the end of schema.sql.
    "fordran.writer": "on",
    "default_transaction_isolation": "read committed",
    "idle_in_transaction_session_timeout": "60000",
}
_GONE = (
    OSError,
    asyncpg.InterfaceError,
    asyncpg.InternalClientError,
    asyncpg.PostgresConnectionError,
    asyncpg.CannotConnectNowError,
)
# Of an idle connection that the server has cut, the library says that it is amid another operation.
_LOST = (OSError, asyncpg.InternalClientError, asyncpg.PostgresConnectionError)


class DatabaseAway(Exception):
    """The database server cannot be reached."""


class DatabaseBusy(Exception):
    """No connection came free in time."""


async def connect(url: str, **session: str) -> Connection:
    """One connection, set up as every one of ours."""
    try:
        connection = await asyncpg.connect(
            url, server_settings=_SESSION | session, statement_cache_size=512, timeout=10, command_timeout=60
        )
    except (*_GONE, TimeoutError, asyncpg.TooManyConnectionsError) as error:
        raise DatabaseAway(f"The database cannot be reached: {error or type(error).__name__}.") from error
    except (asyncpg.InvalidPasswordError, asyncpg.InvalidAuthorizationSpecificationError) as error:
        raise DatabaseAway(f"The database refuses the user or password: {error}.") from error
    except asyncpg.InvalidCatalogNameError as error:
        raise DatabaseAway(f"There is no such database: {error}.") from error
    # JSON is passed through as text: what is stored is what is shown, so a read does not parse it.
    for name in ("json", "jsonb"):
        await connection.set_type_codec(name, schema="pg_catalog", encoder=_encode, decoder=orjson.Fragment)
    return connection


def _encode(value: Any) -> str:
    return orjson.dumps(value, default=_plain).decode()


def _plain(value: Any) -> Any:
    raise TypeError(f"{type(value).__name__} is not JSON")


class Loan:
    """A connection lent for as long as a block lasts. Every read takes one, and a generator would take twice the time."""

    __slots__ = ("_connection", "_database")

    def __init__(self, database: Database) -> None:
        self._database = database

    async def __aenter__(self) -> Connection:
        self._connection = await self._database._take()
        return self._connection

    async def __aexit__(self, _kind: object, error: BaseException | None, _trace: object) -> None:
        connection = self._connection
        try:
            if error is not None:
                is_lost = connection.is_closed() or isinstance(error, _LOST)
                if is_lost or connection.is_in_transaction():
                    connection.terminate()
                if is_lost and isinstance(error, _GONE):
                    raise DatabaseAway(f"The connection to the database was lost: {error}.") from error
        finally:
            self._database._give_back(connection)


class Database:
    """A bounded number of connections to one database."""

    def __init__(self, url: str, size: int = 10, wait_seconds: float = 5.0) -> None:
        self.url = url
        self.size = size
        self.wait_seconds = wait_seconds
        self._idle: list[Connection] = []
        self._places = asyncio.Semaphore(size)
        self._closed = False

    async def open(self) -> None:
        """Make the first connection, so that a wrong address is known at once."""
        async with self.connection():
            pass

    async def close(self) -> None:
        """Close what is idle; what is in use is closed when it comes back."""
        self._closed = True
        while self._idle:
            await self._idle.pop().close(timeout=5)

    @property
    def in_use(self) -> int:
        """How many connections are lent out now."""
        return self.size - self._places._value

    def connection(self) -> Loan:
        """A connection for single statements, each its own transaction: `async with database.connection() as …`."""
        return Loan(self)

    @asynccontextmanager
    async def transaction(self) -> AsyncIterator[Connection]:
        """A transaction: kept if the block ends, undone if it raises."""
        async with self.connection() as connection:
            async with connection.transaction():
                yield connection

    async def _take(self) -> Connection:
        if self._places.locked():
            try:
                await asyncio.wait_for(self._places.acquire(), self.wait_seconds)
            except TimeoutError:
                raise DatabaseBusy("Every database connection is in use.") from None
        else:
            await self._places.acquire()
        try:
            while self._idle:
                connection = self._idle.pop()
                if not connection.is_closed():
                    return connection
            return await connect(self.url)
        except BaseException:
            self._places.release()
            raise

    def _give_back(self, connection: Connection) -> None:
        if self._closed:
            connection.terminate()
        elif not connection.is_closed():
            self._idle.append(connection)
        self._places.release()
