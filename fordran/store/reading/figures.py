"""Figures of the overview: what waits, what comes, what is owed for how long, what moved. Each is one statement, in scope."""

from __future__ import annotations

from datetime import date, datetime
from typing import TypedDict

from fordran.store.connections.database import Connection
from fordran.store.connections.typed_rows import fetch_rows
from fordran.store.reading.parameters import SqlParameters
from fordran.store.reading.scope import Caller, table_scope


class WorkItemCount(TypedDict):
    """How many work items of a kind wait for a person."""

    kind: str
    items: int


class UpcomingSteps(TypedDict):
    """How many cases have a step on a day."""

    day: date
    step: str
    cases: int


class OverdueCapital(TypedDict):
    """The overdue amount of open cases, by due date."""

    due: date
    cases: int
    owed: int


class DailyMoney(TypedDict):
    """The payments of debtors on a day, and the payouts to creditors."""

    day: date
    paid_in: int
    paid_out: int


class RecoveredCapital(TypedDict):
    """Capital of cases that were registered in a month, and what was paid of it so many days after, at most."""

    month: date
    days: int
    registered: int
    recovered: int


async def waiting(connection: Connection, caller: Caller, now: datetime) -> list[WorkItemCount]:
    """Work items that nobody has settled or put off, by kind."""
    parameters = SqlParameters()
    moment = parameters.add(now, "timestamptz")
    scope = table_scope(caller, "w.account_id", "w.creditor_id", parameters)
    return await fetch_rows(
        connection,
        WorkItemCount,
        f"""select w.kind, count(*) as items from work_items w
            where w.resolved is null and (w.snoozed_until is null or w.snoozed_until <= {moment}) and {scope}
            group by w.kind order by items desc, w.kind""",
        *parameters.values,
    )


async def coming(connection: Connection, caller: Caller, last: date) -> list[UpcomingSteps]:
    """The steps of cases up to a day, which the rules of the flow have put there."""
    parameters = SqlParameters()
    until = parameters.add(last, "date")
    scope = table_scope(caller, "k.account_id", "k.creditor_id", parameters)
    return await fetch_rows(
        connection,
        UpcomingSteps,
        f"""select k.next_step_date as day, k.next_step as step, count(*) as cases from cases k
            where k.next_step_date <= {until} and k.next_step is not null and k.state <> 'closed' and {scope}
            group by 1, 2 order by 1, 2""",
        *parameters.values,
    )


async def owing(connection: Connection, caller: Caller) -> list[OverdueCapital]:
    """The booked debt of open cases, by due date."""
    parameters = SqlParameters()
    scope = table_scope(caller, "k.account_id", "k.creditor_id", parameters)
    return await fetch_rows(
        connection,
        OverdueCapital,
        f"""select (k.invoice_date at time zone 'Europe/Stockholm')::date + k.invoice_due_days as due, count(*) as cases,
                   sum(k.total_remaining_capital_amount + k.total_remaining_interest_amount
                       + k.total_remaining_costs_amount)::bigint as owed
            from cases k where k.state <> 'closed' and {scope} group by 1 order by 1""",
        *parameters.values,
    )


async def moved(connection: Connection, caller: Caller, first: date, last: date) -> list[DailyMoney]:
    """Receipts and payouts of each day of a period by booking date; days without any are included."""
    parameters = SqlParameters()
    begin, end = parameters.add(first, "date"), parameters.add(last, "date")
    scope = table_scope(caller, "b.account_id", "b.creditor_id", parameters)
    out = table_scope(caller, "p.account_id", "p.creditor_id", parameters)
    return await fetch_rows(
        connection,
        DailyMoney,
        f"""with paid as (
                select b.booked_on as day, -sum(e.amount)::bigint as amount
                from bookings b cross join lateral jsonb_to_recordset(b.entries) as e (kind text, amount bigint)
                where b.booked_on between {begin} and {end} and e.kind = 'settled' and {scope} group by 1
            ), sent as (
                select (p.payout_date at time zone 'Europe/Stockholm')::date as day,
                       sum(p.amount + p.vat_amount)::bigint as amount
                from payouts p where p.payout_date is not null and p.payout_date >= {begin}
                  and (p.payout_date at time zone 'Europe/Stockholm')::date <= {end} and {out} group by 1
            )
            select d.day::date as day, coalesce(paid.amount, 0) as paid_in, coalesce(sent.amount, 0) as paid_out
            from generate_series({begin}::timestamp, {end}::timestamp, interval '1 day') d (day)
            left join paid on paid.day = d.day::date left join sent on sent.day = d.day::date order by 1""",
        *parameters.values,
    )


async def recovered(connection: Connection, caller: Caller, first: date, longest_days: int) -> list[RecoveredCapital]:
    """Of what was registered in each month from a day on, the capital and what was paid of it, by how long after."""
    parameters = SqlParameters()
    begin, longest = parameters.add(first, "date"), parameters.add(longest_days + 1, "integer")
    scope = table_scope(caller, "b.account_id", "b.creditor_id", parameters)
    statement = _RECOVERED.format(begin=begin, longest=longest, scope=scope)
    return await fetch_rows(connection, RecoveredCapital, statement, *parameters.values)


_RECOVERED = """
select date_trunc('month', registered_on)::date as month,
       least(greatest(coalesce(paid_on - registered_on, 0), 0), {longest}::integer) as days,
       coalesce(sum(amount) filter (where is_capital), 0)::bigint as registered,
       coalesce(-sum(amount) filter (where not is_capital), 0)::bigint as recovered
from (
    select f.booked_on as registered_on, e.kind = 'added' as is_capital, e.amount,
           case when e.kind = 'settled' then e.date end as paid_on
    from bookings b
    join bookings f on f.account_id = b.account_id and f.case_id = b.case_id and f.position = 1
    cross join lateral jsonb_to_recordset(b.entries) as e (component text, kind text, amount bigint, date date)
    where b.booked_on >= {begin} and f.booked_on >= {begin} and e.component = 'capital'
      and e.kind in ('added', 'settled') and {scope}
) capital
group by 1, 2 order by 1, 2
"""
