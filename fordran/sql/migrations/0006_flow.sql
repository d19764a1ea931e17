-- The life of a case: steps, holds, letters, events and what waits for a person.

set local search_path = fordran;

-- The flow of cases ------------------------------------------------------------------------------------------------------------

-- What is due is a case with its next step and that step's date. A step is done once: it is a row here, inserted with its effects.
create table steps (
    account_id                id not null,
    id                        id not null,
    creditor_id               id not null,
    case_id                   id not null,
    step                      words not null,
    occurrence                integer not null check (occurrence > 0),
    done                      timestamptz not null,
    done_on                   date not null,
    outcome                   words not null,
    primary key (account_id, id),
    foreign key (account_id, case_id) references cases,
    constraint steps_happen_once unique (account_id, case_id, step, occurrence)
);
comment on table steps is 'tenant: what was done to a case by itself, each step once';

create table envelopes (
    account_id                id not null,
    id                        id not null,
    created                   timestamptz not null,
    creditor_id               id not null,
    customer_id               id not null,
    day                       date not null,
    channel                   words not null check (channel in ('email', 'print')),
    receiver                  words not null,
    status                    words not null default 'queued'
        check (status in ('queued', 'made', 'sent', 'shown', 'failed', 'empty')),
    attempts                  integer not null default 0,
    next_attempt              timestamptz not null,
    trouble                   words,
    sent                      timestamptz,
    primary key (account_id, id),
    foreign key (account_id, creditor_id) references creditors,
    foreign key (account_id, customer_id) references customers
);
comment on table envelopes is 'tenant: what goes to one customer from one creditor on one day';
create unique index envelopes_are_one_a_day on envelopes (account_id, creditor_id, customer_id, day) where status = 'queued';
create index envelopes_due on envelopes (next_attempt, id) where status in ('queued', 'made');

create table letters (
    account_id                id not null,
    id                        id not null,
    created                   timestamptz not null,
    updated                   timestamptz not null,
    revision                  integer not null default 1,
    creditor_id               id not null,
    customer_id               id not null,
    case_id                   id not null,
    envelope_id               id not null,
    kind                      words not null,
    language                  words not null,
    status                    words not null default 'queued'
        check (status in ('queued', 'made', 'sent', 'shown', 'failed', 'stopped')),
    dated                     date not null,
    pay_by                    date,
    fee                       bigint not null default 0,
    amount                    bigint not null default 0,
    details                   jsonb not null default '{}',
    media_id                  id,
    sha256                    bytea,
    checklist                 jsonb,
    sent                      timestamptz,
    primary key (account_id, id),
    foreign key (account_id, case_id) references cases,
    foreign key (account_id, envelope_id) references envelopes
);
comment on table letters is 'tenant: letters, with proof that each was lawful';
create index letters_by_id on letters (id);
create index letters_of_creditor on letters (account_id, creditor_id, id);
create index letters_of_case on letters (account_id, case_id);
create index letters_of_envelope on letters (account_id, envelope_id);

create table work_items (
    account_id                id not null,
    id                        id not null,
    created                   timestamptz not null,
    updated                   timestamptz not null,
    revision                  integer not null default 1,
    creditor_id               id not null,
    case_id                   id not null,
    letter_id                 id,
    kind                      words not null,
    reason                    words not null,
    resolved                  timestamptz,
    primary key (account_id, id),
    foreign key (account_id, case_id) references cases
);
comment on table work_items is 'tenant: what waits for a person, and why';
create index work_items_by_id on work_items (id);
create index work_items_of_creditor on work_items (account_id, creditor_id, id);
create index work_items_of_case on work_items (account_id, case_id);

create table events (
    account_id                id not null,
    id                        id not null,
    created                   timestamptz not null,
    creditor_id               id,
    xact                      xid8 not null default pg_current_xact_id(),
    type                      words not null,
    case_id                   id,
    data                      jsonb not null,
    primary key (account_id, id)
);
comment on table events is 'tenant: what happened that a client would want to hear of, in the transaction that it happened in';
create index events_in_order on events (xact, id);
create index events_of_creditor on events (account_id, creditor_id, xact, id);
