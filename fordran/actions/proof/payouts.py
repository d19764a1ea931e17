"""Verify payouts: every specification is what its booking settles, every payout what its specifications sum to, and every
order what it says to have paid; and the journal comes to what the documents say is owed."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import AsyncIterator, Iterator, Sequence
from datetime import date, datetime
from typing import TypedDict

from fordran.actions.bank.order import OrderLineRow, OrderRow, file_of, lines_of
from fordran.actions.books.journal_lines import POSTINGS
from fordran.actions.payouts.journal import REJECTED, PayoutBooking
from fordran.actions.proof.approvals import check_approvals
from fordran.actions.proof.counts import Tell
from fordran.actions.proof.differences import Discrepancy, as_far_as_readable, differs
from fordran.actions.proof.specifications import check_specifications
from fordran.domain.books.chain import GENESIS
from fordran.domain.books.journal import (
    CLIENT_FUND_LIABILITIES,
    CLIENT_FUNDS,
    OWED_TO_CREDITOR,
    OWN_FEES_IN_CLIENT_FUNDS,
    Category,
)
from fordran.domain.payouts.payout import PayoutAct, postings_of
from fordran.shape.wire import parsed
from fordran.store.connections.database import Connection
from fordran.store.connections.typed_rows import fetch_rows
from fordran.store.rows.schema_rows import PayoutRow

LONG_SECONDS = 3600


async def check_payouts(tx: Connection, tell: Tell) -> AsyncIterator[Discrepancy]:
    """Everything from settled money to the order to the bank."""
    for check in (
        check_specifications,
        _check_sums,
        _check_summaries,
        _check_journal,
        check_approvals,
        _check_orders,
        _check_client_funds,
    ):
        async for found in check(tx, tell):
            yield found


class _SumsRow(PayoutRow):
    sum_amount: int
    sum_vat: int
    lines: int
    strays: int


_OTHER_SUMS = """
select p.id, p.amount, p.vat_amount, p.specifications, s.sum_amount, s.sum_vat, s.lines, s.strays
from payouts p left join lateral (
    select coalesce(sum(s.amount), 0)::bigint as sum_amount, coalesce(sum(s.vat_amount), 0)::bigint as sum_vat,
           count(*)::integer as lines,
           count(*) filter (where s.creditor_id is distinct from p.creditor_id or s.finance_category <> p.finance_category
                            or (p.case_id is not null and s.case_id <> p.case_id)) as strays
    from payout_specifications s where s.account_id = p.account_id and s.payout_id = p.id) s on true
where (p.amount, p.vat_amount, p.specifications) is distinct from (s.sum_amount, s.sum_vat, s.lines)
   or s.strays > 0
"""


async def _check_sums(tx: Connection, tell: Tell) -> AsyncIterator[Discrepancy]:
    """A payout's sums are those of its specifications, which are of its creditor and category."""
    for row in await fetch_rows(tx, _SumsRow, _OTHER_SUMS, seconds=LONG_SECONDS):
        for found in (
            *differs("payouts", row["id"], "amount", row["sum_amount"], row["amount"]),
            *differs("payouts", row["id"], "vat_amount", row["sum_vat"], row["vat_amount"]),
            *differs("payouts", row["id"], "specifications", row["lines"], row["specifications"]),
            *differs("payouts", row["id"], "specifications of others", 0, row["strays"]),
        ):
            yield found


_OTHER_SUMMARIES = """
select p.id, p.summary, s.summary as expected
from payouts p cross join lateral (
    select coalesce(jsonb_object_agg(a.article, jsonb_build_object(
               'count', a.count, 'amount', trim_scale(a.amount / 100.0),
               'vat_amount', trim_scale(a.vat_amount / 100.0),
               'total_amount', trim_scale((a.amount + a.vat_amount) / 100.0))), '{}') as summary
    from (select s.article, count(*) as count, sum(s.amount) as amount, sum(s.vat_amount) as vat_amount
          from payout_specifications s where s.account_id = p.account_id and s.payout_id = p.id
          group by s.article) a) s
where p.summary <> s.summary
"""


