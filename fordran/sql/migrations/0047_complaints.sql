-- Complaints.

set local search_path = fordran;

create table complaints (
    id                        id primary key,
    created                   timestamptz not null,
    updated                   timestamptz not null,
    revision                  integer not null default 1,
    account_id                id,
    creditor_id               id,
    case_id                   id,
    customer_id               id,
    sender                    words not null,
    about                     words not null,
    received                  date not null,
    complaint                 words not null,
    handler                   id,
    answered                  date,
    answer                    words,
    outcome                   words,
    cause                     words
);
comment on table complaints is 'local: what somebody finds wrong with how we work, and what was answered';
create index complaints_open on complaints (received, id) where answered is null;
create index complaints_of_customer on complaints (account_id, customer_id);

insert into audit_rules (table_name, records, reason) values
    ('complaints', 'everything', 'Somebody registers each.');
