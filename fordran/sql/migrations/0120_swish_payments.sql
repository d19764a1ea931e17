-- Payments by Swish from the debtor's page: requests, and what became of each.

set local search_path = fordran;

create domain swish_state as text collate "C";

create table swish_payments (
    account_id                id not null,
    id                        id not null,
    created                   timestamptz not null,
    updated                   timestamptz not null,
    revision                  integer not null default 1,
    creditor_id               id not null,
    case_id                   id not null,
    amount                    bigint not null constraint swish_payments_amount_is_positive check (amount > 0),
    state                     swish_state not null,
    error                     words,
    request_id                words not null,
    callback_identifier       words not null,
    token                     words,
    sent                      timestamptz,
    ask_at                    timestamptz,
    paid                      timestamptz,
    until_day                 date,
    payment_reference         words,
    payment_id                id,
    primary key (account_id, id),
    constraint swish_payments_case_is_there foreign key (account_id, case_id) references cases
);
comment on table swish_payments is 'tenant: payments that debtors asked Swish for, and what became of them';
create index swish_payments_of_case on swish_payments (account_id, case_id, id);
create index swish_payments_by_callback on swish_payments (callback_identifier);
create index swish_payments_to_ask on swish_payments (ask_at) where ask_at is not null;
create index swish_payments_expected on swish_payments (account_id, case_id) where state in ('paid', 'unknown', 'missing');

insert into audit_rules (table_name, records, reason, resource, document, derived, secret) values
    ('swish_payments', 'everything', 'A debtor pays by each.', 'cases', 'case_id', '{ask_at}',
        '{request_id,callback_identifier,token}');
