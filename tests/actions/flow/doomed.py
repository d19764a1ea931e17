"""Workers that die: `python -m tests.actions.flow.doomed` forks a worker for each number that it reads, and kills it there.

It reads lines, each a JSON list of numbers, and answers each with a line, the list of what became of the workers: `killed`,
or `done` where one found nothing left to do. A worker with the number n is killed, by SIGKILL to itself, when it is about to
send its n-th statement, whichever that is: the beginning and the end of a transaction are statements too. With 0 it lives.

The product knows nothing of this: the statements are counted in the library that sends them. Processes are forked from one
that has loaded everything, so that hundreds die in a minute.
"""

from __future__ import annotations

import asyncio
import json
import os
import signal
import sys
from collections.abc import Callable
from typing import Any

import asyncpg

from fordran.settings import Settings
from fordran.store.connections.database import Database
from fordran.worker.schedule import duties
from tests.actions.flow.days import FLOW

STATEMENTS = ("execute", "executemany", "fetch", "fetchrow", "fetchval", "copy_to_table")


def die_at(number: int) -> None:
    """Let the process be killed when it is about to send its statement of that number."""
    sent = 0

    def counted(send: Callable[..., Any]) -> Callable[..., Any]:
        async def counting(connection: Any, *args: Any, **more: Any) -> Any:
            nonlocal sent
            sent += 1
            if sent == number:
                os.kill(os.getpid(), signal.SIGKILL)
            return await send(connection, *args, **more)

        return counting

    for name in STATEMENTS:
        setattr(asyncpg.Connection, name, counted(getattr(asyncpg.Connection, name)))


async def work() -> None:
    """Do all that moves cases, again and again, until a whole turn finds nothing to do."""
    settings = Settings.load()
    assert settings.database_url is not None
    database = Database(settings.database_url, 1)
    moving = [duty for duty in duties(settings) if duty.name in FLOW]
    did = 1
    while did:
        did = 0
        for duty in moving:
            async with database.transaction() as tx:
                did += await duty.act(tx)
    await database.close()


def forked(number: int) -> int:
    """A worker that is doomed to a number; its process id."""
    pid = os.fork()
    if pid:
        return pid
    status = 1
    try:
        if number:
            die_at(number)
        asyncio.run(work())
        status = 0
    finally:
        os._exit(status)


def became(pid: int) -> str:
    """What became of a worker; whatever else than dying or finishing is told as it is."""
    _, status = os.waitpid(pid, 0)
    if os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGKILL:
        return "killed"
    return "done" if status == 0 else f"failed with {status}"


def main() -> None:
    for line in sys.stdin:
        told = [became(pid) for pid in [forked(number) for number in json.loads(line)]]
        sys.stdout.write(json.dumps(told) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
