-- Outlays that debtors do not owe are the creditor's, and are on its operator invoice.

set local search_path = fordran;

alter table operator_invoices add column outlay_amount bigint;
alter table operator_invoices add column outlays jsonb;
