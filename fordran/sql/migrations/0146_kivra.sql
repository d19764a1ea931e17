-- Who is reached by Kivra, and what Kivra tells of what it was given.

set local search_path = fordran;

create table kivra_matches (
    account_id                id not null,
    id                        id not null,  -- the customer's own
    created                   timestamptz not null,
    updated                   timestamptz not null,
    revision                  integer not null default 1,
    customer_id               id not null,
    number                    words not null,  -- the number that Kivra was asked about
    is_matched                boolean not null,
    asked                     date not null,  -- on the business's own clock
    primary key (account_id, id),
    constraint kivra_matches_customer_is_there foreign key (account_id, customer_id) references customers
);
comment on table kivra_matches is 'tenant: whom Kivra reaches';
create index kivra_matches_of_customer on kivra_matches (account_id, customer_id);

alter table deliveries add column channel_reference words, add column read timestamptz, add column declined timestamptz;
alter table envelopes add column read timestamptz, add column declined timestamptz;

insert into audit_rules (table_name, records, reason) values
    ('kivra_matches', 'nothing', 'Kivra tells it, once a day, of everybody who is asked about.');
