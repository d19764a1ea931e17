-- Customers, cases, the journal, registrations and files.

set local search_path = fordran;

-- Customers ------------------------------------------------------------------------------------------------------------------

create table customers (
    account_id                id not null references accounts,
    id                        id not null,
    created                   timestamptz not null,
    updated                   timestamptz not null,
    revision                  integer not null default 1,
    name                      words not null,
    name_folded               words not null,  -- for searching without regard to case, whatever the server knows of letters
    id_number                 words not null default '',
    id_number_compact         words not null default '',
    id_number_status          words not null check (id_number_status in ('valid', 'invalid', 'missing', 'foreign')),
    is_person                 boolean not null,
    is_company                boolean not null default false,
    is_foreign                boolean not null default false,
    customer_number           words,
    car_registration          jsonb,
    address                   jsonb not null,
    mobile_number             words,
    email                     words,
    email_folded              words not null default '',
    is_active                 boolean not null default true,
    deceased_on               date,
    bankruptcy_on             date,
    debt_restructuring_on     date,
    is_protected              boolean not null default false,
    warnings                  jsonb,
    primary key (account_id, id)
);
comment on table customers is 'tenant: those who owe';
create index customers_by_id on customers (id);
create unique index customers_are_one_a_number on customers (account_id, id_number_compact) where id_number_compact <> '';
create index customers_by_number on customers (id_number_compact) where id_number_compact <> '';
-- Not by account first: before statistics are there, the check of foreign keys would take it for the primary key.
create index customers_by_name on customers (name nulls first, id);
create index customers_by_customer_number on customers (account_id, customer_number) where customer_number is not null;


-- Cases, and what is owed ----------------------------------------------------------------------------------------------------

-- The serial in a payment reference; the account's own number before it makes the whole unique.
create sequence payment_serials as bigint;

create table cases (
    account_id                id not null references accounts,
    id                        id not null,
    created                   timestamptz not null,
    updated                   timestamptz not null,
    revision                  integer not null default 1,
    creditor_id               id not null,
    customer_id               id not null,
    registration_id           id not null,
    ocr_number                words not null,
    reference_number          words,
    state                     words not null,
    status                    words not null,
    state_history             jsonb not null,
    status_history            jsonb not null,
    latest_state_date         timestamptz not null,
    next_step                 words,
    next_step_date            date,
    closed                    timestamptz,
    close_reason              words,
    first_action              words not null,
    start_flow                boolean not null default true,
    agreement_version         words not null,
    case_settings             jsonb not null,
    labels                    jsonb,
    original_invoice_id       id,
    -- The debt.
    invoice_number            words not null,
    debt_reference            words,
    payout_reference          words,
    invoice_date              timestamptz not null,
    invoice_due_days          integer not null,
    interest_days             integer not null,
    initial_capital           bigint not null,
    capital_to_claim          bigint not null,
    debt_description          words not null,
    is_business               boolean not null,
    -- What the flow remembers: the last letter, the hold, the plan, what interrupted limitation.
    flow                      jsonb not null default '{}',
    -- What is owed: the dated facts so far and what they come to. `bookings` holds the same facts one by one.
    facts                     jsonb not null,
    transactions              jsonb not null,
    bookings                  integer not null,
    head_hash                 text not null,
    total_added_capital_amount bigint not null,
    total_added_interest_amount bigint not null,
    total_added_costs_amount  bigint not null,
    total_remaining_capital_amount bigint not null check (total_remaining_capital_amount >= 0),
    total_remaining_interest_amount bigint not null check (total_remaining_interest_amount >= 0),
    total_remaining_costs_amount bigint not null check (total_remaining_costs_amount >= 0),
    refund_amount             bigint not null default 0 check (refund_amount >= 0),
    primary key (account_id, id),
    foreign key (account_id, creditor_id) references creditors,
    foreign key (account_id, customer_id) references customers,
    constraint cases_invoice_number_is_unique unique (account_id, creditor_id, invoice_number),
    constraint cases_closed_have_a_reason check ((closed is null) = (close_reason is null)),
    constraint cases_closed_owe_nothing check (closed is null
        or total_remaining_capital_amount + total_remaining_interest_amount + total_remaining_costs_amount = 0)
);
comment on table cases is 'tenant: claims against customers';
create index cases_by_id on cases (id);
create index cases_of_creditor on cases (account_id, creditor_id, id);
create index cases_of_customer on cases (account_id, customer_id, creditor_id);
create unique index cases_by_ocr_number on cases (account_id, ocr_number);
create index cases_by_state on cases (account_id, state, id);
create index cases_by_status on cases (account_id, status, id);
create index cases_due on cases (next_step_date, account_id, customer_id) where next_step_date is not null;

