-- A second person may reject what waits, and a write-off waits for one.

set local search_path = fordran;

alter table second_approvals add column is_rejected boolean, add column reason words;

create domain held_act_code as text collate "C";

create table held_acts (
    account_id                id not null,
    id                        id not null,
    created                   timestamptz not null,
    creditor_id               id not null,
    case_id                   id not null,
    act                       held_act_code not null,
    amount                    bigint not null constraint held_acts_amount_is_positive check (amount > 0),
    body                      jsonb not null,
    asked_by                  words[] not null,
    decided                   timestamptz,
    primary key (account_id, id),
    constraint held_acts_case_is_there foreign key (account_id, case_id) references cases
);
comment on table held_acts is 'tenant: acts that give up much of what is owed, which wait for a second person';
create index held_acts_waiting on held_acts (account_id, id) where decided is null;
create index held_acts_of_case on held_acts (account_id, case_id, id);

insert into audit_rules (table_name, records, reason, resource, document) values
    ('held_acts', 'everything', 'Somebody asks for each.', 'approvals', 'id');