async def _check_summaries(tx: Connection, tell: Tell) -> AsyncIterator[Discrepancy]:
    """A payout's summary is that of its specifications."""
    for row in await tx.fetch(_OTHER_SUMMARIES, timeout=LONG_SECONDS):
        yield Discrepancy("payouts", row["id"], "summary", parsed(row["expected"]), parsed(row["summary"]))
    tell("payouts", 1, 1)


class _BookedRow(TypedDict):
    """A payout, and its booking where it has one."""

    payout: str
    finance_category: Category
    amount: int
    vat_amount: int
    payout_date: datetime | None
    bookings: int
    head_hash: str
    account_id: str
    position: int | None
    id: str
    at: datetime
    booked_on: date
    act: PayoutAct
    ledger_accounts: list[int]
    amounts: list[int]
    previous_hash: str
    hash: str


_BOOKED = """
select p.id as payout, p.finance_category, p.amount, p.vat_amount, p.payout_date, p.bookings, p.head_hash, b.account_id,
       b.position, b.id, b.at, b.booked_on, b.act, b.ledger_accounts, b.amounts, b.previous_hash, b.hash
from payouts p left join payout_bookings b on b.account_id = p.account_id and b.payout_id = p.id
order by p.id, b.position
"""


async def _check_journal(tx: Connection, tell: Tell) -> AsyncIterator[Discrepancy]:
    """Each paid payout is booked as what it comes to, once more than the bank rejected it, and its chain is whole."""
    before: _BookedRow | None = None
    for row in await fetch_rows(tx, _BookedRow, _BOOKED, seconds=LONG_SECONDS):
        of_same = before if before is not None and before["payout"] == row["payout"] else None
        before = row
        check = _check_payout_booking(row, of_same)
        for found in as_far_as_readable("payout_bookings", row["payout"], "content", check):
            yield found
    tell("payout_bookings", 1, 1)


def _check_payout_booking(row: _BookedRow, before: _BookedRow | None) -> Iterator[Discrepancy]:
    is_paid = row["payout_date"] is not None
    if row["bookings"] % 2 != int(is_paid):
        yield Discrepancy("payouts", row["payout"], "bookings", int(is_paid), row["bookings"])
    if row["position"] is None:
        if is_paid:
            yield Discrepancy("payout_bookings", row["payout"], "row", "there, as the payout is paid", "missing")
        return
    expected = postings_of(row["finance_category"], row["amount"], row["vat_amount"])
    is_taken_back = before is not None and row["position"] % 2 == 0
    made = [(posting.account, -posting.amount if is_taken_back else posting.amount) for posting in expected]
    lines = list(zip(row["ledger_accounts"], row["amounts"], strict=True))
    position = before["position"] + 1 if before is not None and before["position"] is not None else 1
    yield from differs("payout_bookings", row["payout"], "position", position, row["position"])
    yield from differs("payout_bookings", row["payout"], "is rejected", is_taken_back, row["act"] == REJECTED)
    yield from differs("payout_bookings", row["payout"], "postings", made, lines)
    previous = before["hash"] if before else GENESIS
    yield from differs("payout_bookings", row["payout"], "previous_hash", previous, row["previous_hash"])
    yield from differs("payout_bookings", row["payout"], "hash", _booking_of(row, row["position"]).hash, row["hash"])
    if row["position"] == row["bookings"]:
        yield from differs("payouts", row["payout"], "head_hash", row["hash"], row["head_hash"])


def _booking_of(row: _BookedRow, position: int) -> PayoutBooking:
    """The booking as it was made."""
    return PayoutBooking(
        account_id=row["account_id"],
        payout_id=row["payout"],
        position=position,
        id=row["id"],
        at=row["at"],
        booked_on=row["booked_on"],
        act=row["act"],
        ledger_accounts=row["ledger_accounts"],
        amounts=row["amounts"],
        previous_hash=row["previous_hash"],
    )


