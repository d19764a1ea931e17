"""Verify the grounds of what is claimed: each fee has one, nothing was applied for while an objection held, and no interest
begins before its lawful day, which is computed here once more, from what the case says of its claim.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from datetime import date
from typing import TypedDict, get_args

from fordran.actions.proof.counts import Tell
from fordran.actions.proof.differences import Discrepancy
from fordran.domain.kinds.articles import ARTICLES, FeeArticle
from fordran.domain.kinds.letter_kinds import LETTER_KINDS
from fordran.store.connections.database import Connection
from fordran.store.connections.typed_rows import fetch_rows

_OF_LETTERS = sorted(
    {
        article
        for kind in LETTER_KINDS.values()
        for article in kind.fees
        if article in get_args(FeeArticle) and not ARTICLES[article].of_authority
    }
)
"""Fees that a letter charges: lag (1981:739) 2–4 §§."""

_KINDS = {article: [kind.code for kind in LETTER_KINDS.values() if article in kind.fees] for article in _OF_LETTERS}
"""Article → the kinds of letters that charge it."""

_NOT_WITHDRAWN = """
not exists (select 1 from jsonb_array_elements(k.facts) w where w ->> 'kind' = 'withdrawal' and w ->> 'fee' = f ->> 'id')
"""

# A letter that was stopped or failed charges nothing: its fees are withdrawn. One whose details were erased tells by its kind.
_WITHOUT_LETTER = f"""
select k.id, f ->> 'id' as fact, (f ->> 'date')::date as day
from cases k cross join jsonb_array_elements(k.facts) f
where k.facts @> '[{{"kind": "fee"}}]' and f ->> 'kind' = 'fee' and f ->> 'article' = any($1::text[])
  and not coalesce((f ->> 'by_creditor')::boolean, false) and {_NOT_WITHDRAWN}
  and not exists (select 1 from letters l where l.account_id = k.account_id and l.case_id = k.id
                  and l.status not in ('stopped', 'failed')
                  and (l.details -> 'fees' ? (f ->> 'id')
                       or (l.details = '{{}}' and $2::jsonb -> (f ->> 'article') ? l.kind)))
"""

# Förordning (1992:1094) 1 §, lag (1990:746) 48 §: the costs are of an application that was sent.
_WITHOUT_APPLICATION = f"""
select k.id, f ->> 'id' as fact, (f ->> 'date')::date as day
from cases k cross join jsonb_array_elements(k.facts) f
where k.facts @> '[{{"kind": "fee", "article": "enforcement"}}]' and f ->> 'kind' = 'fee' and f ->> 'article' = 'enforcement'
  and not coalesce((f ->> 'by_creditor')::boolean, false) and {_NOT_WITHDRAWN}
  and not exists (select 1 from enforcements e where e.account_id = k.account_id and e.case_ids ? k.id
                  and e.sent_date is not null)
"""

# Inkassolag (1974:182) 4 och 8 §§. An objection to a part leaves that part out, which the letters' check looks at.
_DURING_OBJECTION = """
select e.id, o.id as fact, e.sent_date as day
from enforcements e
join case_disputes o on o.account_id = e.account_id and e.case_ids ? o.case_id
where e.sent_date is not null and o.kind is distinct from 'none' and o.amount is null
  and o.disputed_on < e.sent_date and (o.ended_on is null or o.ended_on > e.sent_date)
"""


class _GroundRow(TypedDict):
    id: str
    fact: str
    day: date


async def check_grounds(tx: Connection, tell: Tell) -> AsyncIterator[Discrepancy]:
    """Fees without the letter or the application that they are for, and applications while an objection held."""
    tell("grounds of fees", 0, 1)
    for row in await fetch_rows(tx, _GroundRow, _WITHOUT_LETTER, _OF_LETTERS, _KINDS):
        yield Discrepancy("cases", row["id"], "ground of a fee", "a letter that charges it", row["fact"])
    for row in await fetch_rows(tx, _GroundRow, _WITHOUT_APPLICATION):
        yield Discrepancy("cases", row["id"], "ground of a fee", "an application that was sent", row["fact"])
    for row in await fetch_rows(tx, _GroundRow, _DURING_OBJECTION):
        yield Discrepancy("enforcements", row["id"], "sent", "after the objection ended", str(row["day"]))
    tell("grounds of fees", 1, 1)


CASES_AT_A_TIME = 1000

# Räntelag (1975:635) 3 och 4 §§. A case of before there were such rules is judged by none. `due` is the day to pay by, which a
# late invoice of ours moved already; `left` the day on which the invoice left. Without an agreement interest runs 30 days
# after the invoice left, and of a consumer whose invoice did not mention interest, 30 days after the first letter that left.
# An entry is of the days after `from_date`, up to `to_date`. What was corrected sums to nothing.
_EARLY = """
with claim as (
    select k.account_id, k.id, k.facts, k.is_business, k.particulars as of,
           k.invoice_due_days as term,
           (k.invoice_date at time zone 'Europe/Stockholm')::date + k.invoice_due_days as due,
           (k.particulars ->> 'left')::date as "left"
    from cases k
    where k.particulars ? 'rules_day' and k.particulars ? 'left' and (k.account_id, k.id) > ($1, $2)
    order by k.account_id, k.id limit $3),
begins as (
    select c.account_id, c.id, c.facts, c.is_business, c.of, case coalesce(c.of ->> 'due_date_basis', 'agreed_date')
               when 'agreed_date' then c.due + 1
               when 'agreed_days' then greatest(c.due, case when coalesce((c.of ->> 'sent_by_us')::boolean, false)
                                                            then c.due else c."left" + c.term end) + 1
               else greatest(c.due + 1, c."left" + 30) end as by_invoice
    from claim c),
lawful as (
    select b.account_id, b.id, case
               when b.is_business or coalesce((b.of ->> 'interest_notice')::boolean, true) then b.by_invoice
               else greatest(b.by_invoice, coalesce(
                   (select min((f ->> 'date')::date) + 30 from jsonb_array_elements(b.facts) f where f ->> 'kind' = 'letter'),
                   'infinity'::date)) end as first_day
    from begins b)
select l.account_id, l.id, min(nullif(l.first_day, 'infinity')) as first_day, min(e.begins) as begins,
       coalesce(sum(e.amount), 0)::bigint as amount
from lawful l
left join lateral (
    select (e ->> 'from_date')::date + 1 as begins, (e ->> 'amount')::bigint as amount
    from bookings o cross join jsonb_array_elements(o.entries) e
    where o.account_id = l.account_id and o.case_id = l.id and e ->> 'type' = 'interest' and e ->> 'kind' = 'added'
      and (e ->> 'from_date')::date + 1 < l.first_day) e on true
group by l.account_id, l.id order by l.account_id, l.id
"""


class _InterestRow(TypedDict):
    account_id: str
    id: str
    first_day: date | None
    begins: date | None
    amount: int


async def check_first_interest(tx: Connection, tell: Tell) -> AsyncIterator[Discrepancy]:
    """Interest of days before the first on which a claim may bear any."""
    account, last, done = "", "", 0
    while rows := await fetch_rows(tx, _InterestRow, _EARLY, account, last, CASES_AT_A_TIME):
        for row in rows:
            if row["amount"] > 0:
                lawful = "none" if row["first_day"] is None else f"from {row['first_day']}"
                yield Discrepancy("cases", row["id"], "first day of interest", lawful, f"from {row['begins']}")
        account, last, done = rows[-1]["account_id"], rows[-1]["id"], done + len(rows)
        tell("first days of interest", done, done)
