"""Match payments of the enforcement authority: a text that names its case number is for the cases of that application."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from fordran.domain.kinds.enforcement_kinds import OUT
from fordran.domain.numbers import authority_case
from fordran.formats.bank import BankPayment
from fordran.shape.wire import parsed
from fordran.store.connections.database import Connection
from fordran.store.connections.typed_rows import fetch_rows
from fordran.store.rows.schema_rows import EnforcementRow

BY_NUMBER = """
select id, account_id, creditor_id, case_ids, case_number from enforcements
where regexp_replace(upper(case_number), '[^0-9A-Z]', '', 'g') = any($1::text[])
  and (status = any($2::text[]) or order_date is not null)
"""
"""Applications by compact case numbers: those that the authority has, and those with an order."""


async def applications_named(tx: Connection, numbers: Sequence[str]) -> list[EnforcementRow]:
    """The applications whose case numbers are among these."""
    return await fetch_rows(tx, EnforcementRow, BY_NUMBER, list(numbers), list(OUT)) if numbers else []


def texts_of(payment: BankPayment) -> list[str]:
    """Everything that a payer wrote."""
    return [*(given.reference for given in payment.references), *payment.information]


async def match_authority(tx: Connection, payments: Mapping[int, BankPayment]) -> dict[int, list[tuple[str, str, str]]]:
    """Payment → account, creditor and id of each case of the one application that it names, the first due at the head."""
    numbers = {
        index: set(authority_case.mentioned(texts_of(payment)))
        for index, payment in payments.items()
        if payment.kind == "payment"
    }
    rows = await applications_named(tx, sorted(set().union(*numbers.values())))
    matched = {}
    for index, mentioned in numbers.items():
        named = [row for row in rows if authority_case.compact(row["case_number"] or "") in mentioned]
        if len(named) == 1:
            (row,) = named
            matched[index] = [(row["account_id"], row["creditor_id"], id_) for id_ in parsed(row["case_ids"])]
    return matched
