-- The provider's side of the contract with ledgers.

set local search_path = fordran;

-- Ledgers that hand invoices over by the contract of docs/ledger-contract.md: a connection for each company.
create table ledger_connections (
    account_id                id not null,
    id                        id not null,
    created                   timestamptz not null,
    updated                   timestamptz not null,
    revision                  integer not null default 1,
    creditor_id               id not null,
    company                   words not null,  -- the ledger's own reference of it
    round                     integer not null default 1,  -- grows with each onboarding, and ends earlier handles
    minimum_amount            bigint not null,
    delivery_enabled          boolean not null,
    consent                   jsonb not null,  -- whose, when, and to which terms
    answers                   jsonb not null,  -- about the business, for whoever approves the creditor
    disconnected              timestamptz,
    primary key (account_id, id),
    constraint ledger_connections_creditor_is_there foreign key (account_id, creditor_id) references creditors,
    constraint ledger_connections_are_once unique (account_id, company)
);
comment on table ledger_connections is 'tenant: companies of ledgers that hand invoices over by contract';

create table ledger_cases (
    account_id                id not null,
    id                        id not null,  -- the case's own
    created                   timestamptz not null,
    updated                   timestamptz not null,
    revision                  integer not null default 1,
    creditor_id               id not null,
    case_id                   id not null,
    connection_id             id not null,
    case_ref                  words not null,  -- the ledger's own id of it
    invoice_ref               words not null,
    primary key (account_id, id),
    constraint ledger_cases_case_is_there foreign key (account_id, case_id) references cases,
    constraint ledger_cases_are_once unique (account_id, connection_id, case_ref)
);
comment on table ledger_cases is 'tenant: cases that a ledger handed over, with the ledger''s own ids';
create index ledger_cases_of_case on ledger_cases (account_id, case_id);

create table ledger_reports (
    account_id                id not null,
    id                        id not null,  -- the payment's or the crediting's own
    created                   timestamptz not null,
    updated                   timestamptz not null,
    revision                  integer not null default 1,
    creditor_id               id not null,
    case_id                   id not null,
    kind                      words not null,  -- payment or credit
    ref                       words not null,  -- the ledger's own id of it
    day                       date not null,
    amount                    bigint not null,
    matched_amount            bigint not null,
    is_reverted               boolean not null default false,
    primary key (account_id, id),
    constraint ledger_reports_case_is_there foreign key (account_id, case_id) references cases,
    constraint ledger_reports_are_once unique (account_id, case_id, kind, ref)
);
comment on table ledger_reports is 'tenant: payments and credit notes that a ledger reported, with the ledger''s own ids';
create index ledger_reports_of_case on ledger_reports (account_id, case_id);

insert into audit_rules (table_name, records, reason) values
    ('ledger_connections', 'everything', 'Somebody connects each.'),
    ('ledger_cases', 'nothing', 'The case that is made is recorded.'),
    ('ledger_reports', 'nothing', 'The payment or crediting that is made is recorded.');
