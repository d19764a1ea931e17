-- The tables, as they are after every migration. This is the file to read; migrations/ is how an installation got here,
-- and a test holds the two equal.
--
-- Words. A table marked "tenant" belongs to accounts: its primary key is (account_id, id), its unique and foreign keys carry
-- account_id, and a transaction on it stays within one account, so that it can be distributed by account_id. A table marked
-- "shared" is small and can be replicated. Amounts are öre. A jsonb column holds a part of a document as it is shown.

create schema fordran;
set local search_path = fordran;

-- Text is compared by code point everywhere, so that sorting does not depend on where the database was made.
create domain words as text collate "C";
create domain id as text collate "C" check (value ~ '^[0-9a-f]{24}$');

-- A document's tag: 40 hex digits from the revisions of every row that the document shows.
-- In PL/pgSQL, which keeps its plan: every document shown pays for it.
create function etag(variadic parts text[]) returns text language plpgsql immutable parallel safe strict as $$
begin
    return left(encode(sha256(convert_to(array_to_string(parts, '/'), 'UTF8')), 'hex'), 40);
end $$;

-- The moment that a text in a jsonb document says. Such texts are written by us, in the two forms of the interface.
create function moment(written text) returns timestamptz language sql immutable parallel safe strict
    return case
        when written like '%GMT' then to_timestamp(substr(written, 6, 20), 'DD Mon YYYY HH24:MI:SS')::timestamp at time zone 'UTC'
        else written::timestamptz
    end;


-- The installation ---------------------------------------------------------------------------------------------------------

create table installation (
    only_one                  boolean primary key default true check (only_one),
    created                   timestamptz not null,
    token_key                 bytea not null check (length(token_key) = 32),
    sandbox                   boolean not null default false,
    clock_offset_days         integer not null default 0 check (clock_offset_days >= 0),
    agreement_template        words not null,
    access_group_template     words not null,
    case_settings             jsonb
);
comment on table installation is 'shared: one row of facts about this installation';

-- An account's own number begins its payment references; creditors are numbered across the installation.
create sequence account_numbers as integer minvalue 1;
create sequence creditor_numbers as bigint minvalue 2000001;


create table agreement_templates (
    id                        id primary key,
    created                   timestamptz not null,
    updated                   timestamptz not null,
    revision                  integer not null default 1,
    name                      words not null,
    case_settings             jsonb
);
comment on table agreement_templates is 'shared: kinds of agreements that accounts have, with their settings of cases';


-- Partners, accounts, creditors ----------------------------------------------------------------------------------------------

create table partners (
    id                        id primary key,
    created                   timestamptz not null,
    updated                   timestamptz not null,
    revision                  integer not null default 1,
    name                      words not null,
    integration_id            words not null constraint partners_integration_id_is_unique unique,
    description               words,
    organization_no           words not null,
    case_settings             jsonb,
    agreement_template        words,
    access_group_template     words
);
comment on table partners is 'shared: businesses that bring accounts';

create table accounts (
    id                        id primary key,
    created                   timestamptz not null,
    updated                   timestamptz not null,
    revision                  integer not null default 1,
    number                    integer not null default nextval('account_numbers'),
    partner_id                id references partners,
    name                      words not null,
    description               words,
    organization_no           words not null,
    standard_debt_description words,
    agreement_template        words not null,
    agreement_address         jsonb not null,
    access_group_template     words not null,
    case_settings             jsonb,
    number_validation         words not null default 'mark' check (number_validation in ('mark', 'refuse')),
    warnings                  jsonb
);
comment on table accounts is 'tenant: the businesses; distributed by its own id';
create index accounts_of_partner on accounts (partner_id, id);
create index accounts_by_organization_no on accounts (organization_no nulls first, id);
create index accounts_by_name on accounts (name nulls first, id);

create table creditors (
    account_id                id not null references accounts,
    id                        id not null,
    created                   timestamptz not null,
    updated                   timestamptz not null,
    revision                  integer not null default 1,
    creditor_number           bigint not null default nextval('creditor_numbers'),
    name                      words not null,
    description               words,
    organization_no           words not null,
    is_active                 boolean not null,
    standard_debt_description words,
    always_use_standard_debt_description boolean,
    agreement_address         jsonb not null,
    sender_address            jsonb not null,
    invoice_address           jsonb not null,
    case_config               jsonb,
    payout_details            jsonb not null,
    default_letter_locale     words,
    added_to_erp_system       boolean,
    warnings                  jsonb,
    primary key (account_id, id)
);
comment on table creditors is 'tenant: those to whom money is owed';
create index creditors_by_id on creditors (id);
create index creditors_by_number on creditors (creditor_number nulls first, id);
-- In the order that a sort asks for, where missing values come first.
create index creditors_by_organization_no on creditors (organization_no nulls first, id);
create index creditors_by_name on creditors (name nulls first, id);
create index creditors_by_created on creditors (created nulls first, id);
create index creditors_by_updated on creditors (updated nulls first, id);


