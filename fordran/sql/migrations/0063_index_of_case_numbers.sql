-- outside a transaction
-- An invoice number is one case's, or one's for each that has freed it.
create unique index concurrently if not exists cases_invoice_number_is_taken_once
    on fordran.cases (account_id, creditor_id, invoice_number, number_freed_by) nulls not distinct;
