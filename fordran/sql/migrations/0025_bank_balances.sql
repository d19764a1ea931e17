-- The bank's own word of what our accounts hold, and the days from which the books count what came and went.
set local search_path = fordran;

alter table bank_files add column imported_on date;
alter table bank_orders add column ordered_on date;

create table bank_balances (
    bank_account              words not null,
    day                       date not null,
    created                   timestamptz not null,
    updated                   timestamptz not null,
    file_id                   id not null constraint bank_balances_file_is_there references bank_files,
    opening_amount            bigint,
    closing_amount            bigint not null,
    primary key (bank_account, day)
);
comment on table bank_balances is 'shared: what the bank says that our accounts held at the end of a day';

insert into audit_rules (table_name, records, reason, resource, document, derived) values
    ('bank_balances', 'changes', 'Made by a file, which is recorded.', 'bank--files', 'file_id', '{}');
