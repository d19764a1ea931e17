"""The last of what has left an installation, as far as it knows: what a restored backup is held against."""

from __future__ import annotations

from dataclasses import dataclass

from fordran.actions.webhooks.sequence_events import last_position
from fordran.store.connections.database import Connection


@dataclass(frozen=True)
class LastPositions:
    """Where each of the things ends that somebody outside follows."""

    position: int
    order: str | None
    letter: str | None


async def last_known(tx: Connection) -> LastPositions:
    """The last event's position, the last file of orders to the bank and the last letter."""
    return LastPositions(
        position=await last_position(tx),
        order=await tx.fetchval(
            "select filename from bank_orders where status = 'written' order by created desc, id limit 1"
        ),
        letter=await tx.fetchval(
            "select letter_number from letters where letter_number is not null order by created desc, id limit 1"
        ),
    )
