-- Debits by Autogiro: what is drawn from a debtor's bank account, and when.

set local search_path = fordran;

create domain autogiro_debit_state as text collate "C";

alter table autogiro_mandates add column case_revision integer;

create table autogiro_debits (
    account_id                id not null,
    id                        id not null,
    created                   timestamptz not null,
    updated                   timestamptz not null,
    revision                  integer not null default 1,
    creditor_id               id not null,
    case_id                   id not null,
    mandate_id                id not null,
    subject                   words not null,  -- what falls due: a letter, an instalment of a plan, or the invoice
    day                       date not null,
    amount                    bigint not null constraint autogiro_debits_amount_is_positive check (amount > 0),
    reference                 words not null,  -- by which Bankgirot names it
    letter_id                 id not null,  -- the letter that announced it
    state                     autogiro_debit_state not null,
    reason                    words,  -- why it ended, or is not cancelled
    sent                      date,
    until_day                 date,  -- of one that was sent: the last day on which the case waits for it
    file_id                   id,  -- the file that it was sent in
    cancel_file_id            id,  -- the file that its cancellation was sent in
    case_revision             integer,  -- the revision of the case that it was last compared with
    primary key (account_id, id),
    constraint autogiro_debits_are_planned_once unique (account_id, mandate_id, subject),
    constraint autogiro_debits_case_is_there foreign key (account_id, case_id) references cases
);
comment on table autogiro_debits is 'tenant: what is drawn from debtors'' bank accounts, and what became of it';
create index autogiro_debits_of_case on autogiro_debits (account_id, case_id, id);
create index autogiro_debits_by_reference on autogiro_debits (reference);
create index autogiro_debits_to_send on autogiro_debits (day) where state in ('planned', 'cancelling');
create index autogiro_debits_live on autogiro_debits (account_id, case_id) where state in ('planned', 'sent');
create index autogiro_debits_of_file on autogiro_debits (file_id) where file_id is not null;
create index autogiro_debits_of_cancel_file on autogiro_debits (cancel_file_id) where cancel_file_id is not null;

update audit_rules set derived = '{case_revision}' where table_name = 'autogiro_mandates';
insert into audit_rules (table_name, records, reason, resource, document, derived) values
    ('autogiro_debits', 'everything', 'Money is drawn by each.', 'cases', 'case_id', '{case_revision}');
