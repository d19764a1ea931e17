"""The facts about the installation itself, which stand in a table of one row."""

from dataclasses import dataclass
from datetime import date, datetime

from fordran import clock
from fordran.store.connections.database import Connection
from fordran.store.connections.typed_rows import fetch_the_row
from fordran.store.rows.schema_rows import InstallationRow


@dataclass(frozen=True)
class Installation:
    """Whether tests may be made here, and how far its business clock is ahead."""

    sandbox: bool
    clock_offset_days: int
    at: datetime
    """This moment by the database's clock, by which the audit log is dated."""


class _Row(InstallationRow):
    at: datetime


async def read_installation(tx: Connection) -> Installation:
    """The facts, of an installation that has been installed."""
    row = await fetch_the_row(tx, _Row, "select sandbox, clock_offset_days, now() as at from fordran.installation")
    return Installation(sandbox=row["sandbox"], clock_offset_days=row["clock_offset_days"], at=row["at"])


async def business_day(tx: Connection, now: datetime) -> date:
    """Today on the business clock: the day on which things happen and are booked."""
    installation = await read_installation(tx)
    return clock.stockholm_date(clock.business(now, installation.clock_offset_days))


async def business_now(tx: Connection, now: datetime) -> datetime:
    """This moment on the business clock."""
    return clock.business(now, (await read_installation(tx)).clock_offset_days)


async def takes_writes(tx: Connection) -> bool:
    """Whether the server is one that takes writes, and no standby."""
    return bool(await tx.fetchval("select current_setting('transaction_read_only') = 'off'"))
