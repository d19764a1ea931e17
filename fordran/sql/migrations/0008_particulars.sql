-- The particulars of claims. Cases that are there have none, and are judged by the rules of their time. The column has no
-- default: a value in it would change the content of rows whose hashes stay.

set local search_path = fordran;

alter table cases add column particulars jsonb;
