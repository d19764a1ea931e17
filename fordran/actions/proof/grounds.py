"""Verify the ground of each fee, and that nothing was applied for while an objection held."""

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
