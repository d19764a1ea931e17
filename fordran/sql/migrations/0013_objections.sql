-- Objections have a kind, perhaps an amount, and stay open when they are rejected. One that is there has no kind, which means
-- in substance.

set local search_path = fordran;

create domain dispute_kind as text collate "C";

alter table case_disputes add column kind dispute_kind;
alter table case_disputes add column amount bigint;
alter table case_disputes add column explanation words;
alter table case_disputes add column noted_by words[];
alter table case_disputes add column confirmed_by id;
alter table case_disputes add column rejected_on date;
alter table case_disputes add column evidence words;
alter table case_disputes add constraint case_disputes_amount_is_positive check (amount > 0) not valid;
