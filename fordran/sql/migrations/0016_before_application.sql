-- A case shows what its application waits for, and a creditor gives a power of attorney for applications.

set local search_path = fordran;

alter table cases add column waits_for jsonb;
alter table creditors add column mandate_id id;
alter table creditors add column enforcement_mandate jsonb;