-- Users and what they may see ------------------------------------------------------------------------------------------------

create table users (
    id                        id primary key,
    created                   timestamptz not null,
    updated                   timestamptz not null,
    revision                  integer not null default 1,
    account_id                id references accounts,
    partner_id                id references partners,
    name                      words not null,
    oauth_type                words,
    email_oauth               words,
    is_enabled                boolean not null default true,
    applications              jsonb,
    log_invoice_registrations boolean not null default false,
    log_case_registrations    boolean not null default false,
    log_creditor_payments     boolean not null default false,
    log_creditor_cancellations boolean not null default false,
    log_creditor_creditings   boolean not null default false,
    "system_user"             boolean not null default false,
    api_code_hash             bytea constraint users_api_code_is_unique unique,
    constraint users_belong_to_an_account_or_a_partner check (account_id is null or partner_id is null)
);
comment on table users is 'shared: people and API clients; neither account nor partner means the operator''s own';
create index users_of_account on users (account_id, id);
create index users_of_partner on users (partner_id, id);
create index users_by_email on users (email_oauth, id);
create index users_by_name on users (name, id);

create table access_groups (
    id                        id primary key,
    created                   timestamptz not null,
    updated                   timestamptz not null,
    revision                  integer not null default 1,
    type                      words not null
        check (type in ('operator', 'partner', 'account_admin', 'admin', 'user', 'api_user')),
    name                      words not null,
    partner_id                id references partners,
    account_id                id references accounts,
    creditor_id               id,
    foreign key (account_id, creditor_id) references creditors,
    constraint access_groups_are_one_of_a_type unique nulls not distinct (type, partner_id, account_id, creditor_id)
);
comment on table access_groups is 'shared: made by the service, one of each type for each partner, account and creditor';
create index access_groups_of_account on access_groups (account_id, id);

create table user_groups (
    user_id                   id not null references users on delete cascade,
    access_group_id           id not null references access_groups on delete cascade,
    granted                   timestamptz not null,
    position                  integer not null,
    primary key (user_id, access_group_id)
);
comment on table user_groups is 'shared: which groups a user is in';
create index user_groups_of_group on user_groups (access_group_id);

create table user_keys (
    id                        id primary key,
    user_id                   id not null references users on delete cascade,
    created                   timestamptz not null,
    public_key                text not null
);
comment on table user_keys is 'shared: public keys with which API clients sign';
create index user_keys_of_user on user_keys (user_id);

create table user_networks (
    user_id                   id not null references users on delete cascade,
    network                   cidr not null,
    primary key (user_id, network)
);
comment on table user_networks is 'shared: addresses from which API clients may use their code';

create table failed_sign_ins (
    subject                   bytea not null,
    at                        timestamptz not null
);
comment on table failed_sign_ins is 'shared: failures of the last minute, by hashed address and hashed code';
create index failed_sign_ins_by_subject on failed_sign_ins (subject, at);
create index failed_sign_ins_by_age on failed_sign_ins (at);


-- Applications and locale entries --------------------------------------------------------------------------------------------

create table applications (
    id                        id primary key,
    created                   timestamptz not null,
    updated                   timestamptz not null,
    revision                  integer not null default 1,
    name                      words not null constraint applications_name_is_unique unique,
    description               words
);
comment on table applications is 'shared: the parts of the service that people use';

create table locale_entries (
    id                        id primary key,
    created                   timestamptz not null,
    updated                   timestamptz not null,
    revision                  integer not null default 1,
    application_id            id not null references applications,
    locale_tag                words not null constraint locale_entries_tag_is_unique unique,
    description               words,
    translations              jsonb not null,
    machine_translations      jsonb,
    translation_pending       boolean not null default false
);
comment on table locale_entries is 'shared: every text the service shows, by tag and language';


-- Requests -------------------------------------------------------------------------------------------------------------------

