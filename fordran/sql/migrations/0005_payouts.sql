-- Payouts: what settled money owes to creditors, how it is gathered, and how it was paid.

set local search_path = fordran;

-- Money out --------------------------------------------------------------------------------------------------------------------

-- The number in a payout's reference.
create sequence payout_numbers as bigint minvalue 1;

-- A creditor's account as specifications show it. A giro is reached through its own clearing number.
create function shown_bank_account(payout_details jsonb) returns jsonb language sql immutable parallel safe
    return (
        select case
            when sek ->> 'bankgiro' <> '' then jsonb_build_object(
                'account_number', sek ->> 'bankgiro', 'clearing_number', '9900', 'bank_name', 'Bankgirot', 'iban', '', 'swift', '')
            when sek ->> 'plusgiro' <> '' then jsonb_build_object(
                'account_number', sek ->> 'plusgiro', 'clearing_number', '9960', 'bank_name', 'Plusgirot', 'iban', '', 'swift', '')
            else jsonb_build_object(
                'account_number', coalesce(sek ->> 'account_number', ''), 'clearing_number', coalesce(sek ->> 'clearing_number', ''),
                'bank_name', coalesce(sek ->> 'bank_name', ''), 'iban', coalesce(sek ->> 'iban', ''),
                'swift', coalesce(sek ->> 'swift', ''))
            end
        from (select payout_details -> 'sek' as sek) details);

create table payouts (
    account_id                id not null,
    id                        id not null,
    created                   timestamptz not null,
    updated                   timestamptz not null,
    revision                  integer not null default 1,
    creditor_id               id not null,
    case_id                   id,  -- where it is one invoice's
    payout_reference          words not null,
    finance_category          words not null
        check (finance_category in ('capital', 'interest', 'creditor_outlay', 'creditor_commission')),
    finance_interval          words not null check (finance_interval in ('daily', 'weekly', 'monthly', 'quarterly')),
    finance_period_start_date date not null,
    finance_period_end_date   date not null,
    finance_period_day        integer,
    finance_period_week       integer,
    finance_period_month      integer,
    finance_period_quarter    integer not null,
    finance_period_half_year  integer not null,
    finance_period_year       integer not null,
    pay_on                    date not null,
    -- What its specifications sum to; `summary` by article, in kronor as it is shown.
    specifications            integer not null default 0,
    amount                    bigint not null default 0,
    vat_amount                bigint not null default 0,
    summary                   jsonb not null default '{}',
    ready_for_payout          boolean not null default false,
    not_ready_reason          words,
    -- How it was paid: the order to the bank, or none where somebody paid it by hand.
    bank_payout_request       id,
    payout_date               timestamptz,
    bank_account              jsonb,  -- where to
    banking_account           words,  -- where from
    document_number           integer,
    document_id               id,
    bookings                  integer not null default 0,
    head_hash                 text not null default repeat('0', 64),
    primary key (account_id, id),
    foreign key (account_id, creditor_id) references creditors,
    foreign key (account_id, case_id) references cases,
    constraint payouts_that_are_ordered_are_dated check (bank_payout_request is null or payout_date is not null),
    constraint payouts_that_are_paid_are_of_something check (payout_date is null or amount + vat_amount > 0),
    constraint payouts_that_are_ready_wait_for_nothing check (not (ready_for_payout and not_ready_reason is not null)),
    constraint payouts_number_documents_in_a_series_of_the_creditor unique (account_id, creditor_id, document_number)
);
comment on table payouts is 'tenant: what is paid to creditors, by category and period';
create index payouts_by_id on payouts (id);
create index payouts_of_creditor on payouts (account_id, creditor_id, id);
create index payouts_open on payouts (account_id) where payout_date is null;
create index payouts_by_reference on payouts (payout_reference);

