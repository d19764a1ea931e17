-- What goes back to the accounting systems of creditors.

set local search_path = fordran;

alter table fortnox_invoices add column noted_bookings integer;

create table accounting_states (
    account_id                id not null,
    id                        id not null,  -- the creditor's own
    created                   timestamptz not null,
    updated                   timestamptz not null,
    revision                  integer not null default 1,
    writes_since              timestamptz,  -- bookings from then on are sent; none while nothing is
    primary key (account_id, id),
    constraint accounting_states_id_is_there foreign key (account_id, id) references creditors on delete cascade
);
comment on table accounting_states is 'tenant: since when bookings go to the accounting systems of creditors';

create table accounting_entries (
    account_id                id not null,
    id                        id not null,
    created                   timestamptz not null,
    updated                   timestamptz not null,
    revision                  integer not null default 1,
    creditor_id               id not null,
    kind                      words not null,
    booking_id                id not null,  -- in the journal of the case or of the payout
    case_id                   id,
    payout_id                 id,
    amount                    bigint not null constraint accounting_entries_amount_is_not_zero check (amount <> 0),
    day                       date not null,
    state                     words not null,
    number                    words,  -- by which the accounting system knows it
    tries                     integer not null default 0,  -- in vain
    next_try                  timestamptz,
    claimed_until             timestamptz,
    trouble                   words,
    primary key (account_id, id),
    constraint accounting_entries_are_made_once unique (account_id, booking_id, kind),
    constraint accounting_entries_are_of_one_thing check (num_nonnulls(case_id, payout_id) = 1),
    constraint accounting_entries_case_is_there foreign key (account_id, case_id) references cases,
    constraint accounting_entries_payout_is_there foreign key (account_id, payout_id) references payouts
);
comment on table accounting_entries is 'tenant: what goes to the accounting systems of creditors, once each';
create index accounting_entries_to_send on accounting_entries (account_id, creditor_id) where state in ('waiting', 'added');
create index accounting_entries_of_case on accounting_entries (account_id, case_id);
create index accounting_entries_of_payout on accounting_entries (account_id, payout_id);

insert into audit_rules (table_name, records, reason) values
    ('accounting_states', 'nothing', 'Since when bookings are sent; the bookings are the journal.'),
    ('accounting_entries', 'nothing', 'What was booked is the journal; what cannot be sent is a work item.');
