-- outside a transaction
-- Kept fees that no invoice has yet.
create index concurrently if not exists payout_specifications_to_invoice
    on fordran.payout_specifications (account_id, booking_date)
    where operator_invoice_id is null and (finance_category = 'operator_fees' or vat_amount <> 0);
