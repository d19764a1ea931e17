-- What the bank says of transfers, and further orders of payouts whose transfers it rejected.

set local search_path = fordran;

create domain transfer_status as text collate "C";
alter table bank_order_lines
    add column attempt integer,
    add column status transfer_status,
    add column status_reason words,
    add column rejected_on date;
