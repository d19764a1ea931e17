"""The daily match with Kivra: all people with open cases are asked about, before the stand-in over HTTP, and the answers kept."""

from __future__ import annotations

import asyncio
import subprocess
import sys
import time
from collections.abc import Iterator

from fordran import clock
from fordran.actions.delivery.covering_note import NoteSender
from fordran.actions.kivra.match_customers import match_customers
from fordran.formats.kivra import PayTo
from fordran.outside.kivra import Kivra
from fordran.sections import KivraSection
from fordran.settings import Settings
from fordran.store.connections.database import Database
from tools.bench.ground import Ground
from tools.bench.measures import night
from tools.bench.processors import Spent, spending
from tools.bench.results import Result
from tools.harness.machine import any_port

ABOUT = "people a second of the daily match with Kivra, before its stand-in"
BY_DEFAULT = False
PEOPLE = 100_000
WITHIN_SECONDS = 60
START_SECONDS = 30.0

_PEOPLE = """
update customers c set is_person = true, is_company = false, id_number_status = 'valid', id_number = g.number,
    id_number_compact = g.number
from (select account_id, id, lpad((190000000000 + row_number() over (order by account_id, id))::text, 12, '0') as number
      from customers) g
where c.account_id = g.account_id and c.id = g.id
"""


def measure(ground: Ground) -> Iterator[Result]:
    """How many people a second are matched, from the first question of what is due to the last answer that is kept."""
    opened = asyncio.run(night.empty_installation(ground, "kivra_match"))
    ground.say(f"Opening cases of {PEOPLE:,} people.")
    asyncio.run(opened.fill(2 * PEOPLE, 0))
    port = any_port()
    stand_ins = subprocess.Popen([sys.executable, "-m", "fordran", "simulators", "--port", str(port)])
    try:
        people, seconds, spent = asyncio.run(_match(opened.settings, port))
    finally:
        stand_ins.terminate()
        stand_ins.wait()
    made_of = {"people": float(people), "seconds": seconds} | spent.each(people)
    yield Result("people matched with Kivra", people / seconds, "a second", PEOPLE / WITHIN_SECONDS, made_of)


async def _match(settings: Settings, port: int) -> tuple[int, float, Spent]:
    await _reached(port)
    section = KivraSection("tenant1", "bench", "hidden", f"http://127.0.0.1:{port}/kivra")
    kivra = Kivra(section, NoteSender("", "", ""), PayTo("991-2346", ""), lambda _: b"")
    database = Database(settings.database_url or "", 2)
    try:
        async with database.transaction() as tx:
            await tx.execute(_PEOPLE, timeout=600)
        async with database.connection() as connection:
            await connection.execute("vacuum (analyze) customers", timeout=600)
        people, began = 0, time.perf_counter()
        with spending(settings.data) as spent:
            while done := await match_customers(database.transaction, kivra.match, clock.now()):
                people += done
        return people, time.perf_counter() - began, spent
    finally:
        await database.close()


async def _reached(port: int) -> None:
    """Wait until the stand-ins listen."""
    ends = time.perf_counter() + START_SECONDS
    while True:
        try:
            _, writer = await asyncio.open_connection("127.0.0.1", port)
        except OSError:
            assert time.perf_counter() < ends, "the stand-ins do not listen"
            await asyncio.sleep(0.1)
        else:
            writer.close()
            return
