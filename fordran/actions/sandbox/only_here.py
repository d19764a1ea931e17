"""Helpers of tests are for a sandbox alone."""

from __future__ import annotations

from fordran.actions.refusals import Conflict
from fordran.store.connections.database import Connection
from fordran.store.upkeep.installation import read_installation


async def check_is_sandbox(tx: Connection) -> None:
    """Refuse an installation that is not a sandbox."""
    if not (await read_installation(tx)).sandbox:
        raise Conflict("error.only_in_a_sandbox")
