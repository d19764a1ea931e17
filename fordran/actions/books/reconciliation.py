"""Reconciliation: whether client funds are what is owed, day by day. Amounts are öre."""

from __future__ import annotations

from collections import Counter, deque
from datetime import date
from typing import TypedDict

from fordran.actions.books.journal_lines import POSTINGS
from fordran.domain.books.journal import (
    CLAIMS_ON_PAYERS,
    CLIENT_FUND_LIABILITIES,
    CLIENT_FUNDS,
    OWED_TO_CREDITOR,
    OWN_FEES_IN_CLIENT_FUNDS,
    PAYERS,
    SUSPENSE,
)
from fordran.domain.books.report import Report
from fordran.domain.days import ONE_DAY
from fordran.store.connections.database import Connection
from fordran.store.connections.typed_rows import fetch_the_row

_OWED = {
    "owed_to_creditors": [account for name, account in OWED_TO_CREDITOR.items() if name != "creditor_commission"],
    "own_fees": [OWN_FEES_IN_CLIENT_FUNDS],
    "owed_to_debtors": [PAYERS, CLAIMS_ON_PAYERS],
    "suspense": [SUSPENSE],
}
"""Whose the money on the client bank account is, and the ledger accounts that say it."""

RECONCILIATION = ("day", "client_funds", *_OWED, "difference", "documents_differ_by")


async def reconciliation(tx: Connection, first: date, last: date) -> Report:
    """Day by day, what stood on the client bank account and whose it was, by the journal.

    `difference` is what the two differ by, always nothing. On the last day the journal is also held against the
    documents: specifications not paid out, our own among them, refunds that cases owe, and payments in suspense.
    """
    rows = await tx.fetch(
        f"""select booked_on, ledger_account, sum(amount)::bigint as amount from ({POSTINGS}) postings
            where booked_on <= $1 and ledger_account = any($2::integer[]) group by booked_on, ledger_account
            order by booked_on""",
        last,
        [CLIENT_FUNDS, *CLIENT_FUND_LIABILITIES],
        timeout=600,
    )
    balances: Counter[int] = Counter()
    waiting = deque(rows)
    made = []
    day = first
    while day <= last:
        while waiting and waiting[0]["booked_on"] <= day:
            row = waiting.popleft()
            balances[row["ledger_account"]] += row["amount"]
        owed = [-sum(balances[account] for account in accounts) for accounts in _OWED.values()]
        made.append((day, balances[CLIENT_FUNDS], *owed, balances[CLIENT_FUNDS] - sum(owed), None))
        day += ONE_DAY
    if made:
        made[-1] = (*made[-1][:-1], await _unlike_documents(tx, balances, last))
    return Report("Client funds", RECONCILIATION, frozenset(RECONCILIATION[1:]), made, name="reconciliation")


class _DocumentsRow(TypedDict):
    owed_to_creditors: int
    own_fees: int
    owed_to_debtors: int
    suspense: int


async def _unlike_documents(tx: Connection, balances: Counter[int], last: date) -> int | None:
    """How much the ledger accounts differ from the documents that stand for them, in all; None before the last booking."""
    if await tx.fetchval(f"select exists (select from ({POSTINGS}) postings where booked_on > $1)", last, timeout=600):
        return None
    documents = await fetch_the_row(
        tx,
        _DocumentsRow,
        """select (select coalesce(sum(s.amount + s.vat_amount), 0)::bigint from payout_specifications s
                   left join payouts p on p.account_id = s.account_id and p.id = s.payout_id
                   where s.finance_category not in ('creditor_commission', 'operator_fees') and p.payout_date is null)
                      as owed_to_creditors,
                  (select coalesce(sum(s.amount + s.vat_amount), 0)::bigint from payout_specifications s
                   left join payouts p on p.account_id = s.account_id and p.id = s.payout_id
                   -- Commission is paid with our own fees, which stand there until then.
                   where s.finance_category in ('creditor_commission', 'operator_fees') and p.payout_date is null)
                      -- What payers owed us and was given up is made good with our own fees.
                      - (select coalesce(sum(written_off_amount), 0)::bigint from refunds) as own_fees,
                  (select coalesce(sum(refund_amount), 0)::bigint from cases)
                      - (select coalesce(sum(claimed_amount), 0)::bigint from refunds) as owed_to_debtors,
                  (select coalesce(sum(suspense_amount), 0)::bigint from bank_transactions) as suspense""",
        seconds=600,
    )
    owed = {
        "owed_to_creditors": documents["owed_to_creditors"],
        "own_fees": documents["own_fees"],
        "owed_to_debtors": documents["owed_to_debtors"],
        "suspense": documents["suspense"],
    }
    return sum(abs(amount + sum(balances[account] for account in _OWED[name])) for name, amount in owed.items())
