-- People whose retention has ended, and who confirmed that they are erased.

set local search_path = fordran;

create domain erasure_batch_status as text collate "C";
create domain erasure_outcome as text collate "C";

create table erasure_batches (
    id                        id primary key,
    created                   timestamptz not null,
    updated                   timestamptz not null,
    revision                  integer not null default 1,
    status                    erasure_batch_status not null,
    listed_on                 date not null,
    payers_before             date not null,
    customers                 integer not null,
    payers                    integer not null,
    erased                    integer not null default 0,
    kept                      integer not null default 0,
    put_off_until             date,
    note                      words,
    decided_by                id,
    decided                   timestamptz,
    ended                     timestamptz
);
comment on table erasure_batches is 'local: people whose retention has ended, erased once a person confirms it';
create index erasure_batches_open on erasure_batches (id) where ended is null;

create table erasure_batch_customers (
    erasure_batch_id          id not null
        constraint erasure_batch_customers_erasure_batch_is_there references erasure_batches,
    id                        id not null,
    account_id                id not null,
    customer_id               id not null,
    stage                     erasure_stage not null,
    outcome                   erasure_outcome,
    primary key (erasure_batch_id, id)
);
comment on table erasure_batch_customers is 'local: the customers of an erasure batch, and what became of each';
create index erasure_batch_customers_left on erasure_batch_customers (erasure_batch_id, id) where outcome is null;
create index erasure_batch_customers_of_customer on erasure_batch_customers (account_id, customer_id);

insert into audit_rules (table_name, records, reason, resource, derived) values
    ('erasure_batches', 'everything', 'A person decides on each.', 'erasure--batches', '{erased,kept}');
insert into audit_rules (table_name, records, reason, document) values
    ('erasure_batch_customers', 'nothing', 'What is erased is recorded in erasures.', 'erasure_batch_id');
