-- Payments of operator invoices that a bank file of the operator's own account has.

set local search_path = fordran;

alter table operator_invoice_bookings add column bank_key text;
create unique index operator_invoice_bookings_of_payments on operator_invoice_bookings (account_id, bank_key);
