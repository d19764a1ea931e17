-- The operator's invoices to creditors for what it keeps of fees, and their journal.

set local search_path = fordran;

create domain fee_vat as text collate "C";
create domain fee_settlement as text collate "C";
create domain fee_taxation as text collate "C";
create domain operator_invoice_act as text collate "C";

create table operator_invoices (
    account_id                id not null,
    id                        id not null,
    created                   timestamptz not null,
    updated                   timestamptz not null,
    revision                  integer not null default 1,
    creditor_id               id not null,
    number                    integer not null constraint operator_invoices_number_is_positive check (number > 0),
    period_start_date         date not null,
    period_end_date           date not null,
    invoice_date              date not null,
    due_date                  date not null,
    lines                     jsonb not null,
    kept_amount               bigint not null,
    net_amount                bigint not null,
    vat_percent               integer not null,
    vat_amount                bigint not null,
    settled_amount            bigint not null,
    fee_vat                   fee_vat not null,
    settle_fees               fee_settlement not null,
    taxation                  fee_taxation not null,
    document_id               id,
    ubl_id                    id,  -- none where BIS 3 cannot express it
    bookings                  integer not null,
    head_hash                 text not null,
    primary key (account_id, id),
    constraint operator_invoices_are_one_a_month unique (account_id, creditor_id, period_start_date)
);
comment on table operator_invoices is 'tenant: invoices to creditors for what the operator keeps of fees';
create index operator_invoices_by_id on operator_invoices (id);
create index operator_invoices_by_number on operator_invoices (number);
create index operator_invoices_of_creditor on operator_invoices (account_id, creditor_id, id);
alter table operator_invoices alter column account_id set (n_distinct = 20), alter column creditor_id set (n_distinct = 100);

create table operator_invoice_bookings (
    account_id                id not null,
    operator_invoice_id       id not null,
    position                  integer not null
        constraint operator_invoice_bookings_position_is_positive check (position > 0),
    id                        id not null,
    at                        timestamptz not null,
    booked_on                 date not null,
    day                       date not null,  -- the day of the movement, which the books take
    act                       operator_invoice_act not null,
    amount                    bigint not null,
    ledger_accounts           integer[] not null,
    amounts                   bigint[] not null,
    previous_hash             text not null,
    hash                      text not null,
    primary key (account_id, operator_invoice_id, position),
    constraint operator_invoice_bookings_operator_invoice_is_there
        foreign key (account_id, operator_invoice_id) references operator_invoices,
    constraint operator_invoice_bookings_balance check (sum_of(amounts) = 0),
    constraint operator_invoice_bookings_name_an_account_for_each_amount
        check (cardinality(ledger_accounts) = cardinality(amounts))
);
comment on table operator_invoice_bookings is 'tenant: the journal of invoices to creditors, chained invoice by invoice';
create index operator_invoice_bookings_by_day on operator_invoice_bookings (booked_on);
create trigger operator_invoice_bookings_are_append_only before update or delete on operator_invoice_bookings
    for each row execute function refuse_change();
create trigger operator_invoice_bookings_are_not_truncated before truncate on operator_invoice_bookings
    for each statement execute function refuse_change();

create table operator_invoice_runs (
    account_id                id primary key constraint operator_invoice_runs_account_is_there references accounts,
    invoiced_until            date not null
);
comment on table operator_invoice_runs is 'tenant: the last day of the last month whose fees of an account were invoiced';

alter table payout_specifications add column operator_invoice_id id, add column paid_invoice_id id;

-- Fees are invoiced from the first month that begins after the upgrade; an installation without fees has none to leave out.
alter table installation add column operator_invoices_since date;
do $$ begin
    if exists (select 1 from payout_specifications where finance_category = 'operator_fees') then
        update installation set operator_invoices_since = (now() at time zone 'Europe/Stockholm')::date + clock_offset_days;
    end if;
end $$;

insert into audit_rules (table_name, records, reason, resource, derived, secret) values
    ('operator_invoices', 'everything', 'What creditors are billed.', 'operator--invoices', '{bookings,head_hash}', '{}');
insert into audit_rules (table_name, records, reason) values
    ('operator_invoice_bookings', 'changes', 'The journal is its own record.');
insert into audit_rules (table_name, records, reason, document) values
    ('operator_invoice_runs', 'nothing', 'How far the worker has come.', '');
