-- Parties of cases beside their debtors, and to whom of them an envelope goes.

set local search_path = fordran;

create domain party_role as text collate "C";
create domain party_letters as text collate "C";

create table case_parties (
    account_id                id not null,
    id                        id not null,
    created                   timestamptz not null,
    updated                   timestamptz not null,
    revision                  integer not null default 1,
    creditor_id               id not null,
    case_id                   id not null,
    role                      party_role not null,
    name                      words not null,
    id_number                 words,
    address                   jsonb not null,
    email                     words,
    from_day                  date,
    until_day                 date,
    receives_letters          party_letters not null,
    may_agree                 boolean not null,
    ground                    words,
    inventory_date            date,
    primary key (account_id, id),
    constraint case_parties_case_is_there foreign key (account_id, case_id) references cases
);
comment on table case_parties is 'tenant: guardians, trustees, helpers, estates and others in a case beside its debtor';
create index case_parties_of_case on case_parties (account_id, case_id, id);

alter table envelopes add column addressee jsonb;
alter table envelopes add column copy_of id;
alter table envelopes add column copies jsonb;

insert into audit_rules (table_name, records, reason, resource, document, secret) values
    ('case_parties', 'everything', 'Somebody adds each.', 'cases', 'case_id', '{address,email}');
