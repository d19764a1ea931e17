"""The balance of a creditor: all that is owed to it and not paid out, and the payouts that it becomes."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Any

from fordran.domain.days import Interval, finance_period
from fordran.domain.kinds.articles import PayoutArticle
from fordran.domain.payouts.gathering import NotReady
from fordran.domain.payouts.payout import PayoutTerms
from fordran.shape.wire import parsed
from fordran.store.connections.database import Connection
from fordran.store.connections.typed_rows import fetch_rows, fetch_the_row
from fordran.store.rows.schema_rows import CreditorRow, PayoutRow
from fordran.store.upkeep.installation import business_day

_LINES = """
select s.finance_category, s.article, s.payout_id, case when s.payout_id is null then s.booking_date end as booking_date,
       p.payout_reference, p.finance_period_start_date, p.finance_period_end_date, p.pay_on, p.ready_for_payout,
       p.not_ready_reason, count(*)::integer as lines, sum(s.amount + s.vat_amount)::bigint as total
from payout_specifications s left join payouts p on p.account_id = s.account_id and p.id = s.payout_id
where s.account_id = $1 and s.creditor_id = $2 and (s.payout_id is null or p.payout_date is null)
group by s.finance_category, s.article, s.payout_id, case when s.payout_id is null then s.booking_date end,
         p.payout_reference, p.finance_period_start_date, p.finance_period_end_date, p.pay_on, p.ready_for_payout,
         p.not_ready_reason
order by s.finance_category, s.article
"""
_TERMS = ("payout_frequency", "commission_payout_frequency", "payout_day")


class _LineRow(PayoutRow):
    article: PayoutArticle
    payout_id: str | None
    booking_date: date | None
    lines: int
    total: int


@dataclass
class ComingPayout:
    """A payout that is prepared, or that lines of a period will become; amounts in öre."""

    finance_category: str
    payout: str | None
    payout_reference: str | None
    first_day: date
    last_day: date
    pay_on: date
    is_ready: bool
    waits: NotReady | None
    amount: int = 0
    articles: dict[PayoutArticle, tuple[int, int]] = field(default_factory=lambda: defaultdict(lambda: (0, 0)))
    """Article → how many lines, and their sum."""


@dataclass(frozen=True)
class CreditorBalance:
    """The amount that a creditor has coming, and the payouts, the next one first."""

    amount: int
    payouts: list[ComingPayout]


async def creditor_balance(connection: Connection, account: str, creditor: str, now: datetime) -> CreditorBalance:
    """The balance of a creditor today. Lines that are in no payout yet are shown by the period that they fall in."""
    row = await fetch_the_row(
        connection,
        CreditorRow,
        "select case_config from creditors where account_id = $1 and id = $2",
        account,
        creditor,
    )
    config: dict[str, Any] = (None if row["case_config"] is None else parsed(row["case_config"])) or {}
    terms = PayoutTerms(**{name: config[name] for name in _TERMS if name in config})
    today = await business_day(connection, now)
    found: dict[tuple[object, ...], ComingPayout] = {}
    for line in await fetch_rows(connection, _LineRow, _LINES, account, creditor):
        interval = terms.interval(line["finance_category"])
        coming = _prepared(line) if line["payout_id"] is not None else _gathering(line, terms, interval, today)
        key = (coming.finance_category, coming.payout, coming.first_day)
        coming = found.setdefault(key, coming)
        count, total = coming.articles[line["article"]]
        coming.articles[line["article"]] = (count + line["lines"], total + line["total"])
        coming.amount += line["total"]
    payouts = sorted(found.values(), key=lambda one: (one.pay_on, one.finance_category, one.payout or ""))
    return CreditorBalance(sum(one.amount for one in payouts), payouts)


def _prepared(line: _LineRow) -> ComingPayout:
    return ComingPayout(
        line["finance_category"],
        line["payout_id"],
        line["payout_reference"],
        line["finance_period_start_date"],
        line["finance_period_end_date"],
        line["pay_on"],
        line["ready_for_payout"],
        line["not_ready_reason"],
    )


def _gathering(line: _LineRow, terms: PayoutTerms, interval: Interval, today: date) -> ComingPayout:
    assert line["booking_date"] is not None
    period = finance_period(max(line["booking_date"], today), interval)
    return ComingPayout(
        line["finance_category"],
        None,
        None,
        period.finance_period_start_date,
        period.finance_period_end_date,
        terms.pay_on(period),
        is_ready=False,
        waits="period_running",
    )