create table idempotent_answers (
    user_id                   id not null,
    key                       words not null,
    at                        timestamptz not null,
    request_hash              bytea not null,
    status                    integer not null,
    headers                   jsonb not null,
    body                      bytea not null,
    primary key (user_id, key)
);
comment on table idempotent_answers is 'shared: first answers to keyed requests, stored with their effect; distributed by user_id';
create index idempotent_answers_by_age on idempotent_answers (at);

-- How many documents there are, kept so that a list can say its total without counting. A writer adds a row to
-- tally_changes in its own transaction and waits for nobody; the worker folds those rows into tallies.
create table tallies (
    resource                  words not null,
    scope                     words not null,  -- 'all', or the id of a partner, an account or a creditor
    documents                 bigint not null,
    primary key (resource, scope)
);
comment on table tallies is 'shared: documents by resource and scope, as far as folded';

create table tally_changes (
    resource                  words not null,
    partner_id                id,
    account_id                id,
    creditor_id               id,
    documents                 integer not null
);
comment on table tally_changes is 'shared: changes of the number of documents, not yet folded';
create index tally_changes_by_resource on tally_changes (resource);


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


-- File imports ---------------------------------------------------------------------------------------------------------------

create table file_imports (
    id                        id primary key,
    created                   timestamptz not null,
    updated                   timestamptz not null,
    revision                  integer not null default 1,
    kind                      words not null check (kind in ('invoices', 'cases')),
    filename                  words not null,
    sha256                    bytea not null check (length(sha256) = 32),
    -- What rows that do not say were taken to mean: the same file for another creditor is another import.
    default_account           words not null,
    default_creditor          words not null,
    -- Whose the whole file is, where it is one account's or one creditor's alone.
    account_id                id references accounts,
    creditor_id               id,
    rows_read                 integer not null,
    registered                integer not null default 0,
    refused                   integer not null default 0,
    duplicates                integer not null default 0,
    finished                  timestamptz,
    constraint file_imports_are_known_by_their_content unique (kind, sha256, default_account, default_creditor)
);
comment on table file_imports is 'shared: files of registrations that were imported';

create table file_import_rows (
    file_import_id            id not null references file_imports,
    row_number                integer not null,
    outcome                   words not null check (outcome in ('registered', 'refused', 'duplicate')),
    registration_id           id,
    issues                    jsonb,
    primary key (file_import_id, row_number)
);
comment on table file_import_rows is 'shared: what became of each registration in a file, noted in the transaction that it became';
create index file_import_rows_refused on file_import_rows (file_import_id, row_number) where outcome = 'refused';


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


-- Money in ---------------------------------------------------------------------------------------------------------------------

-- A payment is matched before its account is known. The account's own number begins the reference, so it is one account's.
create index ocr_numbers_by_ocr on ocr_numbers (ocr);

create table bank_files (
    id                        id primary key,
    created                   timestamptz not null,
    updated                   timestamptz not null,
    revision                  integer not null default 1,
    sha256                    bytea not null constraint bank_files_count_once unique check (length(sha256) = 32),
    filename                  words not null,
    kind                      words not null,
    size                      bigint not null,
    status                    words not null check (status in ('stored', 'settled')),
    first_date                date,
    last_date                 date,
    amount_in                 bigint not null,
    amount_out                bigint not null,
    transactions              integer not null,
    matched                   integer not null,
    suspense                  integer not null,
    recalled                  integer not null,
    withdrawals               integer not null,
    duplicates                integer not null,
    constraint bank_files_account_for_every_transaction
        check (transactions = matched + suspense + recalled + withdrawals + duplicates)
);
comment on table bank_files is 'shared: files from the bank, and what became of what they brought';
create index bank_files_unfinished on bank_files (id) where status = 'stored';

