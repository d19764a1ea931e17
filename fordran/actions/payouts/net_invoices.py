"""Net operator invoices: their VAT is deducted from capital that is owed to the same creditor and not paid out yet.

It becomes two lines of article `cost`, each of a payout: one that lowers the creditor's capital, and one that is ours. The line
of the creditor's has the case and the booking date of the capital that pays it, and is gathered with that; `bank_date` is the
day on which it was netted.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from datetime import date, datetime
from typing import Any, TypedDict

from fordran.actions.payouts.invoice_journal import INVOICE_COLUMNS, book_invoice
from fordran.actions.payouts.payout_rows import LONG_SECONDS
from fordran.domain.kinds.articles import PayoutArticle
from fordran.domain.payouts.operator_invoice import settlements
from fordran.resources.finance_payout_specifications import FINANCE_PAYOUT_SPECIFICATIONS as SPECIFICATIONS
from fordran.store.connections.database import Connection
from fordran.store.connections.typed_rows import fetch_rows
from fordran.store.rows.ids import new_id
from fordran.store.rows.rows import tally
from fordran.store.rows.schema_rows import OperatorInvoiceRow

NETTING_ARTICLE: PayoutArticle = "cost"

_OPEN = f"""
select {INVOICE_COLUMNS} from operator_invoices
where account_id = $1 and settled_amount <> net_amount + vat_amount - kept_amount + coalesce(outlay_amount, 0)
order by number for update
"""


class _CapitalRow(TypedDict):
    """Capital of a case that is owed to its creditor: how much, and the specification that pays."""

    creditor_id: str
    total: int
    source: str


_CAPITAL = """
select s.creditor_id, sum(s.amount)::bigint as total, (array_agg(s.id order by s.amount desc, s.id))[1] as source
from payout_specifications s left join payouts p on p.account_id = s.account_id and p.id = s.payout_id
where s.account_id = $1 and s.creditor_id = any($2::text[]) and s.finance_category = 'capital' and p.payout_date is null
  and coalesce(p.bookings, 0) = 0
group by s.creditor_id, s.case_id order by min(s.id)
"""

_NET = """
insert into payout_specifications (account_id, id, created, updated, creditor_id, case_id, booking_id, payment_id, settles,
    settled_type, bank_date, booking_date, article, finance_category, amount, vat_amount, invoice_number, reference_number,
    paid_invoice_id)
select s.account_id, g.id, $2, $2, case when g.is_ours then null else s.creditor_id end, s.case_id, s.booking_id, s.payment_id,
       g.invoice, s.settled_type, $4, case when g.is_ours then $4 else s.booking_date end, $5,
       case when g.is_ours then 'operator_fees' else 'capital' end, g.amount, 0, s.invoice_number, g.number, g.invoice
from jsonb_to_recordset($3) as g (id text, source text, invoice text, number text, amount bigint, is_ours boolean)
join payout_specifications s on s.account_id = $1 and s.id = g.source
"""


async def net_invoices(tx: Connection, account: str, today: date, now: datetime) -> int:
    """Settle what can be of an account's open invoices; how many it touched. The account's payouts are locked."""
    by_creditor: dict[str, list[OperatorInvoiceRow]] = defaultdict(list)
    for invoice in await fetch_rows(tx, OperatorInvoiceRow, _OPEN, account):
        by_creditor[invoice["creditor_id"]].append(invoice)
    if not by_creditor:
        return 0
    capital: dict[str, list[_CapitalRow]] = defaultdict(list)
    for row in await fetch_rows(tx, _CapitalRow, _CAPITAL, account, sorted(by_creditor), seconds=LONG_SECONDS):
        capital[row["creditor_id"]].append(row)
    partner = await tx.fetchval("select partner_id from accounts where id = $1", account)
    touched = 0
    for creditor, invoices in by_creditor.items():
        lines = await _settle(tx, invoices, capital[creditor], today, now)
        if lines:
            await tx.execute(_NET, account, now, lines, today, NETTING_ARTICLE, timeout=LONG_SECONDS)
            many = len(lines) // 2
            await tally(tx, SPECIFICATIONS, partner=partner, account=account, creditor=creditor, documents=many)
            await tally(tx, SPECIFICATIONS, partner=None, account=None, creditor=None, documents=many)
        touched += len(invoices)
    return touched


async def _settle(
    tx: Connection,
    invoices: Sequence[OperatorInvoiceRow],
    capital: Sequence[_CapitalRow],
    today: date,
    now: datetime,
) -> list[dict[str, Any]]:
    """Book what settles a creditor's open invoices; the lines of what is netted."""
    known = {invoice["id"]: invoice for invoice in invoices}
    owed = [(invoice["id"], open_amount(invoice)) for invoice in invoices]
    billed = frozenset(invoice["id"] for invoice in invoices if invoice["settle_fees"] == "invoice")
    available = max(sum(row["total"] for row in capital), 0)
    set_off, netted = settlements(owed, available, billed)
    for id_, amount in set_off.items():
        known[id_] = await book_invoice(tx, known[id_], "set_off", amount, today, today, now)
    for id_, amount in netted.items():
        known[id_] = await book_invoice(tx, known[id_], "netted", amount, today, today, now)
    return list(_lines(netted, known, capital))


def open_amount(invoice: OperatorInvoiceRow) -> int:
    """The amount of an invoice that is neither netted, set off nor paid."""
    owed = invoice["net_amount"] + invoice["vat_amount"] - invoice["kept_amount"] + (invoice["outlay_amount"] or 0)
    return owed - invoice["settled_amount"]


def _lines(
    netted: Mapping[str, int], known: Mapping[str, OperatorInvoiceRow], capital: Sequence[_CapitalRow]
) -> Iterator[dict[str, Any]]:
    """Two lines for each case that pays a part of an invoice."""
    left = [(row["source"], row["total"]) for row in capital if row["total"] > 0]
    for id_, amount in netted.items():
        while amount:
            source, most = left[0]
            taken = min(amount, most)
            shown = {"source": source, "invoice": id_, "number": str(known[id_]["number"])}
            yield shown | {"id": new_id(), "amount": -taken, "is_ours": False}
            yield shown | {"id": new_id(), "amount": taken, "is_ours": True}
            amount -= taken
            left[:1] = [(source, most - taken)] if most > taken else []
