-- The number of an invoice that was claimed of the wrong person may be registered once more.

set local search_path = fordran;

alter table cases add column number_freed_by id;
alter table invoices add column number_freed_by id;
