"""Prepare payouts: gather loose specifications into payouts, and say of each whether it can be paid, account by account.

Only preparing puts a specification into a payout, and one at a time prepares an account. So a settlement never waits for
it: what is settled meanwhile is loose until the next time. How what is planned here is written is fill_payouts.py.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import TypedDict

from fordran.actions.payouts.fill_payouts import Held, PlannedPayout, UnassignedSpecifications, fill_payouts, keeper_of
from fordran.actions.payouts.net_invoices import net_invoices
from fordran.actions.payouts.payout_rows import LONG_SECONDS, PAYOUT_COLUMNS, lock_payouts
from fordran.actions.payouts.terms import Paid, those_paid
from fordran.actions.put_aside import FailedJob, put_account_aside, put_aside, take_up_account, take_up_creditors
from fordran.domain.books.journal import Category
from fordran.domain.days import Interval
from fordran.domain.payouts.gathering import NotReady, PayoutGroup, gather
from fordran.store.connections.database import Connection
from fordran.store.connections.savepoints import SavepointRolledBack, part
from fordran.store.connections.typed_rows import fetch_rows
from fordran.store.rows.rows import change
from fordran.store.rows.schema_rows import PayoutRow
from fordran.store.upkeep.installation import business_day

PREPARING = "payouts"
PREPARING_OUR_OWN = "payouts of our own fees"
"""The names of these jobs on the work list."""
OUR_OWN = ""
"""Represents the operator in place of a creditor."""


@dataclass(frozen=True)
class PreparationResult:
    """The result of preparing payouts."""

    gathered: int = 0
    """Specifications that were loose."""
    open: int = 0
    """Payouts that are not paid."""
    ready: int = 0

    def __add__(self, other: PreparationResult) -> PreparationResult:
        return PreparationResult(self.gathered + other.gathered, self.open + other.open, self.ready + other.ready)


async def accounts_to_prepare(tx: Connection, before: date | None = None) -> list[str]:
    """Accounts with specifications or payouts that are not paid; with a day, those not prepared on it yet."""
    rows = await tx.fetch(
        """select a.id from accounts a left join payout_preparations d on d.account_id = a.id
           where ($1::date is null or d.prepared_on is null or d.prepared_on < $1)
             and (exists (select 1 from payout_specifications s where s.account_id = a.id and s.payout_id is null)
                  or exists (select 1 from payouts p where p.account_id = a.id and p.payout_date is null))
           order by a.id""",
        before,
    )
    return [row["id"] for row in rows]


async def prepare_next_account(tx: Connection, now: datetime) -> int:
    """Prepare one of the accounts that were not prepared today; 0 when there is none."""
    for account in (await accounts_to_prepare(tx, await business_day(tx, now)))[:1]:
        await prepare_payouts(tx, account, now)
        return 1
    return 0


async def prepare_payouts(tx: Connection, account: str, now: datetime) -> PreparationResult:
    """Gather what an account's creditors are owed, and what is left of our fees, period by period.

    Where one's cannot be gathered, it waits until tomorrow.
    """
    await lock_payouts(tx, account)
    today = await business_day(tx, now)
    await net_invoices(tx, account, today, now)
    try:
        async with part(tx):
            prepared = await _prepare(tx, account, None, today, now)
            await take_up_creditors(tx, account, await _creditors(tx, account), PREPARING, now)
            await take_up_account(tx, account, PREPARING_OUR_OWN, now)
    except SavepointRolledBack:
        prepared = PreparationResult()
        for creditor in [*await _creditors(tx, account), OUR_OWN]:
            prepared += await _prepare_alone(tx, account, creditor, today, now)
    await tx.execute(
        """insert into payout_preparations (account_id, prepared_on) values ($1, $2)
           on conflict (account_id) do update set prepared_on = excluded.prepared_on""",
        account,
        today,
    )
    return prepared


async def _creditors(tx: Connection, account: str) -> list[str]:
    return [row["id"] for row in await tx.fetch("select id from creditors where account_id = $1 order by id", account)]


async def _prepare_alone(tx: Connection, account: str, creditor: str, today: date, now: datetime) -> PreparationResult:
    try:
        async with part(tx):
            prepared = await _prepare(tx, account, creditor, today, now)
            await take_up_creditors(tx, account, [creditor], PREPARING, now)
            return prepared
    except SavepointRolledBack as undone:
        if creditor == OUR_OWN:
            await put_account_aside(tx, account, PREPARING_OUR_OWN, f"cannot be prepared: {undone}", now)
        else:
            await put_aside(tx, FailedJob(account, creditor, PREPARING), f"cannot be prepared: {undone}", now)
        return PreparationResult()


async def _prepare(tx: Connection, account: str, creditor: str | None, today: date, now: datetime) -> PreparationResult:
    planned = await _plan(tx, account, creditor, today)
    gathered = await fill_payouts(tx, account, planned, now)
    again = await _open_again(tx, account, creditor, now)
    ready = sum(reason is None for reason in (*(payout.reason for payout in planned), *again))
    return PreparationResult(gathered, len(planned) + len(again), ready)


async def _open_again(tx: Connection, account: str, creditor: str | None, now: datetime) -> list[NotReady | None]:
    """Payouts whose transfers the bank rejected: nothing is added to them. Why each cannot be paid, None where it can."""
    rows = await fetch_rows(
        tx,
        PayoutRow,
        f"""select {PAYOUT_COLUMNS}, ready_for_payout, not_ready_reason from payouts
            where account_id = $1 and payout_date is null and bookings > 0
              and ($2::text is null or coalesce(creditor_id, '') = $2) order by id for update""",
        account,
        creditor,
    )
    paid = await those_paid(tx, account, {row["creditor_id"] for row in rows})
    reasons = []
    for row in rows:
        reason = paid[row["creditor_id"]].not_ready(None)
        reasons.append(reason)
        if (row["ready_for_payout"], row["not_ready_reason"]) != (reason is None, reason):
            shown = {"ready_for_payout": reason is None, "not_ready_reason": reason}
            await change(tx, "payouts", {"account_id": account, "id": row["id"]}, shown, now)
    return reasons


async def _plan(tx: Connection, account: str, creditor: str | None, today: date) -> list[PlannedPayout]:
    """The payouts that everything which is not paid makes, of a creditor or of all."""
    unpaid = await fetch_rows(
        tx,
        PayoutRow,
        f"""select {PAYOUT_COLUMNS} from payouts where account_id = $1 and payout_date is null and bookings = 0
              and ($2::text is null or coalesce(creditor_id, '') = $2) order by id for update""",
        account,
        creditor,
    )
    loose = await fetch_rows(tx, _LooseRow, _LOOSE, account, creditor, seconds=LONG_SECONDS)
    ids = {row["creditor_id"] for row in unpaid} | {row["creditor_id"] for row in loose}
    creditors = await those_paid(tx, account, ids)
    planned: list[PlannedPayout] = []
    for (paid, category, interval), found in _pieces(unpaid, loose, creditors).items():
        terms = creditors[paid].terms
        groups = gather(found, interval or terms.interval(category), terms.minimum_payout_amount, today)
        planned += [PlannedPayout(keeper_of(group), creditors[paid], category, group) for group in groups]
    return planned


Pieces = dict[tuple[str | None, Category, Interval | None], list[PayoutGroup[Held]]]
"""By creditor, category and interval; None is the interval that the creditor has now."""


class _LooseRow(TypedDict):
    creditor_id: str | None
    finance_category: Category
    booking_date: date
    case_id: str | None
    total: int


_LOOSE = """
select s.creditor_id, s.finance_category, s.booking_date, i.case_id, sum(s.amount + s.vat_amount)::bigint as total
from payout_specifications s
left join creditors d on d.account_id = s.account_id and d.id = s.creditor_id
cross join lateral (select case when (d.case_config ->> format('payout_%s_by_invoice', s.finance_category))::boolean
                           then s.case_id end as case_id) i
