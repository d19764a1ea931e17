-- The indexes of 0063 and 0064 hold numbers unique.

set local search_path = fordran;

alter table cases drop constraint if exists cases_invoice_number_is_unique;
alter table invoices drop constraint if exists invoices_invoice_number_is_unique;
