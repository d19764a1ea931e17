"""Verify operator invoices: each is what its specifications come to, its journal is whole, and the books agree."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import AsyncIterator, Iterator, Sequence
from decimal import Decimal

from fordran.actions.books.journal_lines import POSTINGS
from fordran.actions.payouts.invoice_journal import INVOICE_COLUMNS, OperatorInvoiceBooking, act_postings
from fordran.actions.payouts.issue_invoices import shown_lines
from fordran.actions.payouts.kept_fees import KeptFeeRow, fee_of
from fordran.actions.payouts.net_invoices import open_amount
from fordran.actions.proof.counts import Tell
from fordran.actions.proof.differences import Discrepancy, as_far_as_readable, differs
from fordran.domain.books.chain import GENESIS
from fordran.domain.books.journal import CLAIMS_ON_CREDITORS, OUTPUT_VAT
from fordran.domain.money import ore_of
from fordran.domain.payouts.operator_invoice import fee_invoice
from fordran.shape.wire import parsed
from fordran.store.connections.database import Connection
from fordran.store.connections.typed_rows import fetch_rows
from fordran.store.rows.schema_rows import OperatorInvoiceBookingRow, OperatorInvoiceRow

LONG_SECONDS = 3600

_BOOKING_COLUMNS = """
account_id, operator_invoice_id, position, id, at, booked_on, day, act, amount, ledger_accounts, amounts, previous_hash, hash,
bank_key
"""

_BILLED = """
select s.id, owner_on(k.creditor_id, k.assignments, s.bank_date) as creditor_id, s.case_id, s.settles, s.settled_type,
       s.operator_invoice_id, null as credits,
       case s.finance_category when 'operator_fees' then s.amount else s.vat_amount end as amount
from payout_specifications s join cases k on k.account_id = s.account_id and k.id = s.case_id
where s.operator_invoice_id is not null order by s.id
"""
_NETTED = """
select i.id, coalesce(b.netted, 0) as booked, coalesce(s.ours, 0) as ours, coalesce(s.theirs, 0) as theirs
from operator_invoices i
left join (select account_id, operator_invoice_id, sum(amount)::bigint as netted from operator_invoice_bookings
           where act = 'netted' group by 1, 2) b on b.account_id = i.account_id and b.operator_invoice_id = i.id
left join (select account_id, paid_invoice_id, (sum(amount) filter (where creditor_id is null))::bigint as ours,
                  (-sum(amount) filter (where creditor_id is not null))::bigint as theirs
           from payout_specifications where paid_invoice_id is not null group by 1, 2) s
    on s.account_id = i.account_id and s.paid_invoice_id = i.id
where (coalesce(b.netted, 0), coalesce(b.netted, 0)) is distinct from (coalesce(s.ours, 0), coalesce(s.theirs, 0))
"""


_OUTLAYS_OF_NOTHING = """
select i.id, o.outlay from operator_invoices i
cross join lateral jsonb_to_recordset(i.outlays) as o ("case" text, outlay text)
where not exists (
    select 1 from bookings b cross join lateral jsonb_to_recordset(b.facts) as f (id text, outlay bigint)
    where b.account_id = i.account_id and b.creditor_id = i.creditor_id and b.case_id = o."case"
      and f.id = o.outlay and f.outlay is not null)
