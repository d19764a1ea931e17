-- What staff has corrected of a customer: the field, what it was and became, when, by whom and why.

set local search_path = fordran;

alter table customers add column corrections jsonb;
alter table customer_details add column corrections jsonb;
