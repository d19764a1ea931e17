"""Debtor's link: the address where the debtor of a case opens it, for a person who asks for it."""

from __future__ import annotations

from datetime import datetime

from fordran.actions.debtors.codes import CaseKey, codes_for_cases
from fordran.documents.access import Access
from fordran.domain.numbers import case_number, debtor_code
from fordran.operator import Operator
from fordran.store.connections.database import Connection
from fordran.store.connections.typed_rows import fetch_row
from fordran.store.rows.ids import is_id
from fordran.store.rows.schema_rows import CaseRow


class NoSuchCase(Exception):
    """There is no case with this id or number."""

    def __init__(self, case: str) -> None:
        super().__init__(f"There is no case {case}; name it by its _id, or by its number such as 1-7.")


async def debtor_link(tx: Connection, operator: Operator, case: str, now: datetime) -> dict[str, str]:
    """`url` and `code` for the debtor of a case, which is named by its id or its number."""
    column, value = "id", case
    if not is_id(case):
        if not case_number.is_valid(case):
            raise NoSuchCase(case)
        column, value = "ocr_number", case_number.to_ocr(case)
    row = await fetch_row(tx, CaseRow, _BY[column], value)
    if row is None:
        raise NoSuchCase(case)
    found = CaseKey(row["account_id"], row["creditor_id"], row["id"])
    code = (await codes_for_cases(tx, operator, [found], now))[found.case]
    return {"url": Access(operator.public_url, code).link, "code": debtor_code.format(code)}


_BY = {
    "id": "select account_id, id, creditor_id from cases where id = $1 and erasure is null",
    "ocr_number": """
        select k.account_id, k.id, k.creditor_id from ocr_numbers o
        join cases k on k.account_id = o.account_id and k.id = o.case_id
        where o.ocr = $1 and o.letter_id is null and k.erasure is null""",
}
