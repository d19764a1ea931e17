"""Reconciliation: whether client funds are what the bank says and what is owed, day by day. Amounts are öre."""

from __future__ import annotations

from collections import Counter, deque
from datetime import date
from typing import TypedDict

from fordran.actions.books.bank_days import BankDays, bank_days
from fordran.actions.books.journal_lines import POSTINGS
from fordran.domain.bank.reconciling import BalanceDifference
from fordran.domain.books.journal import (
    CLAIMS_ON_PAYERS,
    CLIENT_FUND_LIABILITIES,
    CLIENT_FUNDS,
    OWED_TO_CREDITOR,
    OWN_FEES_IN_CLIENT_FUNDS,
    PAYERS,
    SUSPENSE,
)
from fordran.domain.books.report import Report, ReportValue
from fordran.domain.days import ONE_DAY
from fordran.shape.wire import kronor
from fordran.store.connections.database import Connection
from fordran.store.connections.typed_rows import fetch_rows, fetch_the_row

_OWED = {
    "owed_to_creditors": [account for name, account in OWED_TO_CREDITOR.items() if name != "creditor_commission"],
    "own_fees": [OWN_FEES_IN_CLIENT_FUNDS],
    "owed_to_debtors": [PAYERS, CLAIMS_ON_PAYERS],
    "suspense": [SUSPENSE],
}
"""The owners of the money on the client bank account, and their ledger accounts."""

RECONCILIATION = (
    *("day", "bank_balance", "books", "in_transit", "difference", "made_up_of"),
    *("client_funds", *_OWED, "owed_differs_by", "documents_differ_by"),
)
_NO_AMOUNTS = {"day", "made_up_of"}


async def reconciliation(tx: Connection, first: date, last: date) -> Report:
    """Day by day, what the bank says that it holds and what the books say, what is under way between them, and whose it is.

    `books` is the client bank account (1990) with money in on the bank's own days. `difference` is what the bank's balance
    has beyond `books` and `in_transit`, where it stated one, and what the money is beyond whose it is; it should be nothing,
    and `made_up_of` names its parts. On the last day the journal is also held against the documents: specifications not
    paid out, our own among them, refunds that cases owe, and payments in suspense.
    """
    moved = await _moved(tx, last)
    bank = await bank_days(tx)
    balances: Counter[int] = Counter()
    shift = _Running(bank.receipts)
    in_transit = _Running(bank.in_transit)
    made: list[tuple[ReportValue, ...]] = []
    day = first
    while day <= last:
        while moved and moved[0]["booked_on"] <= day:
            row = moved.popleft()
            balances[row["ledger_account"]] += row["amount"]
        made.append(_day(day, balances, shift.until(day), in_transit.until(day), bank))
        day += ONE_DAY
    if made:
        made[-1] = (*made[-1][:-1], await _unlike_documents(tx, balances, last))
    amounts = frozenset(RECONCILIATION) - _NO_AMOUNTS
    return Report("Client funds", RECONCILIATION, amounts, made, name="reconciliation")


class _MovedRow(TypedDict):
    booked_on: date
    ledger_account: int
    amount: int


async def _moved(tx: Connection, last: date) -> deque[_MovedRow]:
    rows = await fetch_rows(
        tx,
        _MovedRow,
        f"""select booked_on, ledger_account, sum(amount)::bigint as amount from ({POSTINGS}) postings
            where booked_on <= $1 and ledger_account = any($2::integer[]) group by booked_on, ledger_account
            order by booked_on""",
        last,
        [CLIENT_FUNDS, *CLIENT_FUND_LIABILITIES],
        seconds=600,
    )
    return deque(rows)


class _Running:
    """A sum that grows day by day."""

    def __init__(self, changes: Counter[date]) -> None:
        self._waiting = deque(sorted(changes.items()))
        self._sum = 0

    def until(self, day: date) -> int:
        """The changes up to a day, which is no earlier than in the call before."""
        while self._waiting and self._waiting[0][0] <= day:
            self._sum += self._waiting.popleft()[1]
        return self._sum


def _day(day: date, balances: Counter[int], shift: int, in_transit: int, bank: BankDays) -> tuple[ReportValue, ...]:
    """The row of a day."""
    funds = balances[CLIENT_FUNDS]
    owed = [-sum(balances[account] for account in accounts) for accounts in _OWED.values()]
    unlike_owed = funds - sum(owed)
    books = funds + shift
    held = bank.balances.get(day)
    unlike_bank = 0 if held is None else held - books - in_transit
    parts = [] if held is None else _parts(day, unlike_bank, bank)
    if unlike_owed:
        parts.append(BalanceDifference("owed", day, unlike_owed))
    named = "; ".join(f"{part.cause} {kronor(part.amount)} ({part.subject or part.day})" for part in parts)
    difference = unlike_bank + unlike_owed
    return (day, held, books, in_transit, difference, named or None, funds, *owed, unlike_owed, None)


def _parts(day: date, difference: int, bank: BankDays) -> list[BalanceDifference]:
    """The parts of the difference between the bank's balance and the books on a day."""
    known = [part for part in bank.differences if part.day <= day]
    rest = difference - sum(part.amount for part in known)
    return known + ([BalanceDifference("unexplained", day, rest)] if rest else [])


class _DocumentsRow(TypedDict):
    owed_to_creditors: int
    own_fees: int
    owed_to_debtors: int
    suspense: int


async def _unlike_documents(tx: Connection, balances: Counter[int], last: date) -> int | None:
    """How much the ledger accounts differ from the documents that stand for them, in all; None before the last booking."""
    if await tx.fetchval(
        f"select exists (select 1 from ({POSTINGS}) postings where booked_on > $1)", last, timeout=600
    ):
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
