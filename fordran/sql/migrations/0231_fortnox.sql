-- Pulls of invoices from Fortnox, and the links from its invoices to cases.

set local search_path = fordran;

create table fortnox_pulls (
    account_id                id not null,
    id                        id not null,  -- the creditor's own
    created                   timestamptz not null,
    updated                   timestamptz not null,
    revision                  integer not null default 1,
    pulled_on                 date,  -- on the business's own clock: the last day of which everything was read
    tries                     integer not null default 0,  -- in vain, since then
    next_try                  timestamptz,
    claimed_until             timestamptz,
    trouble                   words,
    primary key (account_id, id),
    constraint fortnox_pulls_id_is_there foreign key (account_id, id) references creditors on delete cascade
);
comment on table fortnox_pulls is 'tenant: when invoices were pulled from the Fortnox of creditors';

create table fortnox_invoices (
    account_id                id not null,
    id                        id not null,
    created                   timestamptz not null,
    updated                   timestamptz not null,
    revision                  integer not null default 1,
    creditor_id               id not null,
    document_number           words not null,
    case_id                   id,
    digest                    bytea,  -- of the invoice as it was when it could not be taken
    refusal                   words,
    detail                    words not null default '',
    primary key (account_id, id),
    constraint fortnox_invoices_are_taken_once unique (account_id, creditor_id, document_number),
    constraint fortnox_invoices_case_is_there foreign key (account_id, case_id) references cases
);
comment on table fortnox_invoices is 'tenant: invoices of Fortnox, with the cases that were made of them';
create index fortnox_invoices_of_case on fortnox_invoices (account_id, case_id);

insert into audit_rules (table_name, records, reason) values
    ('fortnox_pulls', 'nothing', 'How far a pull came; the cases of it are recorded.'),
    ('fortnox_invoices', 'nothing', 'The case that is made of an invoice is recorded, and so is its work item.');
