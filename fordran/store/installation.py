"""The facts about the installation itself, which stand in a table of one row."""

from dataclasses import dataclass

from fordran.store.database import Connection


@dataclass(frozen=True)
class Installation:
    """Whether things may be tried here, and how far its business clock stands ahead."""

    sandbox: bool
    clock_offset_days: int


async def read_installation(tx: Connection) -> Installation:
    """The facts, of an installation that has been installed."""
    row = await tx.fetchrow("select sandbox, clock_offset_days from fordran.installation")
    return Installation(sandbox=row["sandbox"], clock_offset_days=row["clock_offset_days"])