class _OrderRow(OrderRow):
    sha256: bytes


# An order whose lines were erased can make its file no more; the file is gone with them.
_ORDERS = """
select id, created, orderer, sha256 from bank_orders o where status <> 'gathering'
and not exists (select 1 from bank_order_lines l where l.order_id = o.id and l.bank_account = '{}') order by id
"""
_OTHERWISE_ORDERED = """
select coalesce(p.id, l.subject_id) as id, p.amount + p.vat_amount as expected, l.amount, p.transfer_id,
       l.transfer_id as ordered_by
from (select * from bank_order_lines where kind = 'payout' and status is distinct from 'rejected') l
full join (select * from payouts where bank_payout_request is not null) p
    on p.id = l.subject_id and p.bank_payout_request = l.order_id
where l.amount is distinct from p.amount + p.vat_amount or l.transfer_id is distinct from p.transfer_id
"""


async def _check_orders(tx: Connection, tell: Tell) -> AsyncIterator[Discrepancy]:
    """An order's file is what it was, it pays what its payouts come to, and an exported payout is in its order."""
    for order in await fetch_rows(tx, _OrderRow, _ORDERS):
        check = _check_file(order, await lines_of(tx, order["id"]))
        for found in as_far_as_readable("bank_orders", order["id"], "content", check):
            yield found
    for row in await tx.fetch(_OTHERWISE_ORDERED):
        for found in (
            *differs("bank_order_lines", row["id"], "amount", row["expected"], row["amount"]),
            *differs("bank_order_lines", row["id"], "transfer", row["transfer_id"], row["ordered_by"]),
        ):
            yield found
    tell("bank_orders", 1, 1)


def _check_file(order: _OrderRow, lines: Sequence[OrderLineRow]) -> Iterator[Discrepancy]:
    hashed = hashlib.sha256()
    for piece in file_of(order, lines):
        hashed.update(piece)
    yield from differs("bank_orders", order["id"], "sha256", hashed.hexdigest(), order["sha256"].hex())


async def _check_client_funds(tx: Connection, tell: Tell) -> AsyncIterator[Discrepancy]:
    """The client bank account holds what is owed, and creditors are owed what is specified and not paid."""
    rows = await tx.fetch(
        f"""select ledger_account, sum(amount)::bigint as amount from ({POSTINGS}) postings group by ledger_account""",
        timeout=LONG_SECONDS,
    )
    balances = {row["ledger_account"]: row["amount"] for row in rows}
    owed = -sum(balances.get(account, 0) for account in CLIENT_FUND_LIABILITIES)
    for found in differs("bookings", str(CLIENT_FUNDS), "client funds", owed, balances.get(CLIENT_FUNDS, 0)):
        yield found
    rows = await tx.fetch(
        """select s.finance_category, sum(s.amount + s.vat_amount)::bigint as amount from payout_specifications s
           left join payouts p on p.account_id = s.account_id and p.id = s.payout_id
           where p.payout_date is null group by s.finance_category""",
        timeout=LONG_SECONDS,
    )
    specified: Counter[Category] = Counter({row["finance_category"]: row["amount"] for row in rows})
    # Commission is booked when it is paid, and paid with our own fees: until then they stand on the client bank account.
    ours = specified["operator_fees"] + specified.pop("creditor_commission", 0)
    # Debts of payers to us that were given up are made good with them too.
    ours -= await tx.fetchval("select coalesce(sum(written_off_amount), 0)::bigint from refunds")
    owed_as = {account: (f"owed as {name}", specified[name]) for name, account in OWED_TO_CREDITOR.items()}
    for account, (what, expected) in (owed_as | {OWN_FEES_IN_CLIENT_FUNDS: ("own fees", ours)}).items():
        for found in differs("bookings", str(account), what, expected, -balances.get(account, 0)):
            yield found
    tell("client funds", 1, 1)
