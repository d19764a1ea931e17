"""Prepare payouts: gather loose specifications into payouts, and say of each whether it can be paid, account by account.

Only preparing puts a specification into a payout, and one at a time prepares an account. So a settlement never waits for
it: what is settled meanwhile is loose until the next time.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any, NamedTuple

from fordran.actions.payouts.terms import PaidCreditor, paid_creditors
from fordran.domain.days import FinancePeriod, Interval
from fordran.domain.gathering import Gathered, Piece, gather, not_ready
from fordran.domain.journal import Category
from fordran.resources.finance_payouts import FINANCE_PAYOUTS
from fordran.store.database import Connection
from fordran.store.ids import new_id
from fordran.store.installation import business_day
from fordran.store.rows import tally

LONG_SECONDS = 3600
"""How long a statement over a million specifications may take."""


class Loose(NamedTuple):
    """Specifications of a creditor, category and day that are in no payout; of one case where each invoice is paid by itself."""

    creditor: str
    category: Category
    day: date
    case: str | None


@dataclass(frozen=True)
class Prepared:
    """What preparing came to."""

    gathered: int = 0
    """Specifications that were loose."""
    open: int = 0
    """Payouts that are not paid."""
    ready: int = 0

    def __add__(self, other: Prepared) -> Prepared:
        return Prepared(self.gathered + other.gathered, self.open + other.open, self.ready + other.ready)


async def lock_payouts(tx: Connection, account: str) -> None:
    """Be the only one who gathers or orders an account's payouts, until this transaction ends."""
    await tx.execute(
        "select pg_advisory_xact_lock(hashtextextended('payouts ' || $1, 0))", account, timeout=LONG_SECONDS
    )