create table ocr_numbers (
    account_id                id not null,
    id                        id not null,
    creditor_id               id not null,
    case_id                   id not null,
    ocr                       words not null,
    primary key (account_id, id),
    foreign key (account_id, case_id) references cases,
    constraint ocr_numbers_are_unique unique (account_id, ocr)
);
comment on table ocr_numbers is 'tenant: payment references';

-- An amount balanced against others: the sum of an array.
create function sum_of(amounts bigint[]) returns numeric language sql immutable parallel safe strict
    return (select coalesce(sum(amount), 0) from unnest(amounts) amount);

create table bookings (
    account_id                id not null,
    id                        id not null,
    creditor_id               id not null,
    case_id                   id not null,
    position                  integer not null check (position > 0),
    at                        timestamptz not null,
    booked_on                 date not null,
    facts                     jsonb not null,
    entries                   jsonb not null,
    ledger_accounts           integer[] not null,
    amounts                   bigint[] not null,
    previous_hash             text not null,
    hash                      text not null,
    primary key (account_id, id),
    foreign key (account_id, case_id) references cases,
    constraint bookings_have_one_place unique (account_id, case_id, position),
    constraint bookings_balance check (sum_of(amounts) = 0),
    constraint bookings_name_an_account_for_each_amount check (cardinality(ledger_accounts) = cardinality(amounts))
);
comment on table bookings is 'tenant: the journal; each row is what one act changed, chained to the row before it of the same case';
create index bookings_by_day on bookings (booked_on);

create table seals (
    day                       date primary key,
    at                        timestamptz not null,
    bookings                  bigint not null,
    previous_hash             text not null,
    hash                      text not null
);
comment on table seals is 'shared: a hash a day over the last booking of every case';

create function refuse_change() returns trigger language plpgsql as $$
begin
    raise exception '% is append-only: nothing in it is changed or deleted', tg_table_name using errcode = 'restrict_violation';
end $$;
create trigger bookings_are_append_only before update or delete on bookings for each row execute function refuse_change();
create trigger seals_are_append_only before update or delete on seals for each row execute function refuse_change();
create trigger bookings_are_not_truncated before truncate on bookings for each statement execute function refuse_change();
create trigger seals_are_not_truncated before truncate on seals for each statement execute function refuse_change();


-- Registrations --------------------------------------------------------------------------------------------------------------

create table invoice_registrations (
    account_id                id not null,
    id                        id not null,
    created                   timestamptz not null,
    updated                   timestamptz not null,
    revision                  integer not null default 1,
    creditor_id               id not null,
    invoice_id                id not null,
    case_id                   id not null,
    ocr_number_id             id not null,
    ocr_number                words not null,
    document                  jsonb not null,
    primary key (account_id, id),
    foreign key (account_id, case_id) references cases
);
comment on table invoice_registrations is 'tenant: invoices as they were sent to us';
create index invoice_registrations_by_id on invoice_registrations (id);
create index invoice_registrations_of_creditor on invoice_registrations (account_id, creditor_id, id);

