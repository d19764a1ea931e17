"""Opening an installation for a command: its data folder, its database at the newest schema, its transaction."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import replace
from typing import TypeVar

import asyncpg

from fordran import clock
from fordran.actions.accounts.install import install
from fordran.actions.debtors.codes import hold_code_key
from fordran.actions.monitoring.job_runs import JobTally, add_runs
from fordran.actions.privacy.check_rules import check_rules
from fordran.commands.options import say
from fordran.settings import Settings, write_first_file
from fordran.store.connections.database import Connection, Database
from fordran.store.connections.disk_full import DiskFull
from fordran.store.connections.replica import database_of
from fordran.store.connections.troubles import ConnectionLost, DatabaseAway, DatabaseReadOnly, SessionIsShared
from fordran.store.embedded import server as embedded
from fordran.store.upkeep.distribute import Tell
from fordran.store.upkeep.migrate import migrate

T = TypeVar("T")

_MOST_ATTEMPTS, _AGAIN_SECONDS = 15, 1.0
"""As long as a server takes that recovers from a crash."""
_PATIENCE_SECONDS = 10.0
"""How long a command waits for a replica that is behind: what it reads takes longer yet."""


class NoDataFolder(Exception):
    """The data folder cannot be made or written to."""


def prepare_folder(settings: Settings) -> Settings:
    """Make the data folder and its `fordran.toml` unless they exist; return the settings with the key from the file."""
    try:
        embedded.make_data_folder(settings.data)
        write_first_file(settings.data, sandbox=settings.sandbox, draws_key=settings.database_url is None)
    except OSError as error:
        raise NoDataFolder(f"The data folder {settings.data} cannot be used: {error.strerror}.") from error
    return settings.with_key()


@contextmanager
def opened(settings: Settings) -> Iterator[Settings]:
    """The settings with the address of a database that answers and has all that an installation begins with.

    The embedded server is started if nobody has, and stopped afterwards if nobody else uses it.
    """
    with reached(settings) as reachable:
        bring_up_to_date(reachable)
        yield reachable


@contextmanager
def reached(settings: Settings) -> Iterator[Settings]:
    """The same, with the database left as it is."""
    settings = prepare_folder(settings)
    if settings.database_url is not None:
        yield settings
        return
    announce_new(settings, say)
    with embedded.server(settings.data, say=say) as url:
        yield replace(settings, database_url=url)


def announce_new(settings: Settings, say: Callable[[str], None]) -> None:
    """Say that a database will be made: a mistyped `--data` would otherwise look like an empty installation."""
    if not (settings.data / "postgres").exists():
        say(f"There is no installation in {settings.data} yet; making a new one.")


def bring_up_to_date(settings: Settings, revived: Callable[[], Settings] | None = None) -> Settings:
    """Migrate a reachable database, refuse one of which we could not erase people, and install what is missing in it.

    `revived` starts a server of our own again if it has died meanwhile. Returns the settings with where the database is then.
    """

    async def prepare(tx: Connection) -> None:
        await check_rules(tx)
        await install(tx, sandbox=settings.sandbox, now=clock.now())
        await hold_code_key(tx, settings.operator)

    for attempt in range(1, _MOST_ATTEMPTS + 1):
        try:
            asyncio.run(migrate(direct_address(settings)))
            in_transaction(settings, prepare)
            return settings
        except (DatabaseReadOnly, SessionIsShared):
            raise
        except DatabaseAway as away:
            # A server of our own comes back, and so may one that was there a moment ago. All this can be done again.
            was_there = revived is not None or attempt > 1 or isinstance(away, ConnectionLost)
            if attempt == _MOST_ATTEMPTS or not was_there:
                raise
            say(f"{away} Trying again.")
            clock.sleep(_AGAIN_SECONDS)
            settings = settings if revived is None else revived()
    raise AssertionError("the last attempt returns or raises")


def migrate_alone(settings: Settings, tell: Tell) -> list[str]:
    """Migrate a reachable database, and refuse it likewise; the names of what was applied."""
    applied = asyncio.run(migrate(direct_address(settings), tell))
    in_transaction(settings, check_rules)
    return applied


def address(settings: Settings) -> str:
    """The database's address in settings that were opened."""
    if settings.database_url is None:
        raise ValueError("these settings were not opened")
    return settings.database_url


def direct_address(settings: Settings) -> str:
    """The address at which a session lasts, for what needs one: migrations, the clock, imports and copies."""
    return settings.direct_database_url or address(settings)


def database_to_read(settings: Settings) -> Database:
    """The opened installation's database for a command that only reads, and reads much: with its replica, if it has one."""
    return database_of(
        address(settings),
        settings.read_database_url,
        1,
        settings.pool_wait_seconds,
        tell=lambda trouble: say(f"{trouble} The database itself is asked instead of its replica."),
        patience_seconds=_PATIENCE_SECONDS,
        # Half of it is a replica's.
        statement_seconds=120.0,
    )


@contextmanager
def recorded_run(settings: Settings, job: str) -> Iterator[JobTally]:
    """Record a run of a command among the job runs, for the metrics. A database that cannot take it records none."""
    tally, began = JobTally(runs=1), clock.monotonic()
    try:
        yield tally
    except Exception:
        tally.is_succeeding = False
        raise
    finally:
        tally.failures, tally.seconds = int(not tally.is_succeeding), clock.monotonic() - began
        try:
            in_transaction(settings, lambda tx: add_runs(tx, {job: tally}, clock.now()))
        except (DatabaseAway, DiskFull, asyncpg.PostgresError) as trouble:
            # One without an installation, or of an earlier version, has no table of them: the command has said so.
            if tally.is_succeeding:
                say(f"This run is not recorded among the metrics: {trouble}")


def looked(settings: Settings, work: Callable[[Connection], Awaitable[T]]) -> T:
    """Do work that reads one moment of an opened installation, and changes nothing."""

    async def run() -> T:
        database = database_to_read(settings)
        try:
            return await database.look(work)
        finally:
            await database.close()

    return asyncio.run(run())


@asynccontextmanager
async def database_of_run(settings: Settings, connections: int = 1) -> AsyncIterator[Database]:
    """The opened installation's database, for as long as the block lasts."""
    database = Database(address(settings), connections, settings.pool_wait_seconds)
    try:
        yield database
    finally:
        await database.close()


def in_transaction(settings: Settings, work: Callable[[Connection], Awaitable[T]]) -> T:
    """Do the work in one transaction of an opened installation."""

    async def run() -> T:
        async with database_of_run(settings) as database, database.transaction() as tx:
            return await work(tx)

    return asyncio.run(run())
