-- The particulars of claims. Cases that are there have none, and are judged by the rules of their time.

set local search_path = fordran;

alter table cases add column particulars jsonb not null default '{}';
