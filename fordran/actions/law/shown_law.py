"""The law as it is shown: every row of it, the rows of one article together, with those that wait for approval."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from typing import Any

from fordran.actions.law.law_rows import StoredLawRow
from fordran.domain.days import months_after
from fordran.domain.kinds.articles import LAW_ARTICLES
from fordran.domain.law.deadlines import TERM_ROWS
from fordran.domain.law.fees import FEE_ROWS
from fordran.domain.law.law import Law
from fordran.domain.law.payment_order import ORDER_ROWS
from fordran.domain.law.reference_rates import REFERENCE_RATES, ReferenceRate, rate_on
from fordran.shape.moments import iso_8601
from fordran.shape.wire import kronor, parsed


def shown_law(law: Law, today: date) -> list[dict[str, Any]]:
    """Every row that holds. A half-year without a rate of its own, up to the one of today, shows the rate that it uses."""
    return [*_fees(law), *_rates(law, today), *_orders(law)]


def _fees(law: Law) -> Iterator[dict[str, Any]]:
    for row in sorted((*FEE_ROWS, *law.fees), key=lambda row: (LAW_ARTICLES.index(row.article), row.begins)):
        yield {
            "article": row.article,
            "from": row.begins.isoformat(),
            "amount": kronor(row.most),
            "each": row.each,
            "law": row.law,
            "is_added": row in law.fees,
        }


def _rates(law: Law, today: date) -> Iterator[dict[str, Any]]:
    rows = {row.begins: row for row in (*REFERENCE_RATES, *law.rates)}
    for row in provisional_rates(law, today):
        rows.setdefault(row.begins, row)
    for begins, row in sorted(rows.items()):
        yield {
            "article": "reference_rate",
            "from": begins.isoformat(),
            "percent": float(row.rate_percent),
            "law": row.source,
            "is_added": row in law.rates,
            "is_provisional": rate_on(begins, law.rates)[1],
        }


def provisional_rates(law: Law, today: date) -> list[ReferenceRate]:
    """The half-years without a rate of their own, up to the one after that of a day, with the rate that they use."""
    found, begins = [], REFERENCE_RATES[-1].begins
    while begins <= months_after(today, 6):
        percent, is_provisional = rate_on(begins, law.rates)
        if is_provisional:
            found.append(ReferenceRate(begins, percent, ""))
        begins = months_after(begins, 6)
    return found


def _orders(law: Law) -> Iterator[dict[str, Any]]:
    for row in (*ORDER_ROWS, *sorted(law.orders, key=lambda row: row.begins)):
        yield {
            "article": "order_of_payment",
            "from": row.begins.isoformat() if row.begins > date.min else "",
            "parts": list(row.parts),
            "claim_kind": row.claim_kind or "",
            "is_for_consumers": row.is_for_consumers,
            "law": row.law,
            "is_added": row in law.orders,
        }


def shown_terms() -> list[dict[str, Any]]:
    """Every row of what is no amount: days, years and points. These change with a release alone."""
    return [{"term": row.term, "from": row.begins.isoformat(), "value": row.value, "law": row.law} for row in TERM_ROWS]


def shown_row(row: StoredLawRow) -> dict[str, Any]:
    """A row that an operator added, with who proposed and decided it."""
    found: dict[str, Any] = {
        "_id": row["id"],
        "article": row["article"],
        "from": row["begins"].isoformat(),
        "source": row["source"],
        "status": row["status"],
        "proposed": iso_8601(row["created"]),
        "proposed_by": (row["proposed_by"] or [""])[0],
        "decided_by": row["decided_by"] or "",
    }
    if row["amount"] is not None:
        found["amount"] = kronor(row["amount"])
    if row["percent"] is not None:
        found["percent"] = float(row["percent"])
    if row["parts"] is not None:
        found |= {"parts": parsed(row["parts"]), "is_for_consumers": row["is_for_consumers"]}
    if row["claim_kind"] is not None:
        found["claim_kind"] = row["claim_kind"]
    if row["decided"] is not None:
        found["decided"] = iso_8601(row["decided"])
    return found
