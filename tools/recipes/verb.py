"""A verb that is due again and again."""

from __future__ import annotations

from tools.recipes.recipe import Add, Create, Recipe

_VERB = '''"""Forget the work that was done: what waited for a person, a year after it was resolved."""

from __future__ import annotations

from datetime import datetime, timedelta

from fordran.store.connections.database import Connection

KEPT = timedelta(days=365)


async def forget_work(tx: Connection, now: datetime) -> int:
    """Forget some of what was resolved long ago; how many."""
    gone: int = await tx.fetchval(
        """with gone as (
               delete from work_items where (account_id, id) in (
                   select account_id, id from work_items where resolved < $1 limit 1000 for update skip locked)
               returning account_id, creditor_id
           ), tallied as (
               insert into tally_changes (resource, partner_id, account_id, creditor_id, documents)
               select 'work--items', a.partner_id, g.account_id, g.creditor_id, -count(*)
               from gone g join accounts a on a.id = g.account_id
               group by a.partner_id, g.account_id, g.creditor_id
           )
           select count(*) from gone""",
        now - KEPT,
    )
    return gone
'''
_VERB_TEST = '''"""Work that was done is forgotten after a year, and what was not is not."""

from __future__ import annotations

import asyncio
from datetime import datetime, timedelta

from fordran import clock
from fordran.actions.cases.forget_work import KEPT, forget_work
from fordran.actions.cases.locked_case import lock_case
from fordran.actions.cases.work_list import put_on_work_list
from fordran.domain.message import Message
from tests.actions.office import Office


async def work(office: Office, about: str, resolved: datetime | None) -> None:
    case, now = await office.register_debt(1000), clock.now()
    async with office.app.database.transaction() as tx:
        locked = await lock_case(tx, case, office.creditor, office.account, now)
        assert locked is not None
        await put_on_work_list(tx, locked, "stopped", Message("work.technical", text=about), now)
        await tx.execute("update work_items set resolved = $2 where case_id = $1", case, resolved)


async def forget(office: Office, now: datetime) -> int:
    async with office.app.database.transaction() as tx:
        return await forget_work(tx, now)


async def left(office: Office) -> set[str]:
    return {item["reason"] for item in (await office.get("work--items"))["_items"]}


async def test_what_was_resolved_a_year_ago_is_forgotten_once_and_counted(office: Office) -> None:
    now = clock.now()
    await work(office, "long ago", now - KEPT - timedelta(seconds=1))
    await work(office, "lately", now - KEPT + timedelta(minutes=1))
    await work(office, "waits", None)
    at_once = await asyncio.gather(*(forget(office, now) for _ in range(4)))
    assert sum(at_once) == 1
    assert await left(office) == {"lately", "waits"}
    assert await office.differences() == []
'''

VERB = Recipe(
    name="a verb",
    example="work that was done is forgotten after a year",
    edits=(
        Create("fordran/actions/cases/forget_work.py", _VERB),
        Add(
            "fordran/worker/schedule.py",
            "from fordran.actions.bulk.carry_out import carry_out_some, forget_bulk_acts\n",
            "from fordran.actions.cases.forget_work import forget_work\n",
        ),
        Add(
            "fordran/worker/schedule.py",
            '        ScheduledJob("forget webhook deliveries", 3600, _now(forget_deliveries)),\n',
            '        ScheduledJob("forget work that was done", 3600, _now(forget_work)),\n',
        ),
        Create("tests/actions/cases/test_forget_work.py", _VERB_TEST),
    ),
    tests=("tests/actions/cases/test_forget_work.py", "tests/test_rooms.py"),
    shows="""
from fordran.settings import Settings
from fordran.worker.schedule import duties
assert "forget work that was done" in {duty.name for duty in duties(Settings())}
""",
)
