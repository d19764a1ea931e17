"""The whole journal as one: the bookings of cases, of money on no case, of payouts, and of invoices to creditors.

`JOURNAL` is a query of vouchers, each a booking: its series, its own id, the day, a text, and its postings as two arrays.
"""

from __future__ import annotations

from fordran.store.rows.schema_rows import BookingRow


class JournalRow(BookingRow):
    """A voucher of `JOURNAL`."""

    series: str
    text: str


JOURNAL = """
    select 'K' as series, b.id, b.booked_on, b.at, k.ocr_number as text, b.ledger_accounts, b.amounts
    from bookings b join cases k on k.account_id = b.account_id and k.id = b.case_id
    union all
    select 'B', b.id, b.booked_on, b.at, concat_ws(' ', b.act, nullif(t.bank_reference, '')), b.ledger_accounts, b.amounts
    from bank_bookings b join bank_transactions t on t.id = b.transaction_id
    union all
    select 'U', b.id, b.booked_on, b.at, p.payout_reference, b.ledger_accounts, b.amounts
    from payout_bookings b join payouts p on p.account_id = b.account_id and p.id = b.payout_id
    union all
    select 'F', b.id, b.booked_on, b.at, i.number::text, b.ledger_accounts, b.amounts
    from operator_invoice_bookings b
    join operator_invoices i on i.account_id = b.account_id and i.id = b.operator_invoice_id
"""

POSTINGS = """
    select booked_on, unnest(ledger_accounts) as ledger_account, unnest(amounts) as amount from bookings
    union all select booked_on, unnest(ledger_accounts), unnest(amounts) from bank_bookings
    union all select booked_on, unnest(ledger_accounts), unnest(amounts) from payout_bookings
    union all select booked_on, unnest(ledger_accounts), unnest(amounts) from operator_invoice_bookings
"""
"""A query of single postings, with their days."""