create table bank_transactions (
    id                        id primary key,
    created                   timestamptz not null,
    updated                   timestamptz not null,
    revision                  integer not null default 1,
    key                       words not null constraint bank_transactions_count_once unique,
    file_id                   id not null references bank_files,
    position                  integer not null,
    kind                      words not null check (kind in ('payment', 'deduction', 'recall', 'withdrawal')),
    booking_date              date not null,
    value_date                date not null,
    amount                    bigint not null check (amount <> 0),
    bank_account              words not null,
    receiver                  words not null,
    reference                 words not null,  -- the first of the references
    "references"              jsonb not null,
    payer                     jsonb not null,
    information               jsonb not null,
    bank_reference            words not null,
    own_reference             words not null,
    entry                     words not null,
    is_itemised               boolean not null,
    status                    words not null check (status in (
        'matched',     -- its money is on cases; of a recall: its payment is taken back
        'suspense',    -- it waits for somebody to say what it is for
        'to_refund',   -- it is to go back to the payer
        'refunded',    -- it went back to the payer
        'recalled',    -- the bank took it back
        'withdrawn',   -- it left by our own order or for the bank's charges: booked where it was ordered
        'duplicate')), -- the same money is another transaction's, which the bank itemised or did not
    reason                    words,  -- why it waits
    suspense_amount           bigint not null default 0,  -- what of it stands on the suspense account
    recalled_id               id references bank_transactions,  -- the payment that a recall takes back
    bookings                  integer not null default 0,
    head_hash                 text not null default repeat('0', 64),
    constraint bank_transactions_wait_with_an_amount
        check ((status in ('suspense', 'to_refund')) = (suspense_amount <> 0))
);
comment on table bank_transactions is 'shared: what happened on the bank account, each transaction once for ever';
create index bank_transactions_by_entry on bank_transactions (entry);
create index bank_transactions_not_itemised on bank_transactions (entry) where not is_itemised;
create index bank_transactions_by_reference on bank_transactions (reference) where reference <> '';
create index bank_transactions_by_bank_reference on bank_transactions (bank_reference) where bank_reference <> '';
create index bank_transactions_by_own_reference on bank_transactions (own_reference) where own_reference <> '';
create index bank_transactions_waiting on bank_transactions (id) where status in ('suspense', 'to_refund');

-- A transaction's money on a case. It is due until the case has it in its journal, which is done account by account. There is no
-- foreign key to cases, which are distributed where this is not; `fordran verify` looks for the case of each.
create table bank_payments (
    id                        id primary key,
    transaction_id            id not null references bank_transactions,
    account_id                id not null,
    creditor_id               id not null,
    case_id                   id not null,
    amount                    bigint not null check (amount <> 0),  -- negative where a deduction lowers a payment
    booking_date              date not null,
    was_in_suspense           boolean not null default false,
    lowered_id                id references bank_payments,  -- the payment that a deduction lowers
    recalled_on               date,
    recall_id                 id references bank_transactions,
    is_due                    boolean not null default true,
    is_booked                 boolean not null default false,
    constraint bank_payments_lower_a_payment check ((amount < 0) = (lowered_id is not null)),
    constraint bank_payments_are_recalled_by_a_recall check ((recalled_on is null) = (recall_id is null))
);
comment on table bank_payments is 'shared: parts of transactions that are cases'' money';
create index bank_payments_of_transaction on bank_payments (transaction_id);
create index bank_payments_of_case on bank_payments (account_id, case_id);
create index bank_payments_due on bank_payments (account_id, case_id) where is_due;
create index bank_payments_lowering on bank_payments (lowered_id) where lowered_id is not null;

create table bank_bookings (
    transaction_id            id not null references bank_transactions,
    position                  integer not null check (position > 0),
    id                        id not null,
    at                        timestamptz not null,
    booked_on                 date not null,
    act                       words not null,
    details                   jsonb not null,
    ledger_accounts           integer[] not null,
    amounts                   bigint[] not null,
    previous_hash             text not null,
    hash                      text not null,
    primary key (transaction_id, position),
    constraint bank_bookings_balance check (sum_of(amounts) = 0),
    constraint bank_bookings_name_an_account_for_each_amount check (cardinality(ledger_accounts) = cardinality(amounts))
);
comment on table bank_bookings is 'shared: the journal of money that is on no case, chained transaction by transaction';
create index bank_bookings_by_day on bank_bookings (booked_on);
create trigger bank_bookings_are_append_only before update or delete on bank_bookings
    for each row execute function refuse_change();
create trigger bank_bookings_are_not_truncated before truncate on bank_bookings
    for each statement execute function refuse_change();

create table bank_refunds (
    id                        id primary key,
    created                   timestamptz not null,
    transaction_id            id not null references bank_transactions,
    amount                    bigint not null check (amount > 0),
    name                      words not null,
    bank_account              jsonb not null,
    exported                  timestamptz,
    constraint bank_refunds_are_made_once unique (transaction_id)
);
comment on table bank_refunds is 'shared: money in suspense that is to go back to its payer, until it has been exported to the bank';
create index bank_refunds_due on bank_refunds (id) where exported is null;


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
