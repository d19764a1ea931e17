"""Owed to debtors: money that reached us and is the payers', case by case, and what waits for its case to be found."""

from __future__ import annotations

from datetime import date

from fordran.actions.books.journal_lines import POSTINGS
from fordran.actions.reports.creditors import SECONDS, ReportCreditor, check_creditor
from fordran.domain.books.journal import PAYERS, SUSPENSE
from fordran.domain.books.report import Report, ReportValue
from fordran.store.connections.database import Connection
from fordran.store.connections.typed_rows import fetch_rows

OWED_TO_DEBTORS = ("owed_for", "creditor_number", "creditor", "ocr_number", "customer", "last_booked_on", "owed")


class _CaseRow(ReportCreditor):
    ocr_number: str
    customer: str | None
    last_booked_on: date
    owed: int


_BY_CASE = """
select d.creditor_number, d.name, k.ocr_number, s.name as customer, owed.last_booked_on, owed.owed
from (
    select b.account_id, b.case_id, max(b.booked_on) as last_booked_on, -sum(posting.amount)::bigint as owed
    from bookings b cross join lateral unnest(b.ledger_accounts, b.amounts) as posting (ledger_account, amount)
    where b.booked_on <= $1 and posting.ledger_account = $2 and ($3::text is null or b.creditor_id = $3)
    group by b.account_id, b.case_id having sum(posting.amount) <> 0
) owed
join cases k on k.account_id = owed.account_id and k.id = owed.case_id
join creditors d on d.account_id = k.account_id and d.id = k.creditor_id
left join customer_details s on s.account_id = k.account_id and s.customer_id = k.customer_id and s.creditor_id = k.creditor_id
order by owed.last_booked_on, d.creditor_number, k.ocr_number
"""


async def owed_to_debtors(tx: Connection, at: date, creditor: str | None = None) -> Report:
    """Debts to payers at the end of a day, by the journal. Money without a case belongs to no creditor.

    The rows of cases sum to what the journal owes payers (2498), the last row is what it has in suspense (2490).
    """
    await check_creditor(tx, creditor)
    rows: list[tuple[ReportValue, ...]] = [
        (
            *("overpayment", row["creditor_number"], row["name"], row["ocr_number"]),
            *(row["customer"], row["last_booked_on"], row["owed"]),
        )
        for row in await fetch_rows(tx, _CaseRow, _BY_CASE, at, PAYERS, creditor, seconds=SECONDS)
    ]
    waiting = 0 if creditor else await _in_suspense(tx, at)
    if waiting:
        rows.append(("unidentified", None, None, None, None, None, waiting))
    return Report(
        "Owed to debtors",
        OWED_TO_DEBTORS,
        frozenset({"owed"}),
        rows,
        codes=frozenset({"owed_for"}),
        is_summed=True,
        name="owed-to-debtors",
        days=(at,),
    )


async def _in_suspense(tx: Connection, at: date) -> int:
    found: int = await tx.fetchval(
        f"""select coalesce(-sum(amount), 0)::bigint from ({POSTINGS}) postings
            where booked_on <= $1 and ledger_account = $2""",
        at,
        SUSPENSE,
        timeout=SECONDS,
    )
    return found
