"""Write-offs: what of claims was given up, by month, creditor and reason.

The reason is that a letter was paid in time, that a small rest remained after a payment or a crediting, or why somebody
closed the case. What comes back, as when a closing payment is recalled, counts against the month in which that is booked.
"""

from __future__ import annotations

from datetime import date
from typing import Literal, TypeAlias, get_args

from fordran.actions.reports.creditors import SECONDS, ReportCreditor, check_creditor
from fordran.domain.books.report import Report, ReportValue
from fordran.domain.kinds.close_reasons import CloseReason
from fordran.store.connections.database import Connection
from fordran.store.connections.typed_rows import fetch_rows

WriteOffReason: TypeAlias = Literal["letter_paid", "small_rest", CloseReason]
WRITE_OFF_REASONS: tuple[WriteOffReason, ...] = get_args(WriteOffReason)

WRITE_OFFS = (
    *("month", "creditor_number", "creditor", "write_off_reason", "cases"),
    *("capital", "interest", "costs", "written_off"),
)


class _ReasonRow(ReportCreditor):
    month: str
    reason: WriteOffReason
    cases: int
    capital: int
    interest: int
    costs: int


# A closing that somebody decided is a fact of the case, and says why; one that followed from the sums has none.
_BY_REASON = """
select to_char(w.booked_on, 'YYYY-MM') as month, d.creditor_number, d.name, w.reason, count(distinct w.case_id) as cases,
       coalesce(-sum(w.amount) filter (where w.component = 'capital'), 0)::bigint as capital,
       coalesce(-sum(w.amount) filter (where w.component = 'interest'), 0)::bigint as interest,
       coalesce(-sum(w.amount) filter (where w.component = 'costs'), 0)::bigint as costs
from (
    select b.account_id, b.creditor_id, b.case_id, b.booked_on, e.component, e.amount,
           case when e.type = 'letter_paid' then 'letter_paid' when e.fact = '' then 'small_rest'
                else (select coalesce(closing ->> 'reason', 'cancelled') from cases k
                      cross join lateral jsonb_array_elements(k.facts) closing
                      where k.account_id = b.account_id and k.id = b.case_id and closing ->> 'id' = e.fact limit 1)
           end as reason
    from bookings b cross join lateral jsonb_to_recordset(b.entries)
        as e (component text, kind text, type text, fact text, amount bigint)
    where b.booked_on between $1 and $2 and e.kind = 'written_off' and ($3::text is null or b.creditor_id = $3)
) w
join creditors d on d.account_id = w.account_id and d.id = w.creditor_id
group by month, d.creditor_number, d.name, w.reason order by month, d.creditor_number, w.reason
"""


async def write_offs(tx: Connection, first: date, last: date, creditor: str | None = None) -> Report:
    """Amounts written off in a period."""
    await check_creditor(tx, creditor)
    rows: list[tuple[ReportValue, ...]] = []
    for row in await fetch_rows(tx, _ReasonRow, _BY_REASON, first, last, creditor, seconds=SECONDS):
        amounts = (row["capital"], row["interest"], row["costs"])
        of = (row["month"], row["creditor_number"], row["name"], row["reason"], row["cases"])
        rows.append((*of, *amounts, sum(amounts)))
    return Report(
        "Write-offs by reason",
        WRITE_OFFS,
        frozenset(WRITE_OFFS[5:]),
        rows,
        codes=frozenset({"write_off_reason"}),
        is_summed=True,
        name="write-offs",
        days=(first, last),
    )