-- A line that a settlement owes to the creditor, made in the settlement's own transaction. It is loose until it is gathered.
create table payout_specifications (
    account_id                id not null,
    id                        id not null,
    created                   timestamptz not null,
    updated                   timestamptz not null,
    revision                  integer not null default 1,
    creditor_id               id not null,
    case_id                   id not null,
    booking_id                id not null,
    payment_id                id not null,
    settles                   words not null,
    settled_type              words not null,
    bank_date                 date not null,
    booking_date              date not null,
    article                   words not null,
    finance_category          words not null
        check (finance_category in ('capital', 'interest', 'creditor_outlay', 'creditor_commission')),
    amount                    bigint not null,
    vat_amount                bigint not null,
    share_percent             numeric,  -- of commission: what it was computed with
    vat_percent               integer,
    invoice_number            words not null,
    reference_number          words,
    payout_id                 id,
    primary key (account_id, id),
    foreign key (account_id, booking_id) references bookings,
    foreign key (account_id, payout_id) references payouts,
    constraint payout_specifications_are_of_something check (amount <> 0 or vat_amount <> 0),
    constraint payout_specifications_of_commission_say_their_share
        check ((finance_category = 'creditor_commission') = (share_percent is not null and vat_percent is not null))
);
comment on table payout_specifications is 'tenant: what settled money owes to creditors, line by line';
create index payout_specifications_by_id on payout_specifications (id);
create index payout_specifications_of_creditor on payout_specifications (account_id, creditor_id, id);
create index payout_specifications_of_case on payout_specifications (account_id, case_id);
create index payout_specifications_of_payout on payout_specifications (account_id, payout_id, id) where payout_id is not null;
create index payout_specifications_loose on payout_specifications (account_id, creditor_id) where payout_id is null;

create table payout_bookings (
    account_id                id not null,
    payout_id                 id not null,
    position                  integer not null check (position > 0),
    id                        id not null,
    at                        timestamptz not null,
    booked_on                 date not null,
    act                       words not null,
    ledger_accounts           integer[] not null,
    amounts                   bigint[] not null,
    previous_hash             text not null,
    hash                      text not null,
    primary key (account_id, payout_id, position),
    foreign key (account_id, payout_id) references payouts,
    constraint payout_bookings_balance check (sum_of(amounts) = 0),
    constraint payout_bookings_name_an_account_for_each_amount check (cardinality(ledger_accounts) = cardinality(amounts))
);
comment on table payout_bookings is 'tenant: the journal of what was paid out, chained payout by payout';
create index payout_bookings_by_day on payout_bookings (booked_on);
create trigger payout_bookings_are_append_only before update or delete on payout_bookings
    for each row execute function refuse_change();
create trigger payout_bookings_are_not_truncated before truncate on payout_bookings
    for each statement execute function refuse_change();

create table payout_preparations (
    account_id                id primary key references accounts,
    prepared_on               date not null
);
comment on table payout_preparations is 'tenant: the day on which an account''s payouts were last prepared';

-- An order to the bank. It is gathered account by account, then closed, then written to a file; whoever is stopped on the way is
-- followed by somebody who goes on. The file is made of these rows alone, so that it can be made again.
create table bank_orders (
    id                        id primary key,
    created                   timestamptz not null,
    updated                   timestamptz not null,
    revision                  integer not null default 1,
    orderer                   jsonb not null,
    filename                  words not null,
    gathered_account_id       id,  -- the last account whose payouts are in it
    status                    words not null default 'gathering' check (status in ('gathering', 'closed', 'written')),
    transfers                 integer not null default 0,
    amount                    bigint not null default 0,
    sha256                    bytea check (length(sha256) = 32),
    constraint bank_orders_that_are_closed_have_a_content check ((status = 'gathering') = (sha256 is null))
);
comment on table bank_orders is 'shared: orders to the bank, each a file';
create unique index bank_orders_are_made_one_at_a_time on bank_orders ((true)) where status <> 'written';

create table bank_order_lines (
    order_id                  id not null references bank_orders,
    position                  integer not null check (position > 0),
    kind                      words not null check (kind in (
        'payout',           -- to a creditor
        'refund',           -- to the payer, of what a case did not need
        'suspense_refund')),-- to the payer, of what no case was found for
    subject_id                id not null,
    account_id                id,
    case_id                   id,
    payment_id                id,
    amount                    bigint not null check (amount > 0),
    execution_date            date not null,
    name                      words not null,
    address                   jsonb not null,
    bank_account              jsonb not null,
    message                   words not null,
    primary key (order_id, position),
    constraint bank_order_lines_pay_each_thing_once unique (kind, subject_id)
);
comment on table bank_order_lines is 'shared: what the bank was ordered to pay; each thing once for ever, which a unique key holds';
create index bank_order_lines_of_case on bank_order_lines (account_id, case_id) where case_id is not null;
create index cases_with_a_refund on cases (account_id, id) where refund_amount > 0;
