"""A creditor's balance: what is owed to it and not paid out, the next payout, and what that is made of."""

from __future__ import annotations

from starlette.responses import Response

from fordran import clock
from fordran.actions.books.creditor_balance import creditor_balance
from fordran.console.who import STAFF
from fordran.resources.creditors import CREDITORS
from fordran.web.visit import Visit


async def balance_page(visit: Visit) -> Response:
    """The balance today; each payout leads to its lines."""
    async with visit.database.connection() as connection:
        creditor = await visit.find_document(connection, CREDITORS)
        balance = await creditor_balance(connection, creditor["account"], creditor["_id"], clock.now())
    visit.note_reading(CREDITORS.name, creditor["_id"])
    return visit.render(
        "creditor_balance.html",
        creditor=creditor,
        balance=balance,
        sees_payouts=bool(visit.signed_in.roles & (STAFF | {"auditor"})),
    )
