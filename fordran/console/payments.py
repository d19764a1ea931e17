"""Payments: of a case, and of a line of the bank's, each with where every öre of it went."""

from __future__ import annotations

from typing import Any

from starlette.responses import Response

from fordran.actions.books.trace import trace_case
from fordran.console.cases import names_of_cases
from fordran.console.who import STAFF
from fordran.resources.cases import CASES
from fordran.store.connections.database import Connection
from fordran.store.reading.documents import Values
from fordran.web.troubles import NoSuchPage
from fordran.web.visit import Visit


async def case_payments_page(visit: Visit) -> Response:
    """The payments of a case, the latest first."""
    async with visit.database.connection() as connection:
        case = await visit.find(connection, CASES)
        payments = await _payments(visit, connection, case["_id"])
    visit.note_reading(CASES.name, case["_id"])
    return visit.render(
        "case_payments.html",
        case=case,
        payments=sorted(payments, key=lambda one: one["date"], reverse=True),
        sees_bank=bool(visit.signed_in.roles & (STAFF | {"auditor"})),
    )


async def parts_of_payment(visit: Visit, connection: Connection, payment: Values) -> list[dict[str, Any]]:
    """The payments on cases that a line of the bank's made, each with the name of its case."""
    names = await names_of_cases(visit, connection, payment["cases"])
    found = []
    for case in sorted(names):
        found += [
            one | {"case": case, "name": names[case]}
            for one in await _payments(visit, connection, case)
            if one.get("bank", {}).get("transaction") == payment["_id"]
        ]
    return found


async def _payments(visit: Visit, connection: Connection, case: str) -> list[dict[str, Any]]:
    """The traced payments of a case, with amounts in öre."""
    traced = await trace_case(connection, visit.signed_in, case)
    if traced is None:
        raise NoSuchPage
    payments: list[dict[str, Any]] = _in_ore(traced["payments"])
    return [one | {"rest": one["amount"] - sum(part["amount"] for part in one["settled"])} for one in payments]


_AMOUNTS = ("amount", "vat_amount")


def _in_ore(value: Any) -> Any:
    """The same with every amount in öre, as pages show it."""
    if isinstance(value, list):
        return [_in_ore(one) for one in value]
    if isinstance(value, dict):
        return {name: round(one * 100) if name in _AMOUNTS else _in_ore(one) for name, one in value.items()}
    return value
