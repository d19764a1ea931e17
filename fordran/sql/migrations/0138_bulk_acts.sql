-- Acts on many cases at once, and what became of each case.

set local search_path = fordran;

create domain bulk_act_kind as text collate "C";
create domain bulk_act_status as text collate "C";
create domain bulk_outcome as text collate "C";

create table bulk_acts (
    id                        id primary key,
    created                   timestamptz not null,
    updated                   timestamptz not null,
    revision                  integer not null default 1,
    act                       bulk_act_kind not null,
    filter                    jsonb not null,
    body                      jsonb not null,
    is_dry_run                boolean not null,
    status                    bulk_act_status not null,
    asked_by                  id not null,
    let_in_by                 words[],
    asked_through             words not null,
    cases                     integer not null,
    done                      integer not null default 0,
    waiting                   integer not null default 0,
    refused                   integer not null default 0,
    ended                     timestamptz
);
comment on table bulk_acts is 'local: acts on many cases at once';
create index bulk_acts_running on bulk_acts (id) where status = 'running';

create table bulk_act_cases (
    bulk_act_id               id not null constraint bulk_act_cases_bulk_act_is_there references bulk_acts on delete cascade,
    id                        id not null,
    account_id                id not null,
    creditor_id               id not null,
    case_id                   id not null,
    outcome                   bulk_outcome,
    reason                    jsonb,
    sentence                  words,
    approval                  id,
    primary key (bulk_act_id, id)
);
comment on table bulk_act_cases is 'local: the cases of a bulk act, and what became of each';
create index bulk_act_cases_left on bulk_act_cases (bulk_act_id, id) where outcome is null;
create index bulk_act_cases_of_case on bulk_act_cases (account_id, case_id);

insert into audit_rules (table_name, records, reason, resource, derived) values
    ('bulk_acts', 'everything', 'Somebody asks for each.', 'bulk--acts', '{done,waiting,refused}');
insert into audit_rules (table_name, records, reason, document) values
    ('bulk_act_cases', 'nothing', 'What is done to each case is recorded.', 'bulk_act_id');
