"""Settle: bring what is due of bank payments into the journals of their cases, account by account, many cases at a time.

A payment is due from the moment its file is stored, or a person has matched it, until its case has it; a recall makes it
due once more. A process that was stopped halfway leaves the rest due, for the next one to settle. Nothing is settled twice,
since a case is locked while its payments are booked.
"""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from datetime import date, datetime

from fordran.actions.cases.book import write_changes
from fordran.actions.cases.booking import CaseChange, change_of
from fordran.actions.cases.case_facts import BANK, ReversedPayment, StoredFact
from fordran.actions.cases.locked_case import LockedCase, lock_cases
from fordran.actions.put_aside import CASES_PUT_ASIDE, FailedJob, put_aside, resolve_failures
from fordran.actions.refunds.follow_refunds import claim_refunds, note_returned
from fordran.actions.refunds.set_off_claims import set_off_claims
from fordran.domain.bank.refunds import GONE
from fordran.domain.books.journal import Posting, matched, recalled, recalled_after_refund, received
from fordran.domain.claims.facts import PaymentFact
from fordran.store.connections.database import Connection, Database
from fordran.store.connections.savepoints import SavepointRolledBack, part
from fordran.store.connections.typed_rows import fetch_rows
from fordran.store.rows.schema_rows import BankPaymentRow
from fordran.store.turns import AccountRound, WaitingRows, accounts_with

BATCH = 250
PAGE = 5000
AT_ONCE = 2
"""Transactions that settle beside each other: while one is being written, the other replays."""
SETTLING = "bank payments"
"""The name of this job on the work list."""
IN_ONE_GO = 20
"""Cases replayed before others get a turn: a process that answers requests goes on answering."""


async def settle_all(database: Database, now: datetime, advance: Callable[[int], object] = lambda _: None) -> int:
    """Settle everything that is due, in many transactions; return the number of payments.

    `advance` repeatedly gets the number of newly settled payments."""
    batches = _due(database, now)
    turn = asyncio.Lock()

    async def settle() -> int:
        settled = 0
        while True:
            async with turn:
                batch = await anext(batches, None)
            if batch is None:
                return settled
            async with database.transaction() as tx:
                more = await settle_cases(tx, *batch, now)
            advance(more)
            settled += more

    tasks = [asyncio.create_task(settle()) for _ in range(min(AT_ONCE, database.size))]
    try:
        settled = sum(await asyncio.gather(*tasks))
    finally:
        for task in tasks:
            task.cancel()
    async with database.transaction() as tx:
        await finish_files(tx, now)
    return settled


async def _due(database: Database, now: datetime) -> AsyncIterator[tuple[str, list[str]]]:
    """Due work, in batches of cases of one account."""
    async with database.connection() as connection:
        accounts = await due_accounts(connection)
    for account in accounts:
        after = ""
        while True:
            async with database.connection() as connection:
                cases = await due_cases(connection, account, after, PAGE, now)
            if not cases:
                break
            for first in range(0, len(cases), BATCH):
                yield account, cases[first : first + BATCH]
            after = cases[-1]


async def settle_some(tx: Connection, now: datetime, turn: AccountRound | None = None) -> int:
    """Settle a batch of due payments, of the account whose turn it is; return their number."""

    async def settle(account: str) -> int:
        return await settle_cases(tx, account, await due_cases(tx, account, "", BATCH, now), now)

    settled = await (turn or AccountRound()).one(lambda: due_accounts(tx), settle)
    if not settled:
        await finish_files(tx, now)
    return settled


_DUE_ACCOUNTS = WaitingRows("bank_payments", "w.is_due", "case_id")


async def due_accounts(connection: Connection) -> list[str]:
    """The accounts that have something due."""
    return await accounts_with(connection, _DUE_ACCOUNTS)


_DUE_CASES = f"""
select distinct case_id from bank_payments b where account_id = $1 and is_due and case_id > $2
  and case_id not in {CASES_PUT_ASIDE.format(account="$1", now="$4", name=f"'{SETTLING}'")}
order by case_id limit $3
"""


async def due_cases(connection: Connection, account: str, after: str, most: int, now: datetime) -> list[str]:
    """Cases of an account that have something due and were not put aside, in the order of their ids."""
    rows = await connection.fetch(_DUE_CASES, account, after, most, now)
    return [row["case_id"] for row in rows]


async def finish_files(tx: Connection, now: datetime) -> None:
    """Note which files have been settled to the end."""
    await tx.execute(
        """update bank_files f set status = 'settled', revision = revision + 1, updated = greatest(updated, $1)
           where f.status = 'stored' and not exists (
               select 1 from bank_payments b join bank_transactions t on t.id = b.transaction_id
               where b.is_due and t.file_id = f.id)""",
        now,
    )


class _DueRow(BankPaymentRow):
    order_date: date | None
    is_refund: bool
    """Of what lowers a payment: whether it is used for another claim; else the payer deducted it."""
    moved: int
    """Of a payment that is recalled: what of it was used for another claim, where it is recalled too."""
    refunded: int
    """Of a payment that is recalled: what of it had gone back already."""