create table invoices (
    account_id                id not null,
    id                        id not null,
    created                   timestamptz not null,
    updated                   timestamptz not null,
    revision                  integer not null default 1,
    creditor_id               id not null,
    customer_id               id not null,
    case_id                   id not null,
    registration_id           id not null,
    invoice_type              words not null check (invoice_type in ('invoice', 'credit_invoice')),
    invoice_number            words not null,
    reference_number          words,
    payout_reference          words,
    invoice_date              timestamptz not null,
    invoice_due_date          timestamptz not null,
    invoice_delivery_date     timestamptz,
    invoice_headline          words,
    invoice_body_text         words,
    your_contact              words,
    your_reference            words,
    our_reference             words,
    your_additional_reference words,
    order_reference           words,
    contract_reference        words,
    debt_description          words,
    letter_template           words not null default '',
    custom_column_headlines   jsonb,
    matrix                    jsonb not null,
    preferred_invoice_distribution words,
    labels                    jsonb,
    ocr_number                words not null,
    agreement_version         words not null,
    print_id                  id,
    total_amount_excluding_vat bigint not null,
    total_vat_25_percent      bigint not null,
    total_vat_12_percent      bigint not null,
    total_vat_6_percent       bigint not null,
    amount_rounding           bigint not null,
    primary key (account_id, id),
    foreign key (account_id, creditor_id) references creditors,
    foreign key (account_id, customer_id) references customers,
    foreign key (account_id, case_id) references cases,
    foreign key (account_id, registration_id) references invoice_registrations,
    constraint invoices_invoice_number_is_unique unique (account_id, creditor_id, invoice_number)
);
comment on table invoices is 'tenant: invoices to customers';
create index invoices_by_id on invoices (id);
create index invoices_of_creditor on invoices (account_id, creditor_id, id);
create index invoices_of_case on invoices (account_id, case_id);
create index invoices_of_customer on invoices (account_id, customer_id);
create index invoices_without_print on invoices (id) where print_id is null;

create table case_registrations (
    account_id                id not null,
    id                        id not null,
    created                   timestamptz not null,
    updated                   timestamptz not null,
    revision                  integer not null default 1,
    creditor_id               id not null,
    cases                     jsonb not null,
    ocr_numbers               jsonb not null,
    ocr_numbers_ocr           jsonb not null,
    document                  jsonb not null,
    primary key (account_id, id),
    foreign key (account_id, creditor_id) references creditors
);
comment on table case_registrations is 'tenant: debts as they were sent to us';
create index case_registrations_by_id on case_registrations (id);
create index case_registrations_of_creditor on case_registrations (account_id, creditor_id, id);

create table creditor_payments (
    account_id                id not null,
    id                        id not null,
    created                   timestamptz not null,
    updated                   timestamptz not null,
    revision                  integer not null default 1,
    creditor_id               id not null,
    case_id                   id not null,
    amount                    bigint not null constraint payments_amount_is_positive check (amount > 0),
    bank_transaction_date     timestamptz not null,
    creditor_payment_reference words,
    payment_status            words not null check (payment_status in ('completed', 'warning')),
    settled_amount            bigint not null check (settled_amount between 0 and amount),
    status_reason_locale      words,
    primary key (account_id, id),
    foreign key (account_id, case_id) references cases
);
comment on table creditor_payments is 'tenant: payments that creditors received straight from customers';
create index creditor_payments_by_id on creditor_payments (id);
create index creditor_payments_of_creditor on creditor_payments (account_id, creditor_id, id);
create index creditor_payments_of_case on creditor_payments (account_id, case_id);

create table creditor_creditings (
    account_id                id not null,
    id                        id not null,
    created                   timestamptz not null,
    updated                   timestamptz not null,
    revision                  integer not null default 1,
    creditor_id               id not null,
    case_id                   id not null,
    invoice_id                id,  -- the credit invoice that made it
    amount                    bigint not null constraint creditings_amount_is_positive check (amount > 0),
    payment_status            words not null check (payment_status in ('completed', 'warning')),
    settled_amount            bigint not null check (settled_amount between 0 and amount),
    status_reason_locale      words,
    primary key (account_id, id),
    foreign key (account_id, case_id) references cases
);
comment on table creditor_creditings is 'tenant: capital that creditors no longer claim';
create index creditor_creditings_by_id on creditor_creditings (id);
create index creditor_creditings_of_creditor on creditor_creditings (account_id, creditor_id, id);
create index creditor_creditings_of_case on creditor_creditings (account_id, case_id);

create table creditor_cancellations (
    account_id                id not null,
    id                        id not null,
    created                   timestamptz not null,
    updated                   timestamptz not null,
    revision                  integer not null default 1,
    creditor_id               id not null,
    case_id                   id not null,
    cancellation_status       words not null check (cancellation_status in ('completed', 'warning')),
    status_reason_locale      words,
    primary key (account_id, id),
    foreign key (account_id, case_id) references cases
);
comment on table creditor_cancellations is 'tenant: cases that creditors took back';
create index creditor_cancellations_by_id on creditor_cancellations (id);
create index creditor_cancellations_of_creditor on creditor_cancellations (account_id, creditor_id, id);
create index creditor_cancellations_of_case on creditor_cancellations (account_id, case_id);


