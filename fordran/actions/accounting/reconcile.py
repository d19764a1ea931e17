"""Invoices of an accounting system against cases, as it is now: where the rest differs, and overdue ones that are no case."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import Literal, TypeAlias, TypedDict

from fordran.actions.accounting.accounting_creditor import AccountingCreditor
from fordran.actions.accounting.accounting_system import AccountingSource
from fordran.domain.books.report import Report
from fordran.domain.service.accounting_systems import ACCOUNTING_SYSTEMS, AccountingSystemCode
from fordran.formats.accounting import AccountingTrouble, OverdueInvoice
from fordran.formats.accounting_invoices import InvoiceRefused
from fordran.store.connections.database import Connection
from fordran.store.connections.typed_rows import fetch_rows

AccountingFinding: TypeAlias = Literal[
    "less_there", "more_there", "missing_there", "to_send", "to_settle", "refused", "not_read"
]
"""How an invoice and its case differ: `to_send` by what waits to be sent there, `to_settle` by vouchers that nobody has matched
with it there. Or why an overdue invoice is no case."""
COLUMNS = ("creditor", "invoice_number", "case", "balance_there", "capital", "difference", "accounting_finding")


class InvoiceCase(TypedDict):
    """An invoice of an accounting system with its case, if it has one."""

    document_number: str
    invoice_number: str
    case_id: str | None
    capital: int | None
    """The capital that is left."""
    waiting: int
    """The sum that is still to be booked there."""
    booked: int
    """The sum that is booked there."""


_CASES = """
select f.document_number, coalesce(f.invoice_number, f.document_number) as invoice_number, f.case_id,
       k.total_remaining_capital_amount as capital, coalesce(e.waiting, 0)::bigint as waiting,
       coalesce(e.booked, 0)::bigint as booked
from fortnox_invoices f left join cases k on k.account_id = f.account_id and k.id = f.case_id
left join lateral (
    select sum(o.amount) filter (where o.state in ('waiting', 'added')) as waiting,
           sum(o.amount) filter (where o.state = 'booked') as booked
    from accounting_entries o where o.account_id = $1 and o.case_id = f.case_id) as e on true
where f.account_id = $1 and f.creditor_id = $2 order by f.document_number
"""


async def invoice_cases(tx: Connection, of: AccountingCreditor) -> list[InvoiceCase]:
    """The invoices of a creditor that are known here."""
    return await fetch_rows(tx, InvoiceCase, _CASES, of.account, of.creditor)


@dataclass(frozen=True)
class ReconciledInvoice:
    """An invoice that differs. Amounts are öre."""

    number: str
    case: str | None
    there: int | None
    here: int | None
    finding: AccountingFinding


async def reconcile(source: AccountingSource, cases: list[InvoiceCase], today: date) -> list[ReconciledInvoice]:
    """The differences, by number. Raises `AccountingTrouble` where the system does not answer.

    What is neither overdue there nor owed here agrees: it is paid or credited on both sides.
    """
    overdue = await source.overdue(today)
    found = []
    for one in cases:
        key, here = one["document_number"], one["capital"]
        if here is None:
            if key in overdue:
                found.append(_without_case(overdue[key], "refused"))
        elif key in overdue or here:
            found += await _differs(source, one, here, overdue)
    known = {one["document_number"] for one in cases}
    found += [_without_case(overdue[new], "not_read") for new in overdue if new not in known]
    return sorted(found, key=lambda row: row.number)


def _without_case(one: OverdueInvoice, finding: AccountingFinding) -> ReconciledInvoice:
    return ReconciledInvoice(one.number, None, _ore(one.balance), None, finding)


async def _differs(
    source: AccountingSource, case: InvoiceCase, here: int, overdue: Mapping[str, OverdueInvoice]
) -> list[ReconciledInvoice]:
    key = case["document_number"]
    there = _ore(overdue[key].balance) if key in overdue else await _left(source, key)
    if there == here or (there is None and not here):
        return []
    finding: AccountingFinding = "missing_there" if there is None else "less_there" if there < here else "more_there"
    if there is not None and there > here:
        waiting, booked = case["waiting"], case["booked"]
        if there - here == waiting:
            finding = "to_send"
        elif not ACCOUNTING_SYSTEMS[source.system].settles_invoices and waiting < there - here <= waiting + booked:
            finding = "to_settle"
    return [ReconciledInvoice(case["invoice_number"], case["case_id"], there, here, finding)]


async def _left(source: AccountingSource, key: str) -> int | None:
    """The rest of an invoice that is not overdue; None of one that is cancelled, not there, or not readable."""
    try:
        rest = await source.rest(key)
        return None if rest is None else _ore(rest)
    except InvoiceRefused:
        return None
    except AccountingTrouble as trouble:
        if trouble.then != "refused":
            raise
        return None


def accounting_report(system: AccountingSystemCode, found: Sequence[tuple[str, list[ReconciledInvoice]]]) -> Report:
    """The report of what differs, by the names of creditors."""
    rows = [
        (name, one.number, one.case, one.there, one.here, (one.there or 0) - (one.here or 0), one.finding)
        for name, invoices in found
        for one in invoices
    ]
    amounts = frozenset({"balance_there", "capital", "difference"})
    codes = frozenset({"accounting_finding"})
    title = f"{ACCOUNTING_SYSTEMS[system].name} against cases"
    return Report(title, COLUMNS, amounts, rows, codes=codes, is_summed=True, name=system)


def _ore(kronor: Decimal) -> int:
    return int(kronor * 100)