_DUE = """
select b.id, b.transaction_id, b.case_id, b.amount, b.booking_date, b.was_in_suspense, b.lowered_id, b.recalled_on, b.recall_id,
       b.is_booked, t.order_date, b.lowered_id is not null and b.id in (
           select r.id from refunds r where r.account_id = $1 and r.case_id = any($2::text[])) as is_refund,
       case when b.recalled_on is null then 0 else (
           select coalesce(-sum(l.amount), 0) from bank_payments l where l.lowered_id = b.id) end::bigint as moved,
       case when b.recalled_on is null then 0 else coalesce(f.amount, 0) end::bigint as refunded
from bank_payments b
join bank_transactions t on t.id = b.transaction_id
left join (
    select r.case_id, r.payment_id, sum(r.amount) as amount from refunds r
    where r.account_id = $1 and r.case_id = any($2::text[]) and r.use_for_id is null and r.status = any($3::text[])
    group by r.case_id, r.payment_id) f on f.case_id = b.case_id and f.payment_id = b.id
where b.account_id = $1 and b.case_id = any($2::text[]) and b.is_due order by b.id
"""


async def settle_cases(tx: Connection, account: str, ids: Sequence[str], now: datetime) -> int:
    """Book the due payments of some cases; return their number. If one case fails, each is booked alone, and it is put aside."""
    try:
        async with part(tx):
            settled = await _settle(tx, account, ids, now)
    except SavepointRolledBack as undone:
        if len(ids) > 1:
            return sum([await settle_cases(tx, account, [id_], now) for id_ in ids])
        await _put_aside(tx, account, ids[0], f"cannot be booked: {undone}", now)
        return 0
    await resolve_failures(tx, account, ids, SETTLING, now)
    return settled


async def _put_aside(tx: Connection, account: str, case: str, reason: str, now: datetime) -> None:
    creditor = await tx.fetchval("select creditor_id from cases where account_id = $1 and id = $2", account, case)
    await put_aside(tx, FailedJob(account, creditor, SETTLING, case), reason, now)


async def _settle(tx: Connection, account: str, ids: Sequence[str], now: datetime) -> int:
    cases = await lock_cases(tx, account, ids, now)
    rows = await fetch_rows(tx, _DueRow, _DUE, account, ids, GONE)
    due: dict[str, list[_DueRow]] = defaultdict(list)
    for row in rows:
        due[row["case_id"]].append(row)
    changes = await _changes(cases, due, now)
    await claim_refunds(tx, cases, [row["id"] for row in rows if row["refunded"]], now)
    new = {row["transaction_id"]: row["id"] for row in rows if not row["is_booked"]}
    returned = await note_returned(tx, cases, list(new), now)
    if changes:
        await write_changes(tx, changes, now)
        await set_off_claims(tx, cases, {id_: new[by] for id_, by in returned.items()}, now)
    # One that was recalled meanwhile is still due.
    await tx.execute(
        """update bank_payments b set is_booked = true, is_due = b.recalled_on is distinct from g.recalled_on
           from unnest($1::text[], $2::date[]) as g (id, recalled_on) where b.id = g.id""",
        [row["id"] for row in rows],
        [row["recalled_on"] for row in rows],
    )
    return len(rows)


async def _changes(
    cases: Sequence[LockedCase], due: Mapping[str, Sequence[_DueRow]], now: datetime
) -> list[CaseChange]:
    changes = []
    for number, case in enumerate(cases):
        if number % IN_ONE_GO == 0:
            await asyncio.sleep(0)
        facts: list[StoredFact | ReversedPayment] = []
        postings: list[Posting] = []
        for row in due.get(case.id, ()):
            _add(facts, postings, row, case.business_now)
        if facts:
            changes.append(change_of(case, facts, now, postings))
    return changes


def _add(
    facts: list[StoredFact | ReversedPayment], postings: list[Posting], row: _DueRow, registered: datetime
) -> None:
    """The due effects of a payment: it arrived, a deduction lowers another, or the bank recalled it."""
    id_, amount, day = row["id"], row["amount"], row["booking_date"]
    if not row["is_booked"]:
        if row["lowered_id"] is None:
            paid = PaymentFact(id_, day, amount, reached_us=True, ordered_on=row["order_date"])
            facts.append(StoredFact(paid, registered, BANK))
        else:
            taken = ReversedPayment(id_, row["lowered_id"], day, registered, BANK, -amount, is_refund=row["is_refund"])
            facts.append(taken)
        postings += matched(amount, day) if row["was_in_suspense"] else received(amount, day)
    recalled_on = row["recalled_on"]
    if recalled_on is not None and row["recall_id"] is not None:
        facts.append(ReversedPayment(row["recall_id"], id_, recalled_on, registered, BANK))
        postings += recalled(amount - row["moved"] - row["refunded"], recalled_on)
        postings += recalled_after_refund(row["refunded"], recalled_on)