async def accounts_to_prepare(tx: Connection, before: date | None = None) -> list[str]:
    """Accounts with specifications or payouts that are not paid; with a day, those not prepared on it yet."""
    rows = await tx.fetch(
        """select a.id from accounts a left join payout_preparations d on d.account_id = a.id
           where ($1::date is null or d.prepared_on is null or d.prepared_on < $1)
             and (exists (select from payout_specifications s where s.account_id = a.id and s.payout_id is null)
                  or exists (select from payouts p where p.account_id = a.id and p.payout_date is null))
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


async def prepare_payouts(tx: Connection, account: str, now: datetime) -> Prepared:
    """Gather what an account's creditors are owed, period by period."""
    await lock_payouts(tx, account)
    today = await business_day(tx, now)
    open_ = await tx.fetch(
        "select * from payouts where account_id = $1 and payout_date is null order by id for update", account
    )
    loose = await tx.fetch(_LOOSE, account, timeout=LONG_SECONDS)
    creditors = await paid_creditors(tx, account, list({row["creditor_id"] for row in (*open_, *loose)}))
    pieces = _pieces(open_, loose, creditors)
    planned: list[tuple[PaidCreditor, Category, Gathered[Any]]] = []
    for (creditor, category, interval), found in pieces.items():
        terms = creditors[creditor].terms
        groups = gather(found, interval or terms.interval(category), terms.minimum_payout_amount, today)
        planned += [(creditors[creditor], category, group) for group in groups]
    ids = [_keeper(group) for _, _, group in planned]
    await _insert_new(tx, account, planned, ids, now)
    gathered = await _put_into(tx, account, planned, ids, now)
    ready = await _show(tx, account, planned, ids, now)
    await _delete_emptied(tx, account, planned, ids)
    await tx.execute(
        """insert into payout_preparations (account_id, prepared_on) values ($1, $2)
           on conflict (account_id) do update set prepared_on = excluded.prepared_on""",
        account,
        today,
    )
    return Prepared(gathered, len(planned), ready)


Pieces = dict[tuple[str, Category, Interval | None], list[Piece[Any]]]
"""By creditor, category and interval; None is the interval that the creditor has now."""


_LOOSE = """
select s.creditor_id, s.finance_category, s.booking_date, i.case_id, sum(s.amount + s.vat_amount)::bigint as total
from payout_specifications s
join creditors d on d.account_id = s.account_id and d.id = s.creditor_id
cross join lateral (select case when (d.case_config ->> format('payout_%s_by_invoice', s.finance_category))::boolean
                           then s.case_id end as case_id) i
where s.account_id = $1 and s.payout_id is null
group by s.creditor_id, s.finance_category, s.booking_date, i.case_id
order by s.creditor_id, s.finance_category, s.booking_date, i.case_id
"""


def _pieces(open_: Sequence[Any], loose: Sequence[Any], creditors: Mapping[str, PaidCreditor]) -> Pieces:
    pieces: Pieces = defaultdict(list)
    for row in open_:
        creditor, category, interval = row["creditor_id"], row["finance_category"], row["finance_interval"]
        # One whose interval somebody changed goes its own way; the others are together what the creditor is owed.
        is_usual = interval == creditors[creditor].terms.interval(category)
        total = row["amount"] + row["vat_amount"]
        piece = Piece(row["id"], row["finance_period_end_date"], total, row["case_id"])
        pieces[creditor, category, None if is_usual else interval].append(piece)
    for row in loose:
        what = Loose(row["creditor_id"], row["finance_category"], row["booking_date"], row["case_id"])
        pieces[what.creditor, what.category, None].append(Piece(what, what.day, row["total"], what.case))
    return pieces


def _keeper(group: Gathered[Any]) -> str:
    """The payout that a group goes into: the oldest that is in it already, else a new one."""
    return min((piece.what for piece in group.pieces if isinstance(piece.what, str)), default="") or new_id()


def _period_columns(period: FinancePeriod) -> tuple[Any, ...]:
    return (
        period.finance_interval,
        period.finance_period_start_date,
        period.finance_period_end_date,
        period.finance_period_day,
        period.finance_period_week,
        period.finance_period_month,
        period.finance_period_quarter,
        period.finance_period_half_year,
        period.finance_period_year,
    )


async def _insert_new(tx: Connection, account: str, planned: Sequence[Any], ids: Sequence[str], now: datetime) -> None:
    new = [
        (id_, creditor.id, category, group.invoice, *_period_columns(group.period), creditor.terms.pay_on(group.period))
        for id_, (creditor, category, group) in zip(ids, planned, strict=True)
        if all(isinstance(piece.what, Loose) for piece in group.pieces)
    ]
    if not new:
        return
    await tx.execute(
        """insert into payouts (account_id, id, created, updated, creditor_id, finance_category, case_id, finance_interval,
               finance_period_start_date, finance_period_end_date, finance_period_day, finance_period_week,
               finance_period_month, finance_period_quarter, finance_period_half_year, finance_period_year, pay_on,
               payout_reference)
           select $1, g.id, $2, $2, g.creditor_id, g.category, g.case_id, g.interval, g.start_date, g.end_date, g.day,
                  g.week, g.month, g.quarter, g.half_year, g.year, g.pay_on,
                  -- A payout of one invoice is called as the creditor wished, or as the invoice; any other by a number.
                  coalesce(k.payout_reference, k.invoice_number, d.creditor_number || '-' || nextval('payout_numbers'))
           from unnest($3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::date[], $9::date[], $10::integer[],
                       $11::integer[], $12::integer[], $13::integer[], $14::integer[], $15::integer[], $16::date[])
               as g (id, creditor_id, category, case_id, interval, start_date, end_date, day, week, month, quarter, half_year,
                     year, pay_on)
           join creditors d on d.account_id = $1 and d.id = g.creditor_id
           left join cases k on k.account_id = $1 and k.id = g.case_id""",
        account,
        now,
        *zip(*new, strict=True),
    )
    partners = {creditor.id: creditor.partner for creditor, _, _ in planned}
    for creditor in {row[1] for row in new}:
        count = sum(row[1] == creditor for row in new)
        await tally(
            tx, FINANCE_PAYOUTS, partner=partners[creditor], account=account, creditor=creditor, documents=count
        )


async def _put_into(tx: Connection, account: str, planned: Sequence[Any], ids: Sequence[str], now: datetime) -> int:
    """Put loose specifications, and those of payouts that are merged, into their payouts; how many were loose."""
    loose = [
        (id_, *piece.what)
        for id_, (_, _, group) in zip(ids, planned, strict=True)
        for piece in group.pieces
        if isinstance(piece.what, Loose)
    ]
    merged = [(id_, other) for id_, (_, _, group) in zip(ids, planned, strict=True) for other in _others(id_, group)]
    if merged:
        await tx.execute(
            """update payout_specifications s set payout_id = g.keeper, revision = s.revision + 1,
                      updated = greatest(s.updated, $2)
               from unnest($3::text[], $4::text[]) as g (keeper, other) where s.account_id = $1 and s.payout_id = g.other""",
            account,
            now,
            *zip(*merged, strict=True),
            timeout=LONG_SECONDS,
        )
    if not loose:
        return 0
    done = await tx.execute(
        """update payout_specifications s set payout_id = g.payout_id, revision = s.revision + 1,
                  updated = greatest(s.updated, $2)
           from unnest($3::text[], $4::text[], $5::text[], $6::date[], $7::text[])
               as g (payout_id, creditor_id, category, day, case_id)
           where s.account_id = $1 and s.payout_id is null and s.creditor_id = g.creditor_id
             and s.finance_category = g.category and s.booking_date = g.day and s.case_id = coalesce(g.case_id, s.case_id)""",
        account,
        now,
        *zip(*loose, strict=True),
        timeout=LONG_SECONDS,
    )
    return int(done.removeprefix("UPDATE "))


def _others(keeper: str, group: Gathered[Any]) -> list[str]:
    return [piece.what for piece in group.pieces if isinstance(piece.what, str) and piece.what != keeper]


_SHOW = """
with touched as (
    select s.payout_id, s.article, count(*) as count, sum(s.amount)::bigint as amount, sum(s.vat_amount)::bigint as vat_amount
    from payout_specifications s where s.account_id = $1 and s.payout_id = any($3::text[]) group by s.payout_id, s.article),
summed as (
    select payout_id, sum(count)::integer as specifications, sum(amount)::bigint as amount, sum(vat_amount)::bigint as vat_amount,
           jsonb_object_agg(article, jsonb_build_object(
               'count', count, 'amount', trim_scale(amount / 100.0), 'vat_amount', trim_scale(vat_amount / 100.0),
               'total_amount', trim_scale((amount + vat_amount) / 100.0))) as summary
    from touched group by payout_id)
update payouts p set revision = p.revision + 1, updated = greatest(p.updated, $2), specifications = s.specifications,
    amount = s.amount, vat_amount = s.vat_amount, summary = s.summary, case_id = g.case_id, finance_interval = g.interval,
    finance_period_start_date = g.start_date, finance_period_end_date = g.end_date, finance_period_day = g.day,
    finance_period_week = g.week, finance_period_month = g.month, finance_period_quarter = g.quarter,
    finance_period_half_year = g.half_year, finance_period_year = g.year, pay_on = g.pay_on,
    not_ready_reason = g.reason, ready_for_payout = g.reason is null
from unnest($3::text[], $4::text[], $5::text[], $6::date[], $7::date[], $8::integer[], $9::integer[], $10::integer[],
            $11::integer[], $12::integer[], $13::integer[], $14::date[], $15::text[])
    as g (id, case_id, interval, start_date, end_date, day, week, month, quarter, half_year, year, pay_on, reason)
join summed s on s.payout_id = g.id
where p.account_id = $1 and p.id = g.id
  and (p.specifications, p.amount, p.vat_amount, p.summary, p.case_id, p.finance_interval, p.finance_period_start_date,
       p.pay_on, p.not_ready_reason, p.ready_for_payout)
      is distinct from (s.specifications, s.amount, s.vat_amount, s.summary, g.case_id::id, g.interval::words, g.start_date,
                        g.pay_on, g.reason::words, g.reason is null)
"""


async def _show(tx: Connection, account: str, planned: Sequence[Any], ids: Sequence[str], now: datetime) -> int:
    """Let the payouts show what is in them now, and whether they can be paid; how many can."""
    rows = [
        (
            id_,
            group.invoice,
            *_period_columns(group.period),
            creditor.terms.pay_on(group.period),
            not_ready(group.waits, creditor.payee),
        )
        for id_, (creditor, _, group) in zip(ids, planned, strict=True)
    ]
    if rows:
        await tx.execute(_SHOW, account, now, *zip(*rows, strict=True), timeout=LONG_SECONDS)
    return sum(row[-1] is None for row in rows)


async def _delete_emptied(tx: Connection, account: str, planned: Sequence[Any], ids: Sequence[str]) -> None:
    """What was merged into another is gone: it was never paid, and nothing is left in it."""
    for id_, (creditor, _, group) in zip(ids, planned, strict=True):
        for other in _others(id_, group):
            await tx.execute("delete from payouts where account_id = $1 and id = $2", account, other)
            await tally(
                tx, FINANCE_PAYOUTS, partner=creditor.partner, account=account, creditor=creditor.id, documents=-1
            )
