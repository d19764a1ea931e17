-- Answers of SPAR about customers, and where their addresses come from.

set local search_path = fordran;

create domain spar_outcome as text collate "C";
create domain address_source as text collate "C";

alter table customers add column address_source address_source, add column address_confirmed date;
alter table customer_details add column address_source address_source, add column address_confirmed date,
    add column unknown_address words;

create table spar_answers (
    account_id                id not null,
    id                        id not null,  -- the customer's own
    created                   timestamptz not null,
    updated                   timestamptz not null,
    revision                  integer not null default 1,
    customer_id               id not null,
    number                    words not null,  -- the number that was asked for
    outcome                   spar_outcome not null,
    answered_on               date,  -- on the business's own clock
    answered                  timestamptz,
    code                      words not null default '',  -- why the person is deregistered
    address                   jsonb,
    tries                     integer not null default 0,
    first_tried               timestamptz,
    next_try                  timestamptz,
    claimed_until             timestamptz,
    trouble                   words,
    primary key (account_id, id),
    constraint spar_answers_customer_is_there foreign key (account_id, customer_id) references customers
);
comment on table spar_answers is 'tenant: what the register of addresses tells of customers';
create index spar_answers_of_customer on spar_answers (account_id, customer_id);

insert into audit_rules (table_name, records, reason) values
    ('spar_answers', 'nothing', 'What follows on an answer is a change of the customer.');
