-- What is read back of a case, and what people do about it: plans, disputes, notes, work items, contact details, stopped letters.

set local search_path = fordran;

-- The plans of a case. The flow has the one that runs; what has been agreed and how it ended stands here.
create table amortization_plans (
    account_id                id not null,
    id                        id not null,
    created                   timestamptz not null,
    creditor_id               id not null,
    case_id                   id not null,
    made_on                   date not null,
    instalments               jsonb not null,  -- of each the day and the öre
    paid_before               bigint not null default 0,  -- on the day it was made, which counts in no instalment
    ended_on                  date,
    end_reason                words
        constraint amortization_plans_end_reason_is_known check (end_reason in ('lifted', 'missed', 'disputed')),
    primary key (account_id, id),
    constraint amortization_plans_case_is_there foreign key (account_id, case_id) references cases
);
comment on table amortization_plans is 'tenant: instalments that were agreed on, and how each plan ended';
create index amortization_plans_of_case on amortization_plans (account_id, case_id, id);

create table case_disputes (
    account_id                id not null,
    id                        id not null,
    created                   timestamptz not null,
    creditor_id               id not null,
    case_id                   id not null,
    reason                    words not null,
    disputed_on               date not null,
    outcome                   words
        constraint case_disputes_outcome_is_known check (outcome in (
            'rejected', 'partly', 'accepted', 'withdrawn', 'overtaken')),
    answer                    words,
    credited_amount           bigint not null default 0,
    ended_on                  date,
    primary key (account_id, id),
    constraint case_disputes_case_is_there foreign key (account_id, case_id) references cases
);
comment on table case_disputes is 'tenant: what debtors objected to, and what was answered';
create index case_disputes_of_case on case_disputes (account_id, case_id, id);

create table case_notes (
    account_id                id not null,
    id                        id not null,
    created                   timestamptz not null,
    creditor_id               id not null,
    case_id                   id not null,
    user_id                   id not null,
    kind                      words not null constraint case_notes_kind_is_known check (kind in ('note', 'call', 'message')),
    text                      words not null,
    primary key (account_id, id),
    constraint case_notes_case_is_there foreign key (account_id, case_id) references cases
);
comment on table case_notes is 'tenant: what people wrote down about cases';
create index case_notes_of_case on case_notes (account_id, case_id, id);

insert into audit_rules (table_name, records, reason, resource, document) values
    ('amortization_plans', 'changes', 'Made by an act on the case, which is recorded.', 'cases', 'case_id'),
    ('case_disputes', 'changes', 'Made by an act on the case, which is recorded.', 'cases', 'case_id'),
    ('case_notes', 'everything', 'Somebody writes each.', 'cases', 'case_id');

-- What runs now.
insert into amortization_plans (account_id, id, created, creditor_id, case_id, made_on, instalments, paid_before)
select account_id, left(md5(account_id || id || 'plan'), 24), updated, creditor_id, id, (flow #>> '{plan,made_on}')::date,
    flow #> '{plan,instalments}', coalesce((flow #>> '{plan,paid_before}')::bigint, 0)
from cases where flow ? 'plan';
insert into case_disputes (account_id, id, created, creditor_id, case_id, reason, disputed_on)
select account_id, left(md5(account_id || id || 'dispute'), 24), updated, creditor_id, id, flow ->> 'dispute',
    coalesce((flow ->> 'disputed_on')::date, updated::date)
from cases where flow ? 'dispute' and status = 'disputed';

-- Work items are somebody's, wait for a day, and are settled with a word on how.
alter table work_items add column assigned_to id, add column snoozed_until timestamptz, add column note words;

-- Whether the customer wants letters by e-mail. Without a value for no, so that rows that are there keep their hashes.
alter table customers add column email_consent boolean;
alter table customer_details add column email_consent boolean;

alter table events drop constraint events_type_is_known,
    add constraint events_type_is_known check (type in (
        'account.created', 'account.changed', 'creditor.created', 'creditor.changed', 'creditor.deleted',
        'customer.changed', 'invoice.registered', 'case.registered', 'case.started', 'case.state_changed',
        'case.held', 'case.released', 'case.credited', 'case.closed', 'case.reopened', 'case.noted', 'payment.settled',
        'payment.recalled', 'letter.sent', 'letter.stopped', 'payout.exported', 'payout.paid', 'file_import.finished',
        'webhook.test', 'webhook.disabled')) not valid;
alter table webhook_deliveries drop constraint webhook_deliveries_type_is_known,
    add constraint webhook_deliveries_type_is_known check (type in (
        'account.created', 'account.changed', 'creditor.created', 'creditor.changed', 'creditor.deleted',
        'customer.changed', 'invoice.registered', 'case.registered', 'case.started', 'case.state_changed',
        'case.held', 'case.released', 'case.credited', 'case.closed', 'case.reopened', 'case.noted', 'payment.settled',
        'payment.recalled', 'letter.sent', 'letter.stopped', 'payout.exported', 'payout.paid', 'file_import.finished',
        'webhook.test', 'webhook.disabled')) not valid;
