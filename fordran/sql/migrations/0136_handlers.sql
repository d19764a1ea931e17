-- Who handles a case, and the rules by which cases that need a person are given to one.

set local search_path = fordran;

alter table cases add column assigned_to id;

create table assignment_rules (
    id                        id primary key,
    created                   timestamptz not null,
    updated                   timestamptz not null,
    revision                  integer not null default 1,
    name                      words not null,
    account_id                id,
    creditor_id               id,
    claim_kind                words,
    is_person                 boolean,
    handlers                  jsonb not null
);
comment on table assignment_rules is 'local: to whom cases that need a person are given';

insert into audit_rules (table_name, records, reason, resource) values
    ('assignment_rules', 'everything', 'Somebody writes each.', 'assignment--rules');
