"""Verify applications to the enforcement authority: notices of payments, costs without an order, amounts beyond an order."""

from __future__ import annotations

from collections.abc import AsyncIterator
from datetime import date
from typing import TypedDict

from fordran.actions.proof.counts import Tell
from fordran.actions.proof.differences import Discrepancy
from fordran.domain.kinds.enforcement_kinds import ENFORCEMENT_STATUSES, OUT
from fordran.store.connections.database import Connection
from fordran.store.connections.typed_rows import fetch_rows

_OVER = [one.code for one in ENFORCEMENT_STATUSES.values() if one.is_over]


class _FactRow(TypedDict):
    id: str
    fact: str
    day: date


# The worker makes notices the same day, so that the facts of the last day may still wait for it.
_UNTOLD = """
select e.id, f ->> 'id' as fact, (f ->> 'date')::date as day
from enforcements e cross join jsonb_array_elements_text(e.case_ids) claim (id)
join cases k on k.account_id = e.account_id and k.id = claim.id cross join jsonb_array_elements(k.facts) f
where e.status = any($1::text[]) and f ->> 'kind' in ('payment', 'credit', 'waiver', 'closing')
  and (f ->> 'registered')::date < (select max(booked_on) from bookings)
  and not e.answered_facts ? (f ->> 'id')
"""

# Lag (1990:746) 46 §: costs follow an order. A closed case stays as it was.
_STILL_CHARGED = """
select e.id, f ->> 'id' as fact, e.ended_date as day
from enforcements e cross join jsonb_array_elements_text(e.case_ids) claim (id)
join cases k on k.account_id = e.account_id and k.id = claim.id cross join jsonb_array_elements(k.facts) f
where e.status = any($1::text[]) and e.sent_date is not null and e.order_date is null and e.handed_over_date is null
  and k.closed is null and f ->> 'kind' = 'fee' and f ->> 'article' = 'enforcement'
  and (f ->> 'date')::date between e.sent_date and e.ended_date
  and not exists (select 1 from jsonb_array_elements(k.facts) r
                  where r ->> 'kind' in ('withdrawal', 'reversal') and r ->> 'fee' = f ->> 'id')
"""

# Lag (1990:746) 42 §. A part that the debtor objects to was left out of the application.
_BEYOND_ORDER = """
select e.id, e.awarded_capital_amount as awarded, sum(k.total_remaining_capital_amount)::bigint as claimed
from enforcements e cross join jsonb_array_elements_text(e.case_ids) claim (id)
join cases k on k.account_id = e.account_id and k.id = claim.id
where e.awarded_capital_amount is not null
  and not exists (select 1 from case_disputes d where d.account_id = k.account_id and d.case_id = k.id and d.amount is not null)
group by e.account_id, e.id, e.awarded_capital_amount
having sum(k.total_remaining_capital_amount) > e.awarded_capital_amount
"""


class _AwardRow(TypedDict):
    id: str
    awarded: int
    claimed: int


async def check_applications(tx: Connection, tell: Tell) -> AsyncIterator[Discrepancy]:
    """Payments, credits, waivers and closings have their notices; costs follow an order; no more is claimed than was awarded."""
    tell("applications", 0, 1)
    for row in await fetch_rows(tx, _FactRow, _UNTOLD, list(OUT)):
        yield Discrepancy("enforcements", row["id"], "notices", f"one that tells of {row['fact']}", "none")
    for row in await fetch_rows(tx, _FactRow, _STILL_CHARGED, _OVER):
        yield Discrepancy("enforcements", row["id"], "costs", f"reversed on {row['day']}", row["fact"])
    for award in await fetch_rows(tx, _AwardRow, _BEYOND_ORDER):
        yield Discrepancy("enforcements", award["id"], "capital", f"at most {award['awarded']}", str(award["claimed"]))
    tell("applications", 1, 1)
