"""A worker that does nothing but advance cases: `python -m tools.bench.advancing`, with its settings in the environment.

It says when it is ready, begins when its input ends, takes every step that is due as the worker's own schedule has it, and
says how many cases it looked at.
"""

from __future__ import annotations

import sys

import uvloop

from fordran.commands.process_setup import settle_memory
from fordran.settings import Settings
from fordran.store.connections.database import Database
from fordran.worker.schedule import duties


async def advance() -> None:
    """Advance cases until none is due."""
    settings = Settings.load()
    assert settings.database_url is not None
    (duty,) = (duty for duty in duties(settings) if duty.name == "advance cases")
    database = Database(settings.database_url, 1)
    await database.open()
    settle_memory()  # as the worker does
    _say("ready")
    sys.stdin.read()
    looked_at, did = 0, 1
    while did:
        async with database.transaction() as tx:
            did = await duty.act(tx)
        looked_at += did
    await database.close()
    _say(str(looked_at))


def _say(text: str) -> None:
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    uvloop.run(advance())
