-- A second person approves refunds to accounts that somebody entered, and changed accounts of creditors.

set local search_path = fordran;

create domain approval_kind as text collate "C";

create table second_approvals (
    account_id                id not null,
    id                        id not null,
    created                   timestamptz not null,
    kind                      approval_kind not null,
    subject_id                id not null,
    amount                    bigint not null,
    what_hash                 bytea not null,
    user_id                   id not null,
    let_in_by                 words[],
    primary key (account_id, id),
    constraint second_approvals_are_given_once unique (account_id, kind, subject_id, what_hash, amount, user_id)
);
comment on table second_approvals is 'tenant: what a second person has approved, of which amount and account; of no account: zeros';

alter table refunds add column ordered_by words[];
alter table bank_refunds add column ordered_by words[];
alter table creditors add column payout_account_changed date, add column payout_account_by words[];

insert into audit_rules (table_name, records, reason, resource, document) values
    ('second_approvals', 'everything', 'Who let money leave.', 'approvals', 'subject_id');
