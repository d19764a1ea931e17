"""The bank account day by day as the bank reports it: its balances, our orders, which of them have left, and the
differences between its balance and our books. Amounts are öre."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import TypedDict

from fordran.actions.bank.order import OrderLineRow, OrderRow, batches_of
from fordran.domain.bank.reconciling import BalanceDifference, DifferenceCause, OrderedPayment, Withdrawal, carried_out
from fordran.domain.books.journal import CLIENT_FUNDS
from fordran.shape.wire import parsed
from fordran.store.connections.database import Connection
from fordran.store.connections.typed_rows import fetch_rows
from fordran.store.rows.schema_rows import BankBalanceRow

LONG_SECONDS = 600


@dataclass(frozen=True)
class BankDays:
    """The state of the bank account. Counters hold the changes of a day."""

    balances: dict[date, int]
    """Of the days for which the bank stated one, over all accounts."""
    receipts: Counter[date]
    """Receipts and recalls by bank date, less the same by booking date."""
    in_transit: Counter[date]
    differences: Sequence[BalanceDifference]


async def bank_days(tx: Connection) -> BankDays:
    """All of it, from the first day on."""
    stated = await fetch_rows(tx, BankBalanceRow, _BALANCES)
    ordered = await _ordered(tx)
    withdrawals = [
        Withdrawal(**row) for row in await fetch_rows(tx, _WithdrawalRow, _WITHDRAWALS, seconds=LONG_SECONDS)
    ]
    rejected = await _rejected(tx)
    done = carried_out([one for one in ordered if one.id not in rejected], withdrawals)
    ended = done.days | rejected
    in_transit: Counter[date] = Counter()
    for one in ordered:
        in_transit[one.ordered_on] += one.amount
        if ended_on := ended.get(one.id):
            in_transit[max(ended_on, one.ordered_on)] -= one.amount
    unsettled = await fetch_rows(tx, _DueRow, _DUE)
    differences = [
        *_of_statements(stated),
        *done.differences,
        *(BalanceDifference("not_settled", row["day"], row["amount"], row["id"]) for row in unsettled),
    ]
    return BankDays(_balances(stated), await _receipts(tx), in_transit, differences)


_BALANCES = "select bank_account, day, opening_amount, closing_amount from bank_balances order by day, bank_account"


def _balances(stated: Sequence[BankBalanceRow]) -> dict[date, int]:
    """The joint balance of accounts on days with a report; an account without one keeps its last balance."""
    held: dict[str, int] = {}
    balances: dict[date, int] = {}
    for row in stated:
        held[row["bank_account"]] = row["closing_amount"]
        balances[row["day"]] = sum(held.values())
    return balances


def _of_statements(stated: Sequence[BankBalanceRow]) -> list[BalanceDifference]:
    """Opening balances of accounts before their first statement, and movements between statements with a gap."""
    found: list[BalanceDifference] = []
    closed: dict[str, int] = {}
    for row in stated:
        account, opening = row["bank_account"], row["opening_amount"]
        if opening is not None and opening != closed.get(account, 0):
            cause: DifferenceCause = "statement_missing" if account in closed else "opening_balance"
            found.append(BalanceDifference(cause, row["day"], opening - closed.get(account, 0), account))
        closed[account] = row["closing_amount"]
    return found


class _WithdrawalRow(TypedDict):
    id: str
    reference: str
    amount: int
    day: date


_WITHDRAWALS = """
select id, own_reference as reference, -amount as amount, booking_date as day
from bank_transactions where status = 'withdrawn'
"""


class _DueRow(TypedDict):
    id: str
    day: date
    amount: int


# Money from suspense is in the books already, whichever case gets it.
_DUE = """
select p.transaction_id as id, max(greatest(p.booking_date, f.imported_on)) as day, sum(p.amount)::bigint as amount
from bank_payments p join bank_transactions t on t.id = p.transaction_id join bank_files f on f.id = t.file_id
where p.is_due and not p.is_booked and not p.was_in_suspense and p.recalled_on is null
group by p.transaction_id
"""


async def _receipts(tx: Connection) -> Counter[date]:
    """A file comes days after what it tells of: that is moved to the bank's own days. What is not itemised and was later
    counts once."""
    rows = await tx.fetch(
        f"""select day, sum(amount)::bigint as amount from (
                select t.booking_date as day, t.amount from bank_transactions t
                where t.status not in ('withdrawn', 'duplicate')
                union all
                select coalesce(f.imported_on, (f.created at time zone 'Europe/Stockholm')::date), -t.amount
                from bank_transactions t join bank_files f on f.id = t.file_id
                where t.status not in ('withdrawn', 'duplicate')
                union all
                select b.booked_on, -posting.amount
                from bank_bookings b join bank_transactions t on t.id = b.transaction_id
                cross join lateral unnest(b.ledger_accounts, b.amounts) as posting (account, amount)
                where t.status = 'duplicate' and posting.account = {CLIENT_FUNDS}) moved
            group by day""",
        timeout=LONG_SECONDS,
    )
    return Counter({row["day"]: row["amount"] for row in rows})


class _OrderRow(OrderRow):
    ordered_on: date


class _LineRow(OrderLineRow):
    order_id: str


_ORDERS = """
select id, created, orderer, coalesce(ordered_on, (created at time zone 'Europe/Stockholm')::date) as ordered_on
from bank_orders order by id
"""
_LINES = """
select order_id, kind, subject_id, amount, execution_date, name, address, bank_account, message, transfer_id, status
from bank_order_lines order by order_id, position
"""


class _HandRow(TypedDict):
    id: str
    amount: int
    booked_on: date


_BY_HAND = """
select p.id, p.amount + p.vat_amount as amount, b.booked_on
from payouts p join payout_bookings b on b.account_id = p.account_id and b.payout_id = p.id and b.act = 'by_hand'
"""


async def _ordered(tx: Connection) -> list[OrderedPayment]:
    """Everything that the books count as gone: transfers of orders, and payouts that somebody paid by hand."""
    lines: dict[str, list[_LineRow]] = defaultdict(list)
    for row in await fetch_rows(tx, _LineRow, _LINES, seconds=LONG_SECONDS):
        lines[row["order_id"]].append(row)
    orders = await fetch_rows(tx, _OrderRow, _ORDERS)
    found = [one for order in orders for one in _of_order(order, lines[order["id"]])]
    by_hand = await fetch_rows(tx, _HandRow, _BY_HAND)
    return found + [OrderedPayment(row["id"], "", row["amount"], row["booked_on"]) for row in by_hand]


async def _rejected(tx: Connection) -> dict[str, date]:
    """The transfers that the bank rejected, and the days from which the books count their money as there again."""
    rows = await tx.fetch(
        """select distinct coalesce(transfer_id, subject_id) as id, rejected_on from bank_order_lines
           where status = 'rejected'"""
    )
    return {row["id"]: row["rejected_on"] for row in rows}


def _of_order(order: _OrderRow, lines: Sequence[_LineRow]) -> list[OrderedPayment]:
    if all(parsed(row["bank_account"]) for row in lines):
        return [
            OrderedPayment(transfer.end_to_end_id, batch, transfer.amount, order["ordered_on"])
            for batch, transfers in batches_of(order, lines).items()
            for transfer in transfers
        ]
    # Whom it paid was erased, and with it which batches it had.
    amounts: Counter[str] = Counter()
    for row in lines:
        amounts[row["transfer_id"] or row["subject_id"]] += row["amount"]
    return [OrderedPayment(id_, "", amount, order["ordered_on"]) for id_, amount in amounts.items()]
