"""Invoices of Fortnox against cases, as it is now: where the rest differs, and what is overdue there and is no case."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Literal, TypeAlias, TypedDict

from fordran.actions.accounting.accounting_creditor import AccountingCreditor
from fordran.actions.fortnox.pull_invoices import FortnoxSource
from fordran.domain.books.report import Report
from fordran.formats.accounting import AccountingTrouble
from fordran.formats.fortnox_invoices import FortnoxInvoice, InvoiceRefused
from fordran.store.connections.database import Connection
from fordran.store.connections.typed_rows import fetch_rows

FortnoxFinding: TypeAlias = Literal["less_there", "more_there", "missing_there", "to_send", "refused", "not_read"]
"""How an invoice and its case differ: `to_send` by what waits to be sent there. Or why an overdue invoice is no case."""
COLUMNS = ("creditor", "invoice_number", "case", "balance_at_fortnox", "capital", "difference", "fortnox_finding")


class FortnoxCase(TypedDict):
    """An invoice of Fortnox with its case, if it has one."""

    document_number: str
    case_id: str | None
    capital: int | None
    """The capital that is left."""
    waiting: int
    """The sum that is still to be booked there."""


_CASES = """
select f.document_number, f.case_id, k.total_remaining_capital_amount as capital, (
    select coalesce(sum(e.amount), 0)::bigint from accounting_entries e
    where e.account_id = $1 and e.case_id = f.case_id and e.state in ('waiting', 'added')) as waiting
from fortnox_invoices f left join cases k on k.account_id = f.account_id and k.id = f.case_id
where f.account_id = $1 and f.creditor_id = $2 order by f.document_number
"""


async def fortnox_cases(tx: Connection, of: AccountingCreditor) -> list[FortnoxCase]:
    """The invoices of a creditor that are known here."""
    return await fetch_rows(tx, FortnoxCase, _CASES, of.account, of.creditor)


@dataclass(frozen=True)
class ReconciledInvoice:
    """An invoice that differs. Amounts are öre."""

    number: str
    case: str | None
    there: int | None
    here: int | None
    finding: FortnoxFinding


async def reconcile(source: FortnoxSource, cases: list[FortnoxCase]) -> list[ReconciledInvoice]:
    """The differences, by number. Raises `AccountingTrouble` where Fortnox does not answer.

    What is neither overdue there nor owed here agrees: it is paid or credited on both sides.
    """
    overdue = await source.overdue()
    found = []
    for one in cases:
        number, here = one["document_number"], one["capital"]
        if here is None:
            if number in overdue:
                found.append(ReconciledInvoice(number, None, _ore(overdue[number]), None, "refused"))
        elif number in overdue or here:
            found += await _differs(source, one, here, overdue)
    known = {one["document_number"] for one in cases}
    found += [ReconciledInvoice(new, None, _ore(overdue[new]), None, "not_read") for new in overdue if new not in known]
    return sorted(found, key=lambda row: row.number)


async def _differs(
    source: FortnoxSource, case: FortnoxCase, here: int, overdue: Mapping[str, Decimal]
) -> list[ReconciledInvoice]:
    number = case["document_number"]
    there = _ore(overdue[number]) if number in overdue else await _left(source, number)
    if there == here or (there is None and not here):
        return []
    finding: FortnoxFinding = "missing_there" if there is None else "less_there" if there < here else "more_there"
    if there is not None and there - here == case["waiting"]:
        finding = "to_send"
    return [ReconciledInvoice(number, case["case_id"], there, here, finding)]


async def _left(source: FortnoxSource, number: str) -> int | None:
    """The rest of an invoice that is not overdue; None of one that is cancelled, not there, or not readable."""
    try:
        invoice = FortnoxInvoice(await source.invoice(number), {})
        return None if invoice.is_cancelled else _ore(invoice.balance)
    except InvoiceRefused:
        return None
    except AccountingTrouble as trouble:
        if trouble.then != "refused":
            raise
        return None


def fortnox_report(found: Sequence[tuple[str, list[ReconciledInvoice]]]) -> Report:
    """The report of what differs, by the names of creditors."""
    rows = [
        (name, one.number, one.case, one.there, one.here, (one.there or 0) - (one.here or 0), one.finding)
        for name, invoices in found
        for one in invoices
    ]
    amounts = frozenset({"balance_at_fortnox", "capital", "difference"})
    codes = frozenset({"fortnox_finding"})
    return Report("Fortnox against cases", COLUMNS, amounts, rows, codes=codes, is_summed=True, name="fortnox")


def _ore(kronor: Decimal) -> int:
    return int(kronor * 100)
