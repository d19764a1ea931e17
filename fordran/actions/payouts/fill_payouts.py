"""Fill payouts as they are planned: new ones are inserted, specifications put into them, and each shows what is in it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from datetime import date, datetime
from functools import cached_property
from typing import Any, NamedTuple

from fordran.actions.payouts.payout_rows import LONG_SECONDS
from fordran.actions.payouts.terms import Paid
from fordran.domain.books.journal import Category
from fordran.domain.payouts.gathering import Gathered, NotReady
from fordran.resources.finance_payouts import FINANCE_PAYOUTS
from fordran.store.connections.database import Connection
from fordran.store.connections.one_account import is_on_a_cluster
from fordran.store.rows.ids import new_id
from fordran.store.rows.rows import tally


class UnassignedSpecifications(NamedTuple):
    """Specifications of a creditor, category and day that are in no payout; of one case where each invoice is paid by itself."""

    creditor: str | None
    category: Category
    day: date
    case: str | None


Held = str | UnassignedSpecifications
"""A piece of a payout: an unpaid payout by its id, or specifications without a payout."""


def keeper_of(group: Gathered[Held]) -> str:
    """The payout that a group goes into: the oldest that is in it already, else a new one."""
    return min((piece.what for piece in group.pieces if isinstance(piece.what, str)), default="") or new_id()


@dataclass(frozen=True)
class PlannedPayout:
    """A payout as it is to be."""

    id: str
    creditor: Paid
    category: Category
    group: Gathered[Held]

    @property
    def is_new(self) -> bool:
        return not any(isinstance(piece.what, str) for piece in self.group.pieces)

    @cached_property
    def reason(self) -> NotReady | None:
        """Why it cannot be paid; None where it can."""
        return self.creditor.not_ready(self.group.waits)

    @property
    def loose(self) -> list[UnassignedSpecifications]:
        """The specifications that are added to it."""
        return [piece.what for piece in self.group.pieces if isinstance(piece.what, UnassignedSpecifications)]

    @property
    def merged(self) -> list[str]:
        """The other payouts that it takes up."""
        held = [piece.what for piece in self.group.pieces if isinstance(piece.what, str)]
        return [id_ for id_ in held if id_ != self.id]

    def columns(self) -> dict[str, Any]:
        """The values of its row, by column."""
        return asdict(self.group.period) | {
            "id": self.id,
            "creditor_id": self.creditor.id,
            "finance_category": self.category,
            "case_id": self.group.invoice,
            "pay_on": self.creditor.terms.pay_on(self.group.period),
            "not_ready_reason": self.reason,
            "approvals_required": self.creditor.terms.payout_approvals,
        }


_GIVEN = """
jsonb_to_recordset($3) as g (id text, creditor_id text, finance_category text, case_id text, finance_interval text,
    finance_period_start_date date, finance_period_end_date date, finance_period_day integer, finance_period_week integer,
    finance_period_month integer, finance_period_quarter integer, finance_period_half_year integer,
    finance_period_year integer, pay_on date, not_ready_reason text, approvals_required integer)
"""


async def fill_payouts(tx: Connection, account: str, planned: Sequence[PlannedPayout], now: datetime) -> int:
    """Let an account's payouts be as planned; return how many specifications were in none. Its payouts are locked."""
    await _insert(tx, account, [payout for payout in planned if payout.is_new], now)
    await _merge(tx, account, planned, now)
    gathered = await _put_into(tx, account, planned, now)
    if planned:
        rows = [payout.columns() for payout in planned]
        ids = [payout.id for payout in planned]
        await tx.execute(_SHOW, account, now, rows, ids, timeout=LONG_SECONDS)
    await _delete_merged(tx, account, planned)
    return gathered


_DRAWN = "nextval('payout_numbers')"
_GIVEN_NUMBER = "($4::bigint[])[row_number() over (order by g.id)]"
_INSERT = f"""
insert into payouts (account_id, id, created, updated, creditor_id, finance_category, case_id, finance_interval,
    finance_period_start_date, finance_period_end_date, finance_period_day, finance_period_week, finance_period_month,
    finance_period_quarter, finance_period_half_year, finance_period_year, pay_on, payout_reference)
select $1, g.id, $2, $2, g.creditor_id, g.finance_category, g.case_id, g.finance_interval, g.finance_period_start_date,
    g.finance_period_end_date, g.finance_period_day, g.finance_period_week, g.finance_period_month,
    g.finance_period_quarter, g.finance_period_half_year, g.finance_period_year, g.pay_on,
    -- A payout of one invoice is called as the creditor wished, or as the invoice; any other by a number.
    coalesce(k.payout_reference, k.invoice_number,
             coalesce(d.creditor_number::text, 'avgifter') || '-' || {{number}})
from {_GIVEN}
left join creditors d on d.account_id = $1 and d.id = g.creditor_id
left join cases k on k.account_id = $1 and k.id = g.case_id
"""


async def _insert(tx: Connection, account: str, new: Sequence[PlannedPayout], now: datetime) -> None:
    if not new:
        return
    rows = [payout.columns() for payout in new]
    if is_on_a_cluster(tx):
        # Other nodes of a cluster do not know a number that one node draws: so it is drawn here, one statement before.
        numbers = await tx.fetchval(f"select array(select {_DRAWN} from generate_series(1, $1))", len(rows))
        await tx.execute(_INSERT.format(number=_GIVEN_NUMBER), account, now, rows, numbers)
    else:
        await tx.execute(_INSERT.format(number=_DRAWN), account, now, rows)
    creditors = {payout.creditor.id: payout.creditor for payout in new}
    for id_, count in Counter(payout.creditor.id for payout in new).items():
        await _tally(tx, creditors[id_], count)


