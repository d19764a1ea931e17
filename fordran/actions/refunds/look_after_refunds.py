"""Look after refunds: cases that owe something back of which nobody has taken note, from before there were refunds.

Whatever is booked takes note by itself (`keep_refunds`).
"""

from __future__ import annotations

from datetime import datetime

from fordran.actions.cases.keep_refunds import keep_refunds
from fordran.actions.cases.locked_case import lock_cases
from fordran.store.connections.database import Connection

AT_A_TIME = 100

_UNNOTED = """
select k.account_id, array_agg(k.id::text order by k.id) as cases from (
    select k.account_id, k.id from cases k
    where k.refund_amount > 0
      and not exists (select 1 from refunds r where r.account_id = k.account_id and r.case_id = k.id)
      and not exists (select 1 from work_items w where w.account_id = k.account_id and w.case_id = k.id
                      and w.kind in ('refund_owed', 'refund_returned'))
    order by k.account_id, k.id limit $1) k
group by k.account_id order by k.account_id limit 1
"""


async def look_after_refunds(tx: Connection, now: datetime) -> int:
    """Note the amounts that some cases of an account owe back; return the number handled, 0 when none is left."""
    row = await tx.fetchrow(_UNNOTED, AT_A_TIME)
    if row is None:
        return 0
    cases = await lock_cases(tx, row["account_id"], row["cases"], now)
    await keep_refunds(tx, [(case, case.before) for case in cases], now)
    return len(cases)
