"""A reader of events, who follows them as an integrator does, by `fordran-client`, and keeps what it was shown, in that order."""

from __future__ import annotations

import asyncio

import httpx
from fordran_client import ApiCode, AsyncFordran, FordranError

from tools.soak.client import NOT_YET, SECONDS
from tools.soak.counts import Counts
from tools.soak.records import Records

EVERY_SECONDS = 0.5


async def follow(where: str, code: str, counts: Counts, records: Records, stop: asyncio.Event) -> None:
    """Follow until told to stop, and then to the end. What the client gives up is asked again after the last position."""
    seen = records.event_positions
    last = 0
    # A connection for each request, which is how the wire knows where one ends.
    limits = httpx.Limits(max_keepalive_connections=0)
    async with httpx.AsyncClient(timeout=SECONDS, headers={"connection": "close"}, limits=limits) as http:
        client = AsyncFordran(where, ApiCode(code), http=http, retries=2)
        while True:
            is_last_look = stop.is_set()
            try:
                async for event in client.follow(after=last, until_empty=True):
                    seen.append((event.position, event.id))
                    last = event.position
                if is_last_look:
                    return
            except (FordranError, httpx.TransportError) as trouble:
                counts.clients["retries"] += 1
                if isinstance(trouble, FordranError) and trouble.status not in NOT_YET:
                    counts.other(f"following events was answered {trouble.status}: {trouble}")
            await asyncio.sleep(EVERY_SECONDS)
