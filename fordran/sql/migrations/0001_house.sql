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
