"""Contacts with outside systems, read from what the work with each leaves behind.

A reason is the one that its adapter wrote. Each system has a select of five columns: when a contact last succeeded, when one
last failed and why, how much waits, and since when. Nothing is kept of contacts with identity providers.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import TypedDict

from fordran.actions.kivra.match_customers import JOB as MATCH_JOB
from fordran.domain.bank.swish import ERRORS
from fordran.domain.service.accounting_systems import AccountingSystemCode
from fordran.domain.service.connections import ConnectionSystem
from fordran.store.connections.database import Connection
from fordran.store.connections.typed_rows import fetch_rows


class ContactRow(TypedDict):
    """The known contacts with a system."""

    system: ConnectionSystem
    last_success: datetime | None
    last_failure: datetime | None
    reason: str | None
    """Why the last contact failed, where that is known."""
    waiting: int
    waiting_since: datetime | None


NOT_SENT = "not_sent"
"""The error of a payment by Swish, where Swish was not reached."""
_FAILED_BY_US = [NOT_SENT, *(code for code, error in ERRORS.items() if error.is_ours)]


def _by_delivery(channel: str, *, succeeded: str = "null::timestamptz", failed: str = "") -> str:
    """The contacts by a channel of deliveries, and others with the same system."""
    return f"""
select g.succeeded, f.at, f.reason, q.waiting, q.since from
    (select greatest(max(last_happened), {succeeded}) as succeeded from delivery_outcomes
     where channel = '{channel}' and outcome in ('sent', 'delivered')) as g
    left join lateral (select at, reason from (
        select last_happened as at, last_reason as reason from delivery_outcomes
        where channel = '{channel}' and outcome = 'later' and last_happened is not null {failed}
    ) as t order by at desc limit 1) as f on true
    cross join (select count(*) as waiting, min(queued) as since from deliveries
                where channel = '{channel}' and status = 'queued' and made is not null) as q"""


def _by_answer(table: str, answered: str) -> str:
    """The contacts with a register whose last answer about each customer is kept in a table."""
    return f"""
select g.succeeded, f.at, f.reason, q.waiting, q.since from
    (select max({answered}) as succeeded from {table} where outcome not in ('retrying', 'unconfirmed')) as g
    left join lateral (select updated as at, trouble as reason from {table} where trouble is not null
                       order by updated desc limit 1) as f on true
    cross join (select count(*) as waiting, min(created) as since from {table} where outcome = 'retrying') as q"""


def by_accounting(system: AccountingSystemCode) -> str:
    """The contacts with the accounting systems of a kind, of all creditors together. The first kind was not named."""
    pulls = f"(select * from fortnox_pulls where coalesce(system, 'fortnox') = '{system}')"
    entries = f"""(select e.* from accounting_entries e
        join {pulls} as p on p.account_id = e.account_id and p.id = e.creditor_id)"""
    return f"""
select g.succeeded, f.at, f.reason, q.waiting, q.since from
    (select greatest((select max(updated) from {pulls} as p where pulled_on is not null and trouble is null),
                     (select max(updated) from {entries} as e where state = 'booked')) as succeeded) as g
    left join lateral (select at, reason from (
        select updated as at, trouble as reason from {pulls} as p where trouble is not null
        union all
        select updated, trouble from {entries} as e where state in ('waiting', 'added') and trouble is not null
    ) as t order by at desc limit 1) as f on true
    cross join (select count(*) as waiting, min(created) as since from {entries} as e
                where state in ('waiting', 'added')) as q"""


EMAIL = _by_delivery("email")
E_INVOICE = _by_delivery("e_invoice")
SPAR = _by_answer("spar_answers", "answered")
BOLAGSVERKET = _by_answer("company_answers", "updated")
KIVRA = _by_delivery(
    "kivra",
    succeeded="(select max(updated) from kivra_matches)",
    failed="""union all select last_run, 'Kivra does not say whom it reaches' from job_runs
        where job = $2 and failures > 0 and (last_success is null or last_success < last_run)""",
)
SMS = """
select g.succeeded, f.at, f.reason, q.waiting, q.since from
    (select max(sent) as succeeded from sms_notices) as g
    left join lateral (select updated as at, reason from sms_notices where reason is not null
                       order by updated desc limit 1) as f on true
    cross join (select count(*) as waiting, min(created) as since from sms_notices where status = 'queued') as q"""
SWISH = """
select g.succeeded, f.at, f.reason, q.waiting, q.since from
    (select greatest((select max(coalesce(paid, updated)) from swish_payments
                      where paid is not null or token is not null or state in ('declined', 'cancelled')),
                     (select max(updated) from swish_refunds where state = 'paid')) as succeeded) as g
    left join lateral (select updated as at, error as reason from swish_payments where error = any($1::text[])
                       order by updated desc limit 1) as f on true
    cross join (select count(*) as waiting, min(created) as since from (
        select created from swish_payments where ask_at is not null
        union all select created from swish_refunds where ask_at is not null) as w) as q"""
AUTOGIRO = """
select (select max(case when is_ours then written else created end) from autogiro_files),
    null::timestamptz, null::text, count(*), min(updated)
from autogiro_mandates where state in ('new', 'ending')"""
BANK = """
select max(created), null::timestamptz, null::text, count(*) filter (where status = 'stored'),
    min(created) filter (where status = 'stored')
from bank_files"""
# On paper by days. By file the feed's own trouble comes before that of a message.
ENFORCEMENT = """
select greatest(e.succeeded, f.read_at), coalesce(f.failed, m.failed), coalesce(f.trouble, m.reason),
       e.waiting + coalesce(m.waiting, 0), least(e.since, m.since)
from (select max(greatest(sent_date, received_date))::timestamp at time zone 'Europe/Stockholm' as succeeded,
             count(*) filter (where status = 'to_sign') as waiting, min(created) filter (where status = 'to_sign') as since
      from enforcements) e
cross join (select read_at, trouble, case when trouble is not null then failed end as failed from enforcement_feed) f
cross join (select count(*) as waiting, min(created) as since, max(updated) filter (where reason is not null) as failed,
                   max(reason) as reason
            from enforcement_messages where status in ('queued', 'handed_over')) m"""


async def read_contacts(
    connection: Connection, selects: Mapping[ConnectionSystem, str]
) -> dict[ConnectionSystem, ContactRow]:
    """The contacts with each of the systems, by its select above, in one statement."""
    every = " union all ".join(f"select '{system}', t.* from ({select}) as t" for system, select in selects.items())
    statement = f"select * from ({every}) as c (system, last_success, last_failure, reason, waiting, waiting_since)"
    rows = await fetch_rows(connection, ContactRow, statement, _FAILED_BY_US, MATCH_JOB)
    return {row["system"]: row for row in rows}
