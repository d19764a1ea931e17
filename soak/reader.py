"""A reader of events, who follows them by the cursor and keeps what it was shown, in that order."""

from __future__ import annotations

import asyncio

from soak.client import Client

EVERY_SECONDS = 0.5
AT_ONCE = 100


async def follow(client: Client, stop: asyncio.Event) -> None:
    """Follow until told to stop, and then to the end."""
    seen = client.records.event_positions
    last = 0
    while True:
        is_last_look = stop.is_set()
        page = await client.get("/events", after=last, max_results=AT_ONCE)
        seen += [(item["position"], item["_id"]) for item in page["_items"]]
        last = page["_meta"]["last"]
        if is_last_look and len(page["_items"]) < AT_ONCE:
            return
        if len(page["_items"]) < AT_ONCE and not is_last_look:
            await asyncio.sleep(EVERY_SECONDS)
