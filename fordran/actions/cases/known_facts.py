"""Facts known at a moment and facts that became known since, by their time of registration."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import date, datetime
from typing import Any, Literal, TypeAlias

from fordran import clock
from fordran.actions.cases.case_facts import StoredFact
from fordran.domain.claims.facts import Credit, Fact, PaymentFact, Waiver
from fordran.domain.kinds.articles import FeeArticle
from fordran.domain.message import Message
from fordran.shape.fields import Refused
from fordran.shape.moments import iso_8601
from fordran.shape.wire import kronor

BecameKnown: TypeAlias = Literal[
    "capital",
    "credit",
    "waiver",
    "payment",
    "letter",
    "closing",
    "recall",
    "deduction",
    "refund",
    "withdrawal",
    "reversal",
    "restoration",
    "registration_reversal",
    "registration_deletion",
    FeeArticle,
]
"""The type of a fact that became known: for a fee, its article. Steps are not shown."""

StoredRow: TypeAlias = Mapping[str, Any]
"""A fact as its case holds it."""


def moment_known(known: date | datetime | None, business_now: datetime) -> datetime:
    """The latest registration of the facts; a date means its end, and today's means now."""
    if known is None:
        return business_now
    is_moment = isinstance(known, datetime)
    day = clock.stockholm_date(known) if isinstance(known, datetime) else known
    if day > clock.stockholm_date(business_now):
        raise Refused({"known": Message("issue.known_in_future")})
    if is_moment:
        assert isinstance(known, datetime)
        return min(known, business_now)
    return min(clock.end_of_day(day), business_now)


def known_by(facts: Iterable[StoredRow], moment: datetime) -> list[StoredRow]:
    """The facts that were registered by a moment; there is at least the one that the case began with."""
    rows = list(facts)
    found = [row for row in rows if _registered(row) <= moment]
    if rows and not found:
        first = iso_8601(min(_registered(row) for row in rows))
        raise Refused({"known": Message("issue.known_before_registered", moment=str(first))})
    return found


def known_before(facts: Iterable[StoredFact], day: date) -> list[Fact]:
    """The facts, without the payments, credits and waivers that were registered on a day or later.

    That is how the authority knew a claim when the day began.
    """
    return [
        stored.fact
        for stored in facts
        if not isinstance(stored.fact, PaymentFact | Credit | Waiver) or clock.stockholm_date(stored.registered) < day
    ]


def known_since(facts: Iterable[StoredRow], moment: datetime) -> list[dict[str, Any]]:
    """Facts that became known after a moment, as the interface shows them, in order."""
    rows: Sequence[StoredRow] = sorted(
        (row for row in facts if _registered(row) > moment and row["kind"] != "step"), key=_registered
    )
    return [_shown(row) for row in rows]


def _registered(row: StoredRow) -> datetime:
    return datetime.fromisoformat(row["registered"])


def _shown(row: StoredRow) -> dict[str, Any]:
    amount = row.get("asked", row.get("amount"))
    return {
        "date": row["date"],
        "type": _type(row),
        **({} if amount is None else {"amount": kronor(amount)}),
        "fact": row["id"],
        "registered": iso_8601(_registered(row)),
    }


def _type(row: StoredRow) -> str:
    if row["kind"] == "fee":
        return str(row["article"])
    return "refund" if row.get("is_refund") else str(row["kind"])
