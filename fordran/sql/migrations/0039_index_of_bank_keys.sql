-- outside a transaction
-- A payment of a bank file counts once.
create unique index concurrently if not exists operator_invoice_bookings_of_payments
    on fordran.operator_invoice_bookings (account_id, bank_key);