"""


class _BilledRow(KeptFeeRow):
    operator_invoice_id: str


async def check_operator_invoices(tx: Connection, tell: Tell) -> AsyncIterator[Discrepancy]:
    """Every invoice, the series of their numbers, and the accounts of VAT and of claims on creditors."""
    invoices = await fetch_rows(
        tx, OperatorInvoiceRow, f"select {INVOICE_COLUMNS} from operator_invoices order by number", seconds=LONG_SECONDS
    )
    billed: dict[str, list[_BilledRow]] = defaultdict(list)
    for fee in await fetch_rows(tx, _BilledRow, _BILLED, seconds=LONG_SECONDS):
        billed[fee["operator_invoice_id"]].append(fee)
    bookings: dict[str, list[OperatorInvoiceBookingRow]] = defaultdict(list)
    for booking in await fetch_rows(
        tx,
        OperatorInvoiceBookingRow,
        f"select {_BOOKING_COLUMNS} from operator_invoice_bookings order by operator_invoice_id, position",
        seconds=LONG_SECONDS,
    ):
        bookings[booking["operator_invoice_id"]].append(booking)
    for place, invoice in enumerate(invoices, 1):
        for found in differs("operator_invoices", invoice["id"], "number", place, invoice["number"]):
            yield found
        check = _check_invoice(invoice, billed[invoice["id"]], bookings[invoice["id"]])
        for found in as_far_as_readable("operator_invoices", invoice["id"], "content", check):
            yield found
    for row in await tx.fetch(_NETTED, timeout=LONG_SECONDS):
        for name in ("ours", "theirs"):
            for found in differs("operator_invoices", row["id"], f"netted, {name}", row["booked"], row[name]):
                yield found
    for row in await tx.fetch(_OUTLAYS_OF_NOTHING, timeout=LONG_SECONDS):
        yield Discrepancy("operator_invoices", row["id"], "outlay", "one that its case has", row["outlay"])
    async for found in _check_accounts(tx, invoices):
        yield found
    tell("operator_invoices", len(invoices), len(invoices))


def _check_invoice(
    row: OperatorInvoiceRow, fees: Sequence[KeptFeeRow], bookings: Sequence[OperatorInvoiceBookingRow]
) -> Iterator[Discrepancy]:
    outlays = [ore_of(Decimal(str(one["amount"]))) for one in parsed(row["outlays"]) or ()]
    made = fee_invoice(map(fee_of, fees), row["fee_vat"], row["taxation"], sum(outlays))
    yield from differs("operator_invoices", row["id"], "outlay_amount", made.outlays, row["outlay_amount"] or 0)
    for name, expected in (
        ("kept_amount", made.kept),
        ("net_amount", made.net),
        ("vat_percent", made.vat_percent),
        ("vat_amount", made.vat),
    ):
        yield from differs("operator_invoices", row["id"], name, expected, row[name])  # type: ignore[literal-required]
    stored = [{name: value for name, value in line.items() if name != "credits"} for line in parsed(row["lines"])]
    yield from differs("operator_invoices", row["id"], "lines", shown_lines(made), stored)
    previous, settled = GENESIS, 0
    for position, booking in enumerate(bookings, 1):
        yield from _check_booking(row, booking, position, previous)
        previous = booking["hash"]
        settled += 0 if booking["act"] == "issued" else booking["amount"]
    yield from differs("operator_invoices", row["id"], "bookings", len(bookings), row["bookings"])
    yield from differs("operator_invoices", row["id"], "head_hash", previous, row["head_hash"])
    yield from differs("operator_invoices", row["id"], "settled_amount", settled, row["settled_amount"])
    issued = [booking["day"] for booking in bookings if booking["act"] == "issued"]
    yield from differs("operator_invoices", row["id"], "issued", [row["invoice_date"]], issued)


def _check_booking(
    row: OperatorInvoiceRow, booking: OperatorInvoiceBookingRow, position: int, previous: str
) -> Iterator[Discrepancy]:
    expected = act_postings(booking["act"], booking["amount"], row)
    made = [(posting.account, posting.amount) for posting in expected]
    lines = list(zip(booking["ledger_accounts"], booking["amounts"], strict=True))
    content = {name: value for name, value in booking.items() if name != "hash"}
    name = "operator_invoice_bookings"
    yield from differs(name, row["id"], "position", position, booking["position"])
    yield from differs(name, row["id"], "postings", made, lines)
    yield from differs(name, row["id"], "previous_hash", previous, booking["previous_hash"])
    hash_ = OperatorInvoiceBooking(**content).hash  # type: ignore[arg-type]  # the row has its columns
    yield from differs(name, row["id"], "hash", hash_, booking["hash"])


async def _check_accounts(tx: Connection, invoices: Sequence[OperatorInvoiceRow]) -> AsyncIterator[Discrepancy]:
    """The VAT of all invoices is the output VAT of the books, and what is open of them the claims on creditors."""
    rows = await tx.fetch(
        f"""select ledger_account, sum(amount)::bigint as amount from ({POSTINGS}) postings
            where ledger_account = any($1::integer[]) group by ledger_account""",
        [OUTPUT_VAT, CLAIMS_ON_CREDITORS],
        timeout=LONG_SECONDS,
    )
    balances = {row["ledger_account"]: row["amount"] for row in rows}
    vat = sum(invoice["vat_amount"] for invoice in invoices)
    for found in (
        *differs("bookings", str(OUTPUT_VAT), "output VAT", vat, -balances.get(OUTPUT_VAT, 0)),
        *differs(
            "bookings",
            str(CLAIMS_ON_CREDITORS),
            "claims on creditors",
            sum(map(open_amount, invoices)),
            balances.get(CLAIMS_ON_CREDITORS, 0),
        ),
    ):
        yield found
