"""Somebody who moves the clock of the sandbox, so that days pass while everything else happens."""

from __future__ import annotations

import asyncio
import itertools
from datetime import date, timedelta
from random import Random

import orjson

from tools.soak.client import Client

PAUSE_SECONDS = (2.0, 6.0)
MOST_DAYS = 4


async def move_days(client: Client, chance: Random, today: date, stop: asyncio.Event) -> None:
    """Move the clock by some days again and again. It is told a date, so that telling it twice moves it once."""
    day = today
    for number in itertools.count(1):
        if stop.is_set():
            return
        await asyncio.sleep(chance.uniform(*PAUSE_SECONDS))
        day += timedelta(days=chance.randint(1, MOST_DAYS))
        answer = await client.ask(
            "POST",
            "/clock",
            f"clock-{number}",
            content=orjson.dumps({"date": str(day)}),
            headers={"content-type": "application/json"},
        )
        if answer.status_code != 201 or answer.json()["date"] != str(day):
            client.counts.other(f"the clock was told {day} and answered {answer.status_code} {answer.text}")
        client.counts.clients["days"] = (day - today).days
