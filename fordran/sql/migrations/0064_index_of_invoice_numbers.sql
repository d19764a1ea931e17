-- outside a transaction
-- An invoice number is one invoice's, or one's for each case that has freed it.
create unique index concurrently if not exists invoices_invoice_number_is_taken_once
    on fordran.invoices (account_id, creditor_id, invoice_number, number_freed_by) nulls not distinct;
