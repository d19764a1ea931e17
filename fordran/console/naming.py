"""Cases by name: the text that a person writes for one, and its name on other pages."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from fordran.resources.cases import CASES
from fordran.store.connections.database import Connection
from fordran.store.rows.ids import is_id
from fordran.store.rows.rows import find
from fordran.web.visit import Visit


class UnknownCaseName(Exception):
    """No case that the visitor sees is called so, or several are; says so in the visitor's language."""


async def case_named(visit: Visit, connection: Connection, text: str) -> str:
    """The id of the case that was written."""
    if is_id(text) and await find(connection, CASES, visit.signed_in, text) is not None:
        return text
    written = "".join(text.split())
    where = {"$or": [{"ocr_number": written}, {"case_number": written}]}
    found = await visit.read(connection, CASES, where, 2)
    if len(found) != 1:
        raise UnknownCaseName(visit.t("console.bank.no_such_case"))
    id_: str = found[0]["_id"]
    return id_


async def names_of_cases(visit: Visit, connection: Connection, items: Iterable[Mapping[str, Any]]) -> dict[str, str]:
    """The debtor's name and the OCR number of each case that the items name, by its id, in one statement."""
    cases = sorted({item["case"] for item in items if item.get("case")})
    if not cases:
        return {}
    found = await visit.read(connection, CASES, {"_id": {"$in": cases}}, len(cases))
    return {case["_id"]: f"{case['customer_name']}, {case['ocr_number']}" for case in found}
