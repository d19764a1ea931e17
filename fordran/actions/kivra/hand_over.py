"""Hand deliveries over in a sandbox, by a channel whose stand-in it has: what is due is claimed, handed over and noted.

Elsewhere the post does that (worker/post.py). A sandbox's days pass by its own clock, so that it is done within them.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import TypeAlias

from fordran.actions.delivery.claim import claim_messages
from fordran.actions.delivery.claimed import DeliveryResult, PermanentFailure
from fordran.actions.delivery.note_outcome import DeliveryAttempt
from fordran.actions.delivery.note_safely import note_safely
from fordran.actions.delivery.parcel import Parcel
from fordran.actions.delivery.parcels import parcels_of
from fordran.domain.kinds.channels import Single
from fordran.operator import Operator
from fordran.store.connections.clock_lock import Begin, may_do_business
from fordran.store.upkeep.installation import business_now, read_installation

HandOver: TypeAlias = Callable[[Parcel, Callable[[], bool]], Awaitable[DeliveryResult]]
AT_ONCE = 32
DOMAIN = "sandbox.example"


@dataclass(frozen=True)
class HandedOver:
    """The channels by which a sandbox hands over what it elsewhere only shows."""

    by: Mapping[Single, HandOver] = field(default_factory=dict)

    async def hand_over_all(self, begin: Begin, operator: Operator, now: datetime) -> None:
        """Hand over everything that is due now."""
        while await self.hand_over_some(begin, operator, now):
            pass

    async def hand_over_some(self, begin: Begin, operator: Operator, now: datetime, *, alone: bool = True) -> int:
        """Hand over some of it; how much. One who is not `alone` leaves the days to a mover of the clock."""
        return sum([await _hand_over(begin, channel, act, operator, now, alone) for channel, act in self.by.items()])


async def _hand_over(
    begin: Begin, channel: Single, act: HandOver, operator: Operator, now: datetime, alone: bool
) -> int:
    async with begin() as tx:
        if not (await read_installation(tx)).sandbox or (not alone and not await may_do_business(tx)):
            return 0
        then = await business_now(tx, now)
        rows = await claim_messages(tx, channel, DOMAIN, AT_ONCE, then)
        parcels = await parcels_of(tx, rows, operator)

    async def handed(parcel: Parcel | PermanentFailure) -> DeliveryResult:
        return parcel if isinstance(parcel, PermanentFailure) else await act(parcel, lambda: True)

    outcomes = await asyncio.gather(*(handed(parcels[row["id"]]) for row in rows))
    for row, outcome in zip(rows, outcomes, strict=True):
        parcel = parcels[row["id"]]
        attempt = DeliveryAttempt(row, outcome, parcel.address if isinstance(parcel, Parcel) else "")
        async with begin() as tx:
            await note_safely(tx, [attempt], now, then)
    return len(rows)