async def _tally(tx: Connection, paid: Paid, documents: int) -> None:
    """Note that there are so many more payouts. What is paid to us is nobody else's document."""
    account = None if paid.id is None else paid.account
    await tally(tx, FINANCE_PAYOUTS, partner=paid.partner, account=account, creditor=paid.id, documents=documents)


async def _merge(tx: Connection, account: str, planned: Sequence[PlannedPayout], now: datetime) -> None:
    """Put what is in payouts that are taken up into those that take them up."""
    merged = [(payout.id, other) for payout in planned for other in payout.merged]
    if merged:
        await tx.execute(
            """update payout_specifications s set payout_id = g.keeper, revision = s.revision + 1,
                      updated = greatest(s.updated, $2)
               from unnest($3::text[], $4::text[]) as g (keeper, other) where s.account_id = $1 and s.payout_id = g.other""",
            account,
            now,
            [keeper for keeper, _ in merged],
            [other for _, other in merged],
            timeout=LONG_SECONDS,
        )


# Each column is compared by equality alone: so that PostgreSQL looks each specification up, and does not hold it against
# those of every other creditor.
PUT_INTO = """
update payout_specifications s set payout_id = g.payout_id, revision = s.revision + 1, updated = greatest(s.updated, $2)
from unnest($3::text[], $4::text[], $5::text[], $6::date[], $7::text[])
    as g (payout_id, creditor_id, category, day, case_id)
where s.account_id = $1 and s.payout_id is null and coalesce(s.creditor_id, '') = g.creditor_id
  and s.finance_category = g.category and s.booking_date = g.day
"""
PUT_INTO_BY_INVOICE = PUT_INTO + "  and s.case_id = g.case_id"


async def _put_into(tx: Connection, account: str, planned: Sequence[PlannedPayout], now: datetime) -> int:
    """Put specifications that are in no payout into theirs; return their number."""
    loose = [(payout.id, what) for payout in planned for what in payout.loose]
    by_invoice = [(payout_id, what) for payout_id, what in loose if what.case is not None]
    together = [(payout_id, what) for payout_id, what in loose if what.case is None]
    gathered = 0
    for statement, given in ((PUT_INTO_BY_INVOICE, by_invoice), (PUT_INTO, together)):
        if given:
            done = await tx.execute(
                statement,
                account,
                now,
                [payout_id for payout_id, _ in given],
                [what.creditor or "" for _, what in given],
                [what.category for _, what in given],
                [what.day for _, what in given],
                [what.case for _, what in given],
                timeout=LONG_SECONDS,
            )
            gathered += int(done.removeprefix("UPDATE "))
    return gathered


_SHOW = f"""
with touched as (
    select s.payout_id, s.article, count(*) as count, sum(s.amount)::bigint as amount, sum(s.vat_amount)::bigint as vat_amount
    from payout_specifications s where s.account_id = $1 and s.payout_id = any($4::text[]) group by s.payout_id, s.article),
summed as (
    select payout_id, sum(count)::integer as specifications, sum(amount)::bigint as amount, sum(vat_amount)::bigint as vat_amount,
           jsonb_object_agg(article, jsonb_build_object(
               'count', count, 'amount', trim_scale(amount / 100.0), 'vat_amount', trim_scale(vat_amount / 100.0),
               'total_amount', trim_scale((amount + vat_amount) / 100.0))) as summary
    from touched group by payout_id)
update payouts p set revision = p.revision + 1, updated = greatest(p.updated, $2), specifications = s.specifications,
    amount = s.amount, vat_amount = s.vat_amount, summary = s.summary, case_id = g.case_id,
    finance_interval = g.finance_interval, finance_period_start_date = g.finance_period_start_date,
    finance_period_end_date = g.finance_period_end_date, finance_period_day = g.finance_period_day,
    finance_period_week = g.finance_period_week, finance_period_month = g.finance_period_month,
    finance_period_quarter = g.finance_period_quarter, finance_period_half_year = g.finance_period_half_year,
    finance_period_year = g.finance_period_year, pay_on = g.pay_on, not_ready_reason = g.not_ready_reason,
    ready_for_payout = g.not_ready_reason is null, approvals_required = g.approvals_required
from {_GIVEN}
join summed s on s.payout_id = g.id
where p.account_id = $1 and p.id = g.id
  and (p.specifications, p.amount, p.vat_amount, p.summary, p.case_id, p.finance_interval, p.finance_period_start_date,
       p.pay_on, p.not_ready_reason, p.ready_for_payout, p.approvals_required)
      is distinct from (s.specifications, s.amount, s.vat_amount, s.summary, g.case_id, g.finance_interval,
                        g.finance_period_start_date, g.pay_on, g.not_ready_reason, g.not_ready_reason is null,
                        g.approvals_required)
"""


async def _delete_merged(tx: Connection, account: str, planned: Sequence[PlannedPayout]) -> None:
    """Delete payouts that were merged into another: they were never paid and are empty."""
    for payout in planned:
        for other in payout.merged:
            for table, key in (("payout_approvals", "payout_id"), ("payouts", "id")):
                await tx.execute(f"delete from {table} where account_id = $1 and {key} = $2", account, other)
            await _tally(tx, payout.creditor, -1)
