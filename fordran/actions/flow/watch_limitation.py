"""Watch limitation: note interruptions, and warn of control fees to sue for."""

from __future__ import annotations

from datetime import datetime

from fordran.actions.cases.locked_case import lock_cases
from fordran.actions.cases.move_case import FlowingCase, save
from fordran.actions.cases.work_list import put_on_work_list, resolve_work
from fordran.domain.house_rules import rule_on
from fordran.domain.message import Message
from fordran.resources.claim_particulars import InterruptionInput
from fordran.shape.fields import Refused
from fordran.shape.moments import day_of
from fordran.store.connections.database import Connection
from fordran.store.upkeep.installation import business_day

AT_A_TIME = 100


async def note_interruption(tx: Connection, flowing: FlowingCase, given: InterruptionInput, now: datetime) -> None:
    """Note what interrupted limitation: preskriptionslag (1981:130) 5 §. A case that looked time-barred goes on by it."""
    day = day_of(given.date)
    if day > flowing.today:
        raise Refused({"date": Message("issue.must_not_be_after_today")})
    noted = {"date": day.isoformat(), "kind": given.kind, "evidence": given.evidence}
    flowing.flow.evidence.append(noted)
    await save(tx, [flowing], now)
    if not flowing.situation().came_time_barred:
        await resolve_work(tx, flowing.case.account, ["time_barred_at_registration"], now, case=flowing.case.id)


_TO_WARN_OF = """
select account_id, id from cases k
where closed is null and particulars ->> 'limitation_kind' = 'control_fee' and not flow ? 'sued'
  and coalesce((particulars ->> 'arose_on')::date, invoice_date::date) + make_interval(months => $2) <= $1::date
  and not exists (select 1 from work_items w
                  where w.account_id = k.account_id and w.case_id = k.id and w.kind = 'control_fee_to_sue')
order by id limit $3
"""


async def warn_of_control_fees(tx: Connection, now: datetime) -> int:
    """Put control fees whose time to sue runs out on the work list: lag (1984:318) 9 §. How many there were."""
    today = await business_day(tx, now)
    months = rule_on("control_fee_alarm_months", today)
    found = await tx.fetch(_TO_WARN_OF, today, months, AT_A_TIME)
    for row in found:
        for case in await lock_cases(tx, row["account_id"], [row["id"]], now):
            await put_on_work_list(tx, case, "control_fee_to_sue", Message("work.control_fee_to_sue"), now)
    return len(found)
