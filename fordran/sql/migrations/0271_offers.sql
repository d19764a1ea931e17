-- What is offered to a debtor instead of what they asked for, until when, and what came of it.

create domain fordran.offer_outcome as text collate "C";
alter table fordran.work_items
    add column offered_instalments integer, add column offered_first_date date, add column offered_respite_until date,
    add column offered_until date, add column offer_outcome fordran.offer_outcome;