where s.account_id = $1 and s.payout_id is null and ($2::text is null or coalesce(s.creditor_id, '') = $2)
group by s.creditor_id, s.finance_category, s.booking_date, i.case_id
order by s.creditor_id, s.finance_category, s.booking_date, i.case_id
"""


def _pieces(unpaid: Sequence[PayoutRow], loose: Sequence[_LooseRow], creditors: Mapping[str | None, Paid]) -> Pieces:
    pieces: Pieces = defaultdict(list)
    for payout in unpaid:
        creditor, category, interval = payout["creditor_id"], payout["finance_category"], payout["finance_interval"]
        # One whose interval somebody changed goes its own way; the others are together what the creditor is owed.
        is_usual = interval == creditors[creditor].terms.interval(category)
        total = payout["amount"] + payout["vat_amount"]
        piece: PayoutGroup[Held] = PayoutGroup(
            payout["id"], payout["finance_period_end_date"], total, payout["case_id"]
        )
        pieces[creditor, category, None if is_usual else interval].append(piece)
    for row in loose:
        what = UnassignedSpecifications(
            row["creditor_id"], row["finance_category"], row["booking_date"], row["case_id"]
        )
        pieces[what.creditor, what.category, None].append(PayoutGroup(what, what.day, row["total"], what.case))
    return pieces
