"""In whose name: nothing is made or sent in the name of an operator whose particulars are invented, but in a sandbox."""

from __future__ import annotations

from fordran.operator import Operator
from fordran.store.connections.database import Connection
from fordran.store.upkeep.installation import read_installation


async def operator_is_configured(tx: Connection, operator: Operator) -> bool:
    """Whether documents may be made and leave in the operator's name."""
    return not operator.placeholders or (await read_installation(tx)).sandbox
