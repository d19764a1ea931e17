-- outside a transaction
-- Lists in the order of a field that an index has, whoever asks; and the planner is told that a creditor has few of all rows.

set search_path = fordran;

create index concurrently if not exists creditors_of_account_by_name on creditors (account_id, name nulls first, id) where created > '-infinity';
create index concurrently if not exists creditors_of_account_by_created on creditors (account_id, created nulls first, id) where created > '-infinity';
create index concurrently if not exists customers_of_account_by_name on customers (account_id, name nulls first, id) where created > '-infinity';
create index concurrently if not exists cases_by_created on cases (created nulls first, id) where created > '-infinity';
create index concurrently if not exists cases_of_account_by_created on cases (account_id, created nulls first, id) where created > '-infinity';
create index concurrently if not exists cases_of_creditor_by_created on cases (account_id, creditor_id, created nulls first, id) where created > '-infinity';
create index concurrently if not exists cases_of_creditor_by_state on cases (account_id, creditor_id, state, created nulls first, id) include (customer_id, original_invoice_id) where created > '-infinity';
create index concurrently if not exists invoices_by_date on invoices (invoice_date nulls first, id) where created > '-infinity';
create index concurrently if not exists invoices_of_account_by_date on invoices (account_id, invoice_date nulls first, id) where created > '-infinity';
create index concurrently if not exists invoices_of_creditor_by_date on invoices (account_id, creditor_id, invoice_date nulls first, id) where created > '-infinity';

alter table cases alter column account_id set (n_distinct = 20), alter column creditor_id set (n_distinct = 100);
alter table invoices alter column account_id set (n_distinct = 20), alter column creditor_id set (n_distinct = 100);
alter table invoice_registrations alter column account_id set (n_distinct = 20), alter column creditor_id set (n_distinct = 100);
alter table case_registrations alter column account_id set (n_distinct = 20), alter column creditor_id set (n_distinct = 100);
alter table creditor_payments alter column account_id set (n_distinct = 20), alter column creditor_id set (n_distinct = 100);
alter table creditor_creditings alter column account_id set (n_distinct = 20), alter column creditor_id set (n_distinct = 100);
alter table creditor_cancellations alter column account_id set (n_distinct = 20), alter column creditor_id set (n_distinct = 100);
alter table letters alter column account_id set (n_distinct = 20), alter column creditor_id set (n_distinct = 100);
alter table work_items alter column account_id set (n_distinct = 20), alter column creditor_id set (n_distinct = 100);
alter table events alter column account_id set (n_distinct = 20), alter column creditor_id set (n_distinct = 100);
alter table webhook_deliveries alter column account_id set (n_distinct = 20), alter column creditor_id set (n_distinct = 100);
alter table refunds alter column account_id set (n_distinct = 20), alter column creditor_id set (n_distinct = 100);
alter table payouts alter column account_id set (n_distinct = 20), alter column creditor_id set (n_distinct = 100);
alter table payout_specifications alter column account_id set (n_distinct = 20), alter column creditor_id set (n_distinct = 100);

-- Counts when a table's statistics are made. Those of an empty table would say that it is read at a glance, and plans are kept.
do $$ declare name text; filled boolean; begin
    foreach name in array '{cases,invoices,invoice_registrations,case_registrations,creditor_payments,creditor_creditings,creditor_cancellations,letters,work_items,events,webhook_deliveries,refunds,payouts,payout_specifications}'::text[] loop
        execute format('select exists (select from fordran.%I)', name) into filled; if filled then execute format('analyze fordran.%I', name); end if; end loop; end $$;
