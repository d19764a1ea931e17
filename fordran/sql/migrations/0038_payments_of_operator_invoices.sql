-- Payments of operator invoices that a bank file of the operator's own account has.

alter table fordran.operator_invoice_bookings add column bank_key text;
