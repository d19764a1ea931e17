"""Queue notices by SMS: of letters that have left, answers to objections, and instalments that fall due. Each once."""

from __future__ import annotations

import secrets
from datetime import date, datetime
from typing import Literal, TypeAlias, TypedDict

from fordran import clock
from fordran.domain.days import days_after
from fordran.store.connections.database import Connection
from fordran.store.connections.typed_rows import fetch_rows
from fordran.store.rows.ids import new_id
from fordran.store.upkeep.installation import business_now

SmsKind: TypeAlias = Literal["answer", "instalment", "letter"]

DAYS_BEFORE = 2
"""How long before an instalment's due day its notice is sent."""
AT_A_TIME = 1000

WANTS_NOTICES = """
s.sms_consent and s.mobile_number is not null and not c.is_protected and c.deceased_on is null and c.erasure is null
"""
"""The condition that a customer `c`, with the details `s` of a creditor, may get notices."""

_CUSTOMER = f"""
join customers c on c.account_id = k.account_id and c.id = k.customer_id
join customer_details s on s.account_id = k.account_id and s.customer_id = k.customer_id and s.creditor_id = k.creditor_id
where {WANTS_NOTICES}
"""
# Of an envelope's letters one notice. What went to somebody in the customer's place is not the customer's.
_DUE = f"""
select k.account_id, k.creditor_id, k.customer_id, min(k.id) as case_id,
       case when bool_or(l.kind = 'dispute_answer') then 'answer' else 'letter' end as kind, e.id::text as subject,
       $1::date as day
from envelopes e
join letters l on l.account_id = e.account_id and l.envelope_id = e.id and l.status in ('sent', 'shown')
join cases k on k.account_id = l.account_id and k.id = l.case_id
{_CUSTOMER}
  and e.status in ('sent', 'shown') and e.addressee is null and e.copy_of is null
  and (e.channel = 'print' or l.kind = 'dispute_answer') and l.kind <> 'enforcement' and l.dated = $1
  and not exists (select 1 from sms_notices n where n.account_id = e.account_id and n.subject = e.id::text)
group by k.account_id, k.creditor_id, k.customer_id, e.id
union all
select k.account_id, k.creditor_id, k.customer_id, k.id, 'instalment', p.id || ' ' || (i ->> 0), (i ->> 0)::date
from amortization_plans p
join cases k on k.account_id = p.account_id and k.id = p.case_id
cross join lateral jsonb_array_elements(p.instalments) as f (i)
{_CUSTOMER}
  and p.ended_on is null and k.closed is null and (i ->> 0)::date between $1::date and $2::date
  and not exists (select 1 from sms_notices n
                  where n.account_id = p.account_id and n.kind = 'instalment' and n.subject = p.id || ' ' || (i ->> 0))
limit {AT_A_TIME}
"""
_QUEUE = """
insert into sms_notices (account_id, id, created, updated, creditor_id, customer_id, case_id, kind, subject, day, status,
                         callback_key, next_attempt)
values ($1, $2, $3, $3, $4, $5, $6, $7, $8, $9, 'queued', $10, $11)
on conflict (account_id, kind, subject) do nothing
"""


class _DueRow(TypedDict):
    account_id: str
    creditor_id: str
    customer_id: str
    case_id: str
    kind: SmsKind
    subject: str
    day: date


async def queue_notices(tx: Connection, now: datetime) -> int:
    """Queue the notices of the business day that are not queued yet; how many."""
    then = await business_now(tx, now)
    today = clock.stockholm_date(then)
    rows = await fetch_rows(tx, _DueRow, _DUE, today, days_after(today, DAYS_BEFORE))
    for row in rows:
        await tx.execute(
            _QUEUE,
            row["account_id"],
            new_id(),
            now,
            row["creditor_id"],
            row["customer_id"],
            row["case_id"],
            row["kind"],
            row["subject"],
            row["day"],
            secrets.token_hex(16),
            then,
        )
    return len(rows)