-- Files ----------------------------------------------------------------------------------------------------------------------

create table media_files (
    account_id                id not null references accounts,
    id                        id not null,
    created                   timestamptz not null,
    creditor_id               id not null,
    filename                  words not null,
    content_type              words not null,
    size                      bigint not null,
    sha256                    bytea not null,
    primary key (account_id, id),
    foreign key (account_id, creditor_id) references creditors
);
comment on table media_files is 'tenant: files, whose bytes lie in the media folder under their id';
create index media_files_by_id on media_files (id);

create table request_logs (
    account_id                id,
    id                        id primary key,
    created                   timestamptz not null,
    updated                   timestamptz not null,
    revision                  integer not null default 1,
    user_id                   id not null,
    resource                  words not null,
    status                    integer not null,
    request                   jsonb not null,
    answer                    jsonb not null
);
comment on table request_logs is 'shared: registrations of users who asked for them to be kept, and their answers';
create index request_logs_of_user on request_logs (user_id, id);
create index request_logs_by_age on request_logs (created);


-- What rows should hold ------------------------------------------------------------------------------------------------------

-- A row keeps a hash of what it holds, made anew whenever the service writes it; our connections say that they are the
-- service by the setting fordran.writer. A change by any other hand leaves the old hash, or none, for `fordran verify` to find.
-- Columns at the end without a value are left out, so that a column added later changes no hash.
create function content_hash(content text) returns bytea language sql immutable parallel safe strict
    return sha256(convert_to(rtrim(content, ',)'), 'UTF8'));

create function note_content() returns trigger language plpgsql as $$
begin
    if current_setting('fordran.writer', true) = 'on' then
        new.content_hash := null;
        new.content_hash := fordran.content_hash(new::text);
    end if;
    return new;
end $$;

-- Rows that the verbs do not tally as documents are tallied here, so that a lost row is missed.
create function note_count() returns trigger language plpgsql as $$
declare
    change integer := (select count(*) from changed) * case tg_op when 'INSERT' then 1 else -1 end;
begin
    if change <> 0 and current_setting('fordran.writer', true) = 'on' then
        insert into fordran.tally_changes (resource, documents) values ('rows of ' || tg_table_name, change);
    end if;
    return null;
end $$;

-- Gives every table that has none its hashes and its count. Bookings have a chain of their own, and tallies are counted again;
-- documents are tallied by the verbs, payment references are one a case, and the rest of what is not counted is forgotten soon.
-- Each migration is followed by a call, so that a new table needs no thought.
create function keep_content_hashes() returns void language plpgsql as $$
declare
    name text;
begin
    for name in
        select t.tablename from pg_tables t
        where t.schemaname = 'fordran' and t.tablename not in ('bookings', 'tallies', 'tally_changes')
          and not exists (select from pg_attribute a where a.attrelid = format('fordran.%I', t.tablename)::regclass
                          and a.attname = 'content_hash')
        order by t.tablename
    loop
        execute format('alter table fordran.%I add column content_hash bytea', name);
        execute format('create trigger %I before insert or update on fordran.%I for each row execute function fordran.note_content()',
                       name || '_note_content', name);
        -- Rows that a migration brought are the service's own.
        execute format('update fordran.%I set content_hash = null', name);
        if name not in ('accounts', 'creditors', 'customers', 'cases', 'ocr_numbers', 'invoice_registrations', 'invoices',
                        'case_registrations', 'creditor_payments', 'creditor_creditings', 'creditor_cancellations',
                        'failed_sign_ins', 'idempotent_answers') then
            execute format('create trigger %I after insert on fordran.%I referencing new table as changed '
                           'for each statement execute function fordran.note_count()', name || '_note_insert', name);
            execute format('create trigger %I after delete on fordran.%I referencing old table as changed '
                           'for each statement execute function fordran.note_count()', name || '_note_delete', name);
        end if;
    end loop;
end $$;

select keep_content_hashes();
