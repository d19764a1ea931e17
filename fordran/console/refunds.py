"""Refunds: what waits to go back, to whom, to which account and who asked for it; and the latest that have left."""

from __future__ import annotations

from typing import Any

from starlette.responses import Response

from fordran.actions.approvals.four_eyes import in_force
from fordran.actions.refunds.refunds_to_order import RefundToOrder, names_of_users, refunds_to_order
from fordran.console.approvals import account_text
from fordran.console.cases import names_of_cases
from fordran.console.listing import listed
from fordran.resources.refunds import REFUNDS
from fordran.web.visit import Visit


async def refunds_page(visit: Visit) -> Response:
    """Both lists, and the sum of what the next order has."""
    async with visit.database.connection() as connection:
        takes_two = await in_force(connection, visit.settings.four_eyes)
        waiting = await refunds_to_order(connection, takes_two=takes_two)
        left, pager = await listed(visit, connection, REFUNDS, {"status": {"$ne": "ordered"}})
        cases = await names_of_cases(visit, connection, [*({"case": one.case} for one in waiting if one.case), *left])
        people = await names_of_users(connection, {by for one in waiting for by in one.asked_by})
    return visit.render(
        "refunds.html",
        waiting=[_shown(one, people) for one in waiting],
        sum_to_leave=sum(one.amount for one in waiting if one.may_leave),
        sum_waiting=sum(one.amount for one in waiting if not one.may_leave),
        left=[one | {"to": account_text(one.get("bank_account") or {})} for one in left],
        cases=cases,
        pager=pager,
    )


def _shown(one: RefundToOrder, people: dict[str, str]) -> dict[str, Any]:
    return {
        "id": one.id,
        "case": one.case,
        "amount": one.amount,
        "name": one.name,
        "to": account_text(one.bank_account),
        "asked_by": people.get(one.asked_by[0], "") if one.asked_by else "",
        "asked": one.created,
        "is_automatic": one.is_automatic,
        "is_approved": one.is_approved,
        "is_settled": one.is_settled,
    }
