"""GET /creditors/{id}/balance: what a creditor has coming, and the payouts that it becomes."""

from __future__ import annotations

from pydantic import Field

from fordran import clock
from fordran.actions.books.creditor_balance import ComingPayout, creditor_balance
from fordran.api.http.answers import Answer, answer
from fordran.api.http.errors import not_found
from fordran.api.http.request import Request
from fordran.api.serving.days import Day
from fordran.domain.books.journal import Category
from fordran.domain.kinds.articles import PayoutArticle
from fordran.domain.payouts.gathering import NotReady
from fordran.resources.creditors import CREDITORS
from fordran.shape.fields import Shape
from fordran.shape.kinds import Flag, Id, Integer, Money, Text
from fordran.shape.wire import shown_as
from fordran.store.connections.database import Database
from fordran.store.rows.rows import find


class BalancePart(Shape):
    """The part of a coming payout that is of one article."""

    article: PayoutArticle
    """The article."""
    count: Integer
    """How many lines."""
    total_amount: Money
    """Their sum, with VAT."""


class BalancePayout(Shape):
    """A payout that is prepared and not paid, or that lines of a period will become."""

    finance_category: Category
    """The kind of money."""
    payout: Id | None = None
    """The payout, where it is prepared."""
    payout_reference: Text | None = None
    """Its reference."""
    first_day: Day
    """The first day of its period."""
    last_day: Day
    """The last day of its period."""
    pay_on: Day
    """The day on which it is paid, if nothing stops it."""
    ready_for_payout: Flag
    """Whether it is paid with the next order."""
    not_ready_reason: NotReady | None = None
    """Why it is not ready."""
    total_amount: Money
    """Its sum, with VAT."""
    parts: list[BalancePart]
    """The articles that it is made of."""


class CreditorBalanceShown(Shape):
    """All that is owed to a creditor and not paid out yet."""

    creditor: Id
    """The creditor."""
    total_amount: Money
    """All of it, with VAT. Negative where more was taken back than came in."""
    payouts: list[BalancePayout] = Field(description="The payouts that it becomes, the next one first.")


async def read_balance(request: Request, database: Database) -> Answer:
    """The balance of a creditor that the caller sees."""
    async with database.connection() as connection:
        item = await find(connection, CREDITORS, request.signed_in, request.path["id"])
        if item is None:
            raise not_found()
        creditor = item.document
        balance = await creditor_balance(connection, creditor["account"], creditor["_id"], clock.now())
    payouts = [_shown(one) for one in balance.payouts]
    shown = {"creditor": creditor["_id"], "total_amount": balance.amount, "payouts": payouts}
    return answer(shown_as(CreditorBalanceShown, shown))


def _shown(one: ComingPayout) -> dict[str, object]:
    parts = [
        {"article": article, "count": count, "total_amount": total} for article, (count, total) in one.articles.items()
    ]
    return {
        "finance_category": one.finance_category,
        "payout": one.payout,
        "payout_reference": one.payout_reference,
        "first_day": one.first_day,
        "last_day": one.last_day,
        "pay_on": one.pay_on,
        "ready_for_payout": one.is_ready,
        "not_ready_reason": one.waits,
        "total_amount": one.amount,
        "parts": parts,
    }
