"""The law of an installation: the rows of this version, and the approved rows, which are kept with the installation."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, date, datetime
from decimal import Decimal
from functools import lru_cache
from typing import Any

from fordran.domain.law.fees import FeeRow
from fordran.domain.law.law import LAW, Law, added_fee
from fordran.domain.law.payment_order import PaymentOrderRow
from fordran.domain.law.reference_rates import ReferenceRate
from fordran.shape.json_in import json_of
from fordran.shape.moments import moment_of
from fordran.store.connections.database import Connection

LAW_ROWS = "(select law_rows::text from installation) as law_rows"
CLOSED_AT = "case when k.closed is not null then k.state_history -> -1 ->> 'status_date' end as closed_at"
"""Selects the moment on the business clock at which the case `k` was closed; null for one that is open."""

_ALWAYS = datetime.min.replace(tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class _Approved:
    """A row that was approved, and when it became known on the business clock."""

    known: datetime
    row: FeeRow | ReferenceRate | PaymentOrderRow


@lru_cache(maxsize=64)
def _approved(rows: str) -> tuple[_Approved, ...]:
    """The rows of the column, in the order of their approval."""
    stored: list[dict[str, Any]] = json_of(rows)
    return tuple(
        _Approved(datetime.fromisoformat(row["known"]) if "known" in row else _ALWAYS, _row(row)) for row in stored
    )


def _row(row: dict[str, Any]) -> FeeRow | ReferenceRate | PaymentOrderRow:
    begins, source = date.fromisoformat(row["begins"]), row.get("source", "")
    if row["article"] == "reference_rate":
        return ReferenceRate(begins, Decimal(row["percent"]), source)
    if row["article"] == "order_of_payment":
        return PaymentOrderRow(
            begins, tuple(row["parts"]), source, row.get("claim_kind"), row.get("is_for_consumers", False)
        )
    return added_fee(row["article"], begins, row["most"], source)


@lru_cache(maxsize=64)
def _law(rows: str, count: int) -> Law:
    """The law with the first so many of its approved rows."""
    found = [one.row for one in _approved(rows)[:count]]
    return Law(
        tuple(row for row in found if isinstance(row, FeeRow)),
        tuple(row for row in found if isinstance(row, ReferenceRate)),
        tuple(row for row in found if isinstance(row, PaymentOrderRow)),
    )


def law_of(rows: str, known: datetime | None = None) -> Law:
    """The law with the approved rows of the column `law_rows`; of those that were known by a moment, if one is given."""
    return laws_until(rows, known)[0]


def law_of_case(rows: str, closed_at: str | None) -> Law:
    """The law that a case is judged by. A closed one keeps the rows that were known when it was closed."""
    return LAW if rows == "[]" else law_of(rows, None if closed_at is None else moment_of(closed_at))


def laws_until(rows: str, known: datetime | None = None) -> list[Law]:
    """The law as it was known by a moment, and as it was before each of its rows was approved, the latest first."""
    if rows == "[]":
        return [LAW]
    count = len([one for one in _approved(rows) if known is None or one.known <= known])
    return [_law(rows, number) for number in range(count, -1, -1)]


async def law_rows(connection: Connection) -> str:
    """The column with the approved rows."""
    rows = await connection.fetchval("select law_rows::text from installation")
    return "[]" if rows is None else str(rows)


async def law_in_force(connection: Connection) -> Law:
    """The law of the installation."""
    return law_of(await law_rows(connection))
