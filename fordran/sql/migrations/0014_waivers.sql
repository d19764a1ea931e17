-- Why interest or costs were waived, and by whom. What was waived is a fact of the case.

set local search_path = fordran;

create table case_waivers (
    account_id                id not null,
    id                        id not null,
    created                   timestamptz not null,
    creditor_id               id not null,
    case_id                   id not null,
    user_id                   id,
    reason                    words not null,
    primary key (account_id, id),
    constraint case_waivers_case_is_there foreign key (account_id, case_id) references cases
);
comment on table case_waivers is 'tenant: why interest or costs were waived, and by whom';
create index case_waivers_of_case on case_waivers (account_id, case_id, id);

insert into audit_rules (table_name, records, reason, resource, document) values
    ('case_waivers', 'everything', 'Somebody decides each.', 'cases', 'case_id');
