-- Sums of Autogiro: a deposit or a refund, as Bankgirot's report names it, and the bank's own transaction of it.

set local search_path = fordran;

create table autogiro_transfers (
    id                        id primary key,
    created                   timestamptz not null,
    updated                   timestamptz not null,
    revision                  integer not null default 1,
    file_id                   id not null,  -- the report
    bank_account              words not null,
    day                       date not null,
    serial                    words not null,
    amount                    bigint not null constraint autogiro_transfers_amount_is_not_zero check (amount <> 0),
    transaction_id            id,  -- the bank's own sum, once its file has come
    constraint autogiro_transfers_count_once unique (bank_account, day, serial, amount)
);
comment on table autogiro_transfers is 'local: sums of Autogiro, and the bank''s own transactions of them';
create index autogiro_transfers_waiting on autogiro_transfers (day) where transaction_id is null;

insert into audit_rules (table_name, records, reason) values
    ('autogiro_transfers', 'nothing', 'What money does to a case is recorded.');
