-- Further debtors of a case, and the codes of their own copies of letters.

set local search_path = fordran;

alter table case_parties add column customer_id id;
alter table debtor_codes add column customer_id id;
alter table debtor_codes add column media_id id;
