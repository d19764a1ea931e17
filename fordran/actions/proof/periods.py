"""Verify closed periods: their stored exports have their hashes, and have the vouchers that the journal makes."""

from __future__ import annotations

import hashlib
from collections.abc import AsyncIterator, Iterable, Iterator
from datetime import UTC, date, datetime
from typing import TypeAlias

from fordran.actions.books.ledger import vouchers
from fordran.actions.proof.counts import Tell
from fordran.actions.proof.differences import Discrepancy, as_far_as_readable, differs
from fordran.domain.books.vouchers import VOUCHER_KINDS, LedgerVoucher
from fordran.formats.sie import read_sie
from fordran.store.connections.database import Connection
from fordran.store.connections.typed_rows import fetch_rows
from fordran.store.rows.schema_rows import ClosedPeriodRow

_EVER = datetime.min.replace(tzinfo=UTC)

Compared: TypeAlias = tuple[date, str, list[int]]
"""Day, series and amounts. Numbers of accounts are the installation's own, which it may have changed since."""


async def check_periods(tx: Connection, tell: Tell, since: datetime | None = None) -> AsyncIterator[Discrepancy]:
    """Whatever of the closed periods is not what the journal makes of them; with `since`, of those closed since then."""
    rows = await fetch_rows(
        tx,
        ClosedPeriodRow,
        """select month, last_day, closed_on, vouchers, file, file_hash from closed_periods
           where closed >= $1 order by month""",
        since or _EVER,
    )
    for number, row in enumerate(rows):
        tell("closed periods", number, len(rows))
        assert row["closed_on"] is not None
        made = await vouchers(tx, row["month"], row["last_day"], row["closed_on"])
        name = f"{row['month']:%Y-%m}"
        for found in as_far_as_readable("closed_periods", name, "file", _check(name, row, made)):
            yield found
    tell("closed periods", len(rows), len(rows))


def _check(name: str, row: ClosedPeriodRow, made: Iterable[LedgerVoucher]) -> Iterator[Discrepancy]:
    file = row["file"]
    assert file is not None
    yield from differs("closed_periods", name, "file_hash", hashlib.sha256(file).hexdigest(), row["file_hash"])
    stored: list[Compared] = [
        (voucher.date, voucher.series, sorted(line.amount for line in voucher.rows))
        for voucher in read_sie(file).vouchers
    ]
    expected: list[Compared] = [
        (voucher.day, VOUCHER_KINDS[voucher.kind].series, sorted(amount for _, amount in voucher.rows))
        for voucher in made
    ]
    yield from differs("closed_periods", name, "vouchers", sorted(expected), sorted(stored))
