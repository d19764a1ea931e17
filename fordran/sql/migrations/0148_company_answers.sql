-- Answers of Bolagsverket about debtor companies.

set local search_path = fordran;

create table company_answers (
    account_id                id not null,
    id                        id not null,  -- the customer's own
    created                   timestamptz not null,
    updated                   timestamptz not null,
    revision                  integer not null default 1,
    customer_id               id not null,
    number                    words not null,  -- the number that was asked for
    outcome                   words not null,
    code                      words not null default '',  -- the register's code of it
    since                     date,
    answered_on               date,  -- on the business's own clock
    tries                     integer not null default 0,
    first_tried               timestamptz,
    next_try                  timestamptz,
    claimed_until             timestamptz,
    trouble                   words,
    primary key (account_id, id),
    constraint company_answers_customer_is_there foreign key (account_id, customer_id) references customers
);
comment on table company_answers is 'tenant: what the register of companies tells of customers';
create index company_answers_of_customer on company_answers (account_id, customer_id);

insert into audit_rules (table_name, records, reason) values
    ('company_answers', 'nothing', 'The effects of an answer are a change of the customer and work items.');
