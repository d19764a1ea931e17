"""Coming to rest: what was left undone is done by itself, once nothing breaks any more."""

from __future__ import annotations

import asyncio
import time
from datetime import date

from fordran import clock
from fordran.domain.days import next_banking_day
from fordran.store.connections.troubles import DatabaseAway
from tools.soak.checks.ground import Ground

SECONDS = 120.0
EVERY_SECONDS = 0.25

_LEFT = """
select (select count(*) from cases where next_step_date <= $1) as steps,
       (select count(*) from envelopes where status in ('queued', 'made')) as envelopes,
       (select count(*) from invoices where print_id is null) as prints,
       (select count(*) from bank_payments where is_due) + (select count(*) from bank_files where status = 'stored') as payments,
       (select count(*) from events where position is null) as events,
       (select count(*) from events e join webhook_states s on s.account_id = e.account_id where e.position > s.position)
           as webhooks,
       (select count(*) from webhook_deliveries where status = 'waiting') as deliveries
"""


async def come_to_rest(ground: Ground) -> None:
    """Wait until nothing is left to do. What keeps waiting for its time is told to go at once, as an operator can."""
    began = time.monotonic()
    await _come_to_banking_day(ground)
    await _send_at_once(ground)
    left = await _left(ground)
    while any(left.values()) and time.monotonic() < began + SECONDS:
        await asyncio.sleep(EVERY_SECONDS)
        left = await _left(ground)
    ground.counts.clients["seconds to rest"] = round(time.monotonic() - began)
    if any(left.values()):
        ground.counts.other(f"after {SECONDS:.0f} quiet seconds there is left to do: {left}")


async def _today(ground: Ground) -> date:
    rows = await ground.rows("select clock_offset_days from installation")
    return clock.stockholm_date(clock.business(clock.now(), rows[0][0]))


async def _come_to_banking_day(ground: Ground) -> None:
    """Move the clock to a day on which printed letters leave."""
    today = await _today(ground)
    day = next_banking_day(today)
    if day != today:
        await ground.operator.ask("POST", "/clock", "clock-rest", json={"date": str(day)})


async def _left(ground: Ground) -> dict[str, int]:
    """How much is due of each kind; nothing is known while the database comes back."""
    try:
        return dict((await ground.rows(_LEFT, await _today(ground)))[0])
    except (DatabaseAway, OSError):
        return {"the database is away": 1}


async def _send_at_once(ground: Ground) -> None:
    """A delivery that failed, or whose worker was killed, waits for its time; a webhook switched off and on does not."""
    for hook in ground.receiver.hooks.values():
        path = f"/webhooks/{hook.webhook}"
        for enabled in (False, True):
            etag = (await ground.operator.get(path))["_etag"]
            answer = await ground.operator.ask("PATCH", path, json={"enabled": enabled}, headers={"if-match": etag})
            if answer.status_code != 200:
                ground.counts.other(f"PATCH {path} answered {answer.status_code} {answer.text}")
