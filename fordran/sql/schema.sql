-- The tables, as they are after every migration. This is the file to read; migrations/ is how an installation got here,
-- and a test holds the two equal.
--
-- Words. A table marked "tenant" belongs to accounts: its primary key begins with account_id, its unique and foreign keys carry
-- account_id, and a transaction on it stays within one account, so that Citus can distribute it by account_id. A table marked
-- "reference" is small and can be replicated to every node; one marked "local" stays on the node that is asked. Neither refers
-- to tenants by a foreign key: `fordran verify` looks instead. Amounts are öre. A jsonb column holds a part of a document as it
-- is shown.

create schema fordran;
set local search_path = fordran;

-- Text is compared by code point everywhere, so that sorting does not depend on where the database was made.
create domain held_act_code as text collate "C";
create domain words as text collate "C";
-- Without a check, which would hide the constant of `id = '…'` from Citus: `keep_ids` has every table check its own.
create domain id as text collate "C";

-- Closed lists: a domain each. Their values are in Python alone (fordran/store/closed_lists.py); migrating makes the checks of them.
create domain access_group_type as text collate "C";
create domain address_source as text collate "C";
create domain approval_kind as text collate "C";
create domain audit_by as text collate "C";
create domain audit_kind as text collate "C";
create domain audit_records as text collate "C";
create domain bank_act as text collate "C";
create domain bank_file_status as text collate "C";
create domain bank_order_line_kind as text collate "C";
create domain bank_order_status as text collate "C";
create domain bank_transaction_kind as text collate "C";
create domain bank_transaction_status as text collate "C";
create domain batch_channel as text collate "C";
create domain case_state as text collate "C";
create domain case_status as text collate "C";
create domain claim_article as text collate "C";
create domain close_reason as text collate "C";
create domain delivery_kind as text collate "C";
create domain delivery_outcome as text collate "C";
create domain delivery_status as text collate "C";
create domain dispute_end as text collate "C";
create domain dispute_kind as text collate "C";
create domain enforcement_channel as text collate "C";
create domain enforcement_status as text collate "C";
create domain envelope_channel as text collate "C";
create domain envelope_status as text collate "C";
create domain erasure_stage as text collate "C";
create domain event_type as text collate "C";
create domain fee_settlement as text collate "C";
create domain fee_taxation as text collate "C";
create domain fee_vat as text collate "C";
create domain file_import_kind as text collate "C";
create domain file_import_row_outcome as text collate "C";
create domain file_to_remove_kind as text collate "C";
create domain finance_category as text collate "C";
create domain finance_interval as text collate "C";
create domain first_action as text collate "C";
create domain flow_step as text collate "C";
create domain id_number_status as text collate "C";
create domain invoice_distribution as text collate "C";
create domain invoice_type as text collate "C";
create domain law_row_kind as text collate "C";
create domain law_row_status as text collate "C";
create domain letter_kind as text collate "C";
create domain letter_language as text collate "C";
create domain letter_status as text collate "C";
create domain next_step as text collate "C";
create domain note_kind as text collate "C";
create domain number_validation as text collate "C";
create domain oauth_type as text collate "C";
create domain operator_invoice_act as text collate "C";
create domain party_letters as text collate "C";
create domain bulk_act_kind as text collate "C";
create domain bulk_act_status as text collate "C";
create domain bulk_outcome as text collate "C";
create domain erasure_batch_status as text collate "C";
create domain erasure_outcome as text collate "C";
create domain party_role as text collate "C";
create domain payout_act as text collate "C";
create domain payout_article as text collate "C";
create domain payout_not_ready as text collate "C";
create domain plan_end as text collate "C";
create domain recorded_status as text collate "C";
create domain refund_status as text collate "C";
create domain sign_in_attempt_kind as text collate "C";
create domain sign_in_way as text collate "C";
create domain spar_outcome as text collate "C";
create domain status_reason as text collate "C";
create domain step_outcome as text collate "C";
create domain suspense_reason as text collate "C";
create domain autogiro_mandate_state as text collate "C";
create domain autogiro_debit_state as text collate "C";
create domain swish_refund_state as text collate "C";
create domain swish_state as text collate "C";
create domain offer_outcome as text collate "C";
create domain transfer_status as text collate "C";
create domain webhook_delivery_origin as text collate "C";
create domain webhook_delivery_status as text collate "C";
create domain work_item_kind as text collate "C";

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


-- As fordran/domain/numbers/case_number.py has it: the account's number and the serial of the payment reference.
create function case_number(ocr text) returns text language sql immutable parallel safe strict
    return substr(ocr, 2, left(ocr, 1)::int) || '-' || substr(ocr, 2 + left(ocr, 1)::int, length(ocr) - 3 - left(ocr, 1)::int);

-- Where the extension Citus is installed, tables may be distributed: what a trigger does there, it does row by row, on a shard.
create function is_distributed() returns boolean language sql stable
    return to_regclass('pg_catalog.pg_dist_partition') is not null;

-- Whether this is the first of the nodes that hold a replicated row: there its triggers act, and on the others they do not.
create function is_first_node() returns boolean language plpgsql stable as $$
begin
    return (select groupid = 0 from pg_catalog.pg_dist_local_group);
end $$;

-- What a table is called that a trigger fires for: a shard has its table's name and a number.
create function table_of(name text) returns text language sql immutable
    return regexp_replace(name, '_[0-9]{6,}$', '');


-- The installation ---------------------------------------------------------------------------------------------------------

create table installation (
    only_one                  boolean primary key default true constraint installation_is_one_row check (only_one),
    created                   timestamptz not null,
    token_key                 bytea not null
        constraint installation_token_key_has_32_bytes check (length(token_key) = 32),
    sandbox                   boolean not null default false,
    clock_offset_days         integer not null default 0
        constraint installation_clock_offset_is_not_negative check (clock_offset_days >= 0),
    agreement_template        words not null,
    access_group_template     words not null,
    case_settings             jsonb,
    law_rows                  jsonb not null default '[]',
    code_key_mark             bytea,
    operator_invoices_since   date  -- fees are invoiced from the first month that begins after it
);
comment on table installation is 'reference: one row of facts about this installation';

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
comment on table agreement_templates is 'reference: kinds of agreements that accounts have, with their settings of cases';


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
comment on table partners is 'reference: businesses that bring accounts';

create table accounts (
    id                        id primary key,
    created                   timestamptz not null,
    updated                   timestamptz not null,
    revision                  integer not null default 1,
    number                    integer not null default nextval('account_numbers'),
    partner_id                id constraint accounts_partner_is_there references partners,
    name                      words not null,
    description               words,
    organization_no           words not null,
    standard_debt_description words,
    agreement_template        words not null,
    agreement_address         jsonb not null,
    access_group_template     words not null,
    case_settings             jsonb,
    number_validation         number_validation not null default 'mark',
    warnings                  jsonb
);
comment on table accounts is 'tenant: the businesses; distributed by its own id';
create index accounts_of_partner on accounts (partner_id, id);
create index accounts_by_organization_no on accounts (organization_no nulls first, id);
create index accounts_by_name on accounts (name nulls first, id);

create table creditors (
    account_id                id not null constraint creditors_account_is_there references accounts,
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
    payout_account_changed    date,  -- the business day on which it became another than before
    payout_account_by         words[],  -- everybody who may be the one who changed it
    default_letter_locale     words,
    added_to_erp_system       boolean,
    warnings                  jsonb,
    vat_no                    words,
    approved_for_f_tax        boolean,
    email                     words,
    phone                     words,
    website                   words,
    default_invoice_distribution invoice_distribution,
    logo_id                   id,
    is_public_authority       boolean,
    reminder_fee_terms        jsonb,
    -- The last day of an attestation that was taken back, and how far its fees are reversed, by the ids of cases.
    reminder_fee_terms_until  date,
    reminder_fees_to_reverse  boolean,
    reminder_fees_reversed_to id,
    mandate_id                id,  -- the file of the power of attorney for applications
    enforcement_mandate       jsonb,  -- its first and last day
    registered_office         words,
    billing                   jsonb,  -- where the operator sends its own invoices to it
    primary key (account_id, id)
);

-- The registered office of a creditor, as it is shown: the city of its sender address unless it is given.
create function shown_office(office words, sender_address jsonb) returns words language sql immutable parallel safe
    return coalesce(nullif(office, ''), nullif(sender_address ->> 'city', ''));
comment on table creditors is 'tenant: those to whom money is owed';
create index creditors_by_id on creditors (id);
create index creditors_to_reverse on creditors (id) where reminder_fees_to_reverse;
create index creditors_by_number on creditors (creditor_number nulls first, id);
-- In the order that a sort asks for, where missing values come first.
create index creditors_by_organization_no on creditors (organization_no nulls first, id);
create index creditors_by_name on creditors (name nulls first, id);
create index creditors_by_created on creditors (created nulls first, id);
create index creditors_by_updated on creditors (updated nulls first, id);
-- Indexes by which lists are read in an order hold every row, but serve only statements that say the condition, as those of lists
-- do: before statistics are there, the check of a foreign key would take an index by account for the primary key.
create index creditors_of_account_by_name on creditors (account_id, name nulls first, id) where created > '-infinity';
create index creditors_of_account_by_created on creditors (account_id, created nulls first, id) where created > '-infinity';


-- Users and what they may see ------------------------------------------------------------------------------------------------

-- The form in which addresses are compared, as domain/service/email_address.py has it of an address.
create function folded_email(email text) returns text language sql immutable parallel safe strict
    return rtrim(lower(btrim(email, E' \t\r\n') collate "C"), '.');

create table users (
    id                        id primary key,
    created                   timestamptz not null,
    updated                   timestamptz not null,
    revision                  integer not null default 1,
    account_id                id,
    partner_id                id constraint users_partner_is_there references partners,
    name                      words not null,
    oauth_type                oauth_type,
    email_oauth               words,
    confirmed_email           words,  -- the address, folded, that its reader has confirmed; of no effect once the address is another
    is_enabled                boolean not null default true,
    applications              jsonb,
    log_invoice_registrations boolean not null default false,
    log_case_registrations    boolean not null default false,
    log_creditor_payments     boolean not null default false,
    log_creditor_cancellations boolean not null default false,
    log_creditor_creditings   boolean not null default false,
    "system_user"             boolean not null default false,
    api_code_hash             bytea constraint users_api_code_is_unique unique,
    may_see_protected         boolean,
    constraint users_belong_to_an_account_or_a_partner check (account_id is null or partner_id is null)
);
comment on table users is 'reference: people and API clients; neither account nor partner means the operator''s own';
create index users_of_account on users (account_id, id);
create index users_of_partner on users (partner_id, id);
create index users_by_email on users (email_oauth, id);
create index users_by_folded_email on users (folded_email(email_oauth)) where email_oauth is not null;
create index users_by_name on users (name, id);

create table access_groups (
    id                        id primary key,
    created                   timestamptz not null,
    updated                   timestamptz not null,
    revision                  integer not null default 1,
    type                      access_group_type not null,
    name                      words not null,
    partner_id                id constraint access_groups_partner_is_there references partners,
    account_id                id,
    creditor_id               id,
    constraint access_groups_are_one_of_a_type unique nulls not distinct (type, partner_id, account_id, creditor_id)
);
comment on table access_groups is 'reference: made by the service, one of each type for each partner, account and creditor';
create index access_groups_of_account on access_groups (account_id, id);

create table user_groups (
    user_id                   id not null constraint user_groups_user_is_there references users on delete cascade,
    access_group_id           id not null
        constraint user_groups_access_group_is_there references access_groups on delete cascade,
    granted                   timestamptz not null,
    position                  integer not null,
    primary key (user_id, access_group_id)
);
comment on table user_groups is 'reference: which groups a user is in';
create index user_groups_of_group on user_groups (access_group_id);

create table user_keys (
    id                        id primary key,
    user_id                   id not null constraint user_keys_user_is_there references users on delete cascade,
    created                   timestamptz not null,
    public_key                text not null
);
comment on table user_keys is 'reference: public keys with which API clients sign';
create index user_keys_of_user on user_keys (user_id);

create table user_networks (
    user_id                   id not null constraint user_networks_user_is_there references users on delete cascade,
    network                   cidr not null,
    primary key (user_id, network)
);
comment on table user_networks is 'reference: addresses from which API clients may use their code';

create table previous_codes (
    user_id                   id primary key constraint previous_codes_user_is_there references users on delete cascade,
    code_hash                 bytea not null constraint previous_codes_are_unique unique,
    until                     timestamptz not null
);
comment on table previous_codes is 'reference: API codes that were replaced, and until when each works';

-- Every API code that works of an enabled client: that of each client, and for a while the one before it.
create view working_codes as
select u.id as user_id, u.api_code_hash as code_hash, 'infinity'::timestamptz as until
from users u where u."system_user" and u.is_enabled
union all
select p.user_id, p.code_hash, p.until
from previous_codes p join users u on u.id = p.user_id where u."system_user" and u.is_enabled;

create table client_uses (
    user_id                   id not null constraint client_uses_user_is_there references users on delete cascade,
    key_id                    id constraint client_uses_key_is_there references user_keys on delete cascade,
    last_used                 timestamptz not null,
    constraint client_uses_are_one_each unique nulls not distinct (user_id, key_id)
);
-- One without a key is told from others by all that it has, where a cluster copies it to a node amid writes.
alter table client_uses replica identity full;
comment on table client_uses is 'reference: when each API client last signed in, and with each of its keys; without a key, at all';

create table failed_sign_ins (
    subject                   bytea not null,
    at                        timestamptz not null
);
comment on table failed_sign_ins is 'local: failures of the last minute, by hashed address and hashed code';
create index failed_sign_ins_by_subject on failed_sign_ins (subject, at);
create index failed_sign_ins_by_age on failed_sign_ins (at);

create table sign_in_links (
    token_hash                bytea primary key,
    user_id                   id not null constraint sign_in_links_user_is_there references users on delete cascade,
    created                   timestamptz not null,
    expires                   timestamptz not null,
    used                      timestamptz,
    made_by                   words[],  -- the users who made it for another
    mailed_to                 words  -- the address, folded, that it was sent to: who uses it reads the mail there
);
comment on table sign_in_links is 'local: links by which a person signs in once';
create index sign_in_links_of_user on sign_in_links (user_id, created);

create table confirming_mails (
    address_hash              bytea primary key,
    account_id                id,
    sent                      integer not null,
    last_sent                 timestamptz not null
);
comment on table confirming_mails is 'local: how many confirming mails an unconfirmed address was sent, for some months';
create index confirming_mails_by_age on confirming_mails (last_sent);
create index confirming_mails_of_account on confirming_mails (account_id, last_sent);

create table sessions (
    id                        id primary key,
    token_hash                bytea not null constraint sessions_token_is_unique unique,
    user_id                   id not null constraint sessions_user_is_there references users on delete cascade,
    created                   timestamptz not null,
    last_seen                 timestamptz not null,
    expires                   timestamptz not null,
    ended                     timestamptz,
    way                       sign_in_way not null,
    address                   words,
    agent                     words,
    let_in_by                 words[]  -- who made the link that it came of
);
comment on table sessions is 'local: people who are signed in to the pages, each until it ends';
create index sessions_of_user on sessions (user_id, id);
create index sessions_by_end on sessions (expires);

create table sign_in_attempts (
    token_hash                bytea primary key,
    kind                      sign_in_attempt_kind not null,
    details                   jsonb not null,
    expires                   timestamptz not null
);
comment on table sign_in_attempts is 'local: what was asked of whoever is about to sign in, until it is answered, once';
create index sign_in_attempts_by_end on sign_in_attempts (expires);

create table debtor_sessions (
    id                        id primary key,
    token_hash                bytea not null constraint debtor_sessions_token_is_unique unique,
    code_mark                 bytea,
    created                   timestamptz not null,
    last_seen                 timestamptz not null,
    expires                   timestamptz not null,
    ended                     timestamptz,
    customers                 words[],  -- ids of the customers that a person has proved to be
    constraint debtor_sessions_are_of_a_code_or_a_person check ((code_mark is null) <> (customers is null))
);
comment on table debtor_sessions is 'local: browsers in which somebody has opened a debtor''s page with a code';
create index debtor_sessions_by_end on debtor_sessions (expires);

create table wrong_codes (
    subject                   bytea primary key,
    wrong                     integer not null,
    since                     timestamptz not null,
    refused_until             timestamptz
);
comment on table wrong_codes is 'local: how many codes were wrong from a hashed address, for an hour or two';
create index wrong_codes_by_age on wrong_codes (since);

create table passkeys (
    id                        id primary key,
    user_id                   id not null constraint passkeys_user_is_there references users on delete cascade,
    created                   timestamptz not null,
    credential                bytea not null constraint passkeys_credential_is_unique unique,
    public_key                bytea not null,
    sign_count                bigint not null,
    name                      words not null,
    last_used                 timestamptz,
    let_in_by                 words[]  -- who made the link that its owner had signed in by
);
comment on table passkeys is 'reference: passkeys that people have added to sign in with';
create index passkeys_of_user on passkeys (user_id, id);


-- Applications and locale entries --------------------------------------------------------------------------------------------

create table applications (
    id                        id primary key,
    created                   timestamptz not null,
    updated                   timestamptz not null,
    revision                  integer not null default 1,
    name                      words not null constraint applications_name_is_unique unique,
    description               words
);
comment on table applications is 'reference: the parts of the service that people use';

create table locale_entries (
    id                        id primary key,
    created                   timestamptz not null,
    updated                   timestamptz not null,
    revision                  integer not null default 1,
    application_id            id not null constraint locale_entries_application_is_there references applications,
    locale_tag                words not null constraint locale_entries_tag_is_unique unique,
    description               words,
    translations              jsonb not null,
    machine_translations      jsonb,
    translation_pending       boolean not null default false
);
comment on table locale_entries is 'reference: every text the service shows, by tag and language';


-- Requests -------------------------------------------------------------------------------------------------------------------

-- An answer lies where its effect lies: an account's with the account, and of who sees several, under twenty-four zeros.
create table idempotent_answers (
    account_id                id not null,
    user_id                   id not null,
    key                       words not null,
    at                        timestamptz not null,
    request_hash              bytea not null,
    status                    integer not null,
    headers                   jsonb not null,
    body                      bytea not null,
    primary key (account_id, user_id, key)
);
comment on table idempotent_answers is 'tenant: first answers to keyed requests, stored with their effect on its account''s shard';
create index idempotent_answers_by_age on idempotent_answers (at);

-- How many documents there are, kept so that a list can say its total without counting. A writer adds a row to
-- tally_changes in its own transaction and waits for nobody; the worker folds those rows into tallies.
create table tallies (
    resource                  words not null,
    scope                     words not null,  -- 'all', or the id of a partner, an account or a creditor
    documents                 bigint not null,
    primary key (resource, scope)
);
comment on table tallies is 'reference: documents by resource and scope, as far as folded';

create sequence tally_change_ids as bigint cache 20;

create table tally_changes (
    account_id                id not null default '000000000000000000000000',  -- of what is no account's: zeros
    id                        bigint not null default nextval('tally_change_ids'),
    resource                  words not null,
    partner_id                id,
    creditor_id               id,
    documents                 integer not null,
    primary key (account_id, id)
);
comment on table tally_changes is 'tenant: changes of the number of documents, not yet folded';
create index tally_changes_by_resource on tally_changes (resource);

-- Folds the noted changes into the tallies; how many there were. A function of the schema, so that a worker of the version before
-- folds as the schema says. One process folds at a time, and no writer waits for it.
create function fold_tallies() returns bigint language plpgsql as $$
declare
    changes bigint;
begin
    if not pg_try_advisory_xact_lock(hashtext('fordran tallies')) then
        return 0;
    end if;
    with folded as (delete from fordran.tally_changes returning resource, partner_id, account_id, creditor_id, documents),
    spread as (
        select resource, scope, sum(documents) as documents
        from folded, unnest(array['all', partner_id, nullif(account_id, repeat('0', 24)), creditor_id]) scope
        -- Of rows there are no totals but that of all.
        where scope is not null and (scope = 'all' or resource not like 'rows of %')
        group by resource, scope
    ),
    kept as (
        insert into fordran.tallies (resource, scope, documents) select resource, scope, documents from spread
        on conflict (resource, scope) do update set documents = tallies.documents + excluded.documents
    )
    select count(*) into changes from folded;
    return changes;
end $$;


create function address_hash(address jsonb) returns text language sql immutable parallel safe strict
    return encode(sha256(convert_to(address::text, 'UTF8')), 'hex');


-- Customers ------------------------------------------------------------------------------------------------------------------

create table customers (
    account_id                id not null constraint customers_account_is_there references accounts,
    id                        id not null,
    created                   timestamptz not null,
    updated                   timestamptz not null,
    revision                  integer not null default 1,
    name                      words not null,
    name_folded               words not null,  -- for searching without regard to case, whatever the server knows of letters
    id_number                 words not null default '',
    id_number_compact         words not null default '',
    id_number_status          id_number_status not null,
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
    email_consent             boolean,  -- without a value where nobody has asked
    sms_consent               boolean,  -- the same
    erasure                   erasure_stage,
    e_invoice_address         words,
    invoice_distribution      invoice_distribution,
    corrections               jsonb,  -- what staff has corrected
    address_source            address_source,  -- without a value where a registration gave the address
    address_confirmed         date,
    primary key (account_id, id)
);
comment on table customers is 'tenant: those who owe';
create index customers_by_id on customers (id);
create unique index customers_id_number_unique on customers (account_id, id_number_compact) where id_number_compact <> '';
create index customers_by_number on customers (id_number_compact) where id_number_compact <> '';
create index customers_by_name on customers (name nulls first, id);
create index customers_of_account_by_name on customers (account_id, name nulls first, id) where created > '-infinity';
create index customers_by_customer_number on customers (account_id, customer_number) where customer_number is not null;
create index customers_by_words on customers using gin (to_tsvector('simple', name_folded));
create index customers_by_plain_words on customers using gin (to_tsvector('simple', translate(name_folded, 'àáâãäåæçèéêëìíîïñòóôõöøùúûüýÿāăąćčďđēėęěğīıłńňōőřśşšťūůűźżž̧̀́̂̃̈̊̌', 'aaaaaaaceeeeiiiinoooooouuuuyyaaaccddeeeegiilnnoorssstuuuzzz')));
create index customers_by_email on customers (email_folded, id) where email_folded <> '';
create index customers_by_phone on customers (right(regexp_replace(mobile_number, '[^0-9]', '', 'g'), 9)) where mobile_number is not null;
create index customers_by_their_number on customers (customer_number) where customer_number is not null;

-- What a creditor has told us of a customer. Each sees and prints its own; `customers` has what is known by all together, for
-- those who handle a customer across creditors.
create table customer_details (
    account_id                id not null,
    id                        id not null,
    created                   timestamptz not null,
    updated                   timestamptz not null,
    revision                  integer not null default 1,
    customer_id               id not null,
    creditor_id               id not null,
    name                      words not null,
    name_folded               words not null,
    id_number                 words not null default '',
    id_number_status          id_number_status not null,
    is_person                 boolean not null,
    is_company                boolean not null default false,
    is_foreign                boolean not null default false,
    customer_number           words,
    car_registration          jsonb,
    address                   jsonb not null,
    mobile_number             words,
    email                     words,
    email_folded              words not null default '',
    warnings                  jsonb,
    email_consent             boolean,
    sms_consent               boolean,
    e_invoice_address         words,
    invoice_distribution      invoice_distribution,
    corrections               jsonb,  -- what staff has corrected, and what the creditor had told
    returned_address          words,  -- the hash of an address that letters came back from; of no effect once it is another
    address_source            address_source,
    address_confirmed         date,
    unknown_address           words,  -- the hash of the address that was known when SPAR had none; of no effect once it is another
    primary key (account_id, id),
    constraint customer_details_are_one_a_creditor unique (account_id, customer_id, creditor_id),
    constraint customer_details_customer_is_there foreign key (account_id, customer_id) references customers,
    constraint customer_details_creditor_is_there foreign key (account_id, creditor_id) references creditors
);
comment on table customer_details is 'tenant: what each creditor has told of its customers';
create index customer_details_by_id on customer_details (id);
create index customer_details_of_creditor on customer_details (creditor_id, customer_id);
create index customer_details_by_name on customer_details (creditor_id, name nulls first, customer_id);
create index customer_details_by_number on customer_details (account_id, creditor_id, customer_number)
    where customer_number is not null;
create index customer_details_not_reached on customer_details (account_id, customer_id)
    where returned_address is not null or unknown_address is not null;
create index customer_details_by_words on customer_details using gin (to_tsvector('simple', name_folded));
create index customer_details_by_plain_words on customer_details using gin (to_tsvector('simple', translate(name_folded, 'àáâãäåæçèéêëìíîïñòóôõöøùúûüýÿāăąćčďđēėęěğīıłńňōőřśşšťūůűźżž̧̀́̂̃̈̊̌', 'aaaaaaaceeeeiiiinoooooouuuuyyaaaccddeeeegiilnnoorssstuuuzzz')));
create index customer_details_by_email on customer_details (creditor_id, email_folded) where email_folded <> '';
create index customer_details_by_phone on customer_details (creditor_id, right(regexp_replace(mobile_number, '[^0-9]', '', 'g'), 9)) where mobile_number is not null;

-- How a protected person is reached, apart from everything that is shown; the rows of customers have the forwarding address.
create table protected_details (
    account_id                id not null,
    id                        id not null,  -- of the row of customers or customer_details that it is apart from
    created                   timestamptz not null,
    updated                   timestamptz not null,
    revision                  integer not null default 1,
    customer_id               id not null,
    creditor_id               id,
    address                   jsonb not null,
    mobile_number             words,
    email                     words,
    e_invoice_address         words,
    primary key (account_id, id),
    constraint protected_details_customer_is_there foreign key (account_id, customer_id) references customers
);
comment on table protected_details is 'tenant: how protected persons are reached, which only named staff reads';
create index protected_details_of_customer on protected_details (account_id, customer_id);

-- What SPAR, the state register of addresses, last answered about a customer, or how far asking it has come.
create table spar_answers (
    account_id                id not null,
    id                        id not null,  -- the customer's own
    created                   timestamptz not null,
    updated                   timestamptz not null,
    revision                  integer not null default 1,
    customer_id               id not null,
    number                    words not null,  -- the number that was asked for
    outcome                   spar_outcome not null,
    answered_on               date,  -- on the business's own clock
    answered                  timestamptz,
    code                      words not null default '',  -- why the person is deregistered
    address                   jsonb,
    tries                     integer not null default 0,
    first_tried               timestamptz,
    next_try                  timestamptz,
    claimed_until             timestamptz,
    trouble                   words,
    primary key (account_id, id),
    constraint spar_answers_customer_is_there foreign key (account_id, customer_id) references customers
);
comment on table spar_answers is 'tenant: what the register of addresses tells of customers';
create index spar_answers_of_customer on spar_answers (account_id, customer_id);

-- Whom Kivra reaches, by its last answer.
create table kivra_matches (
    account_id                id not null,
    id                        id not null,  -- the customer's own
    created                   timestamptz not null,
    updated                   timestamptz not null,
    revision                  integer not null default 1,
    customer_id               id not null,
    number                    words not null,  -- the number that Kivra was asked about
    is_matched                boolean not null,
    asked                     date not null,  -- on the business's own clock
    primary key (account_id, id),
    constraint kivra_matches_customer_is_there foreign key (account_id, customer_id) references customers
);
comment on table kivra_matches is 'tenant: whom Kivra reaches';
create index kivra_matches_of_customer on kivra_matches (account_id, customer_id);

-- What Bolagsverket last answered about a company, or how far asking it has come.
create table company_answers (
    account_id                id not null,
    id                        id not null,  -- the customer's own
    created                   timestamptz not null,
    updated                   timestamptz not null,
    revision                  integer not null default 1,
    customer_id               id not null,
    number                    words not null,  -- the number that was asked for
    outcome                   words not null,
    code                      words not null default '',  -- the register's code of it
    since                     date,
    answered_on               date,  -- on the business's own clock
    tries                     integer not null default 0,
    first_tried               timestamptz,
    next_try                  timestamptz,
    claimed_until             timestamptz,
    trouble                   words,
    primary key (account_id, id),
    constraint company_answers_customer_is_there foreign key (account_id, customer_id) references customers
);
comment on table company_answers is 'tenant: what the register of companies tells of customers';
create index company_answers_of_customer on company_answers (account_id, customer_id);


-- Cases, and what is owed ----------------------------------------------------------------------------------------------------

-- The serial in a payment reference; the account's own number before it makes the whole unique.
create sequence payment_serials as bigint;

create table cases (
    account_id                id not null constraint cases_account_is_there references accounts,
    id                        id not null,
    created                   timestamptz not null,
    updated                   timestamptz not null,
    revision                  integer not null default 1,
    creditor_id               id not null,
    customer_id               id not null,
    registration_id           id not null,
    ocr_number                words not null,
    reference_number          words,
    state                     case_state not null,
    status                    case_status not null,
    state_history             jsonb not null,
    status_history            jsonb not null,
    latest_state_date         timestamptz not null,
    next_step                 next_step,
    next_step_date            date,
    closed                    timestamptz,
    close_reason              close_reason,
    first_action              first_action not null,
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
    is_parking                boolean,
    -- What the registration states of the claim beside (domain/claims/particulars.py); none for cases that are older than that.
    particulars               jsonb,
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
    total_remaining_capital_amount bigint not null
        constraint cases_total_remaining_capital_amount_is_not_negative check (total_remaining_capital_amount >= 0),
    total_remaining_interest_amount bigint not null
        constraint cases_total_remaining_interest_amount_is_not_negative check (total_remaining_interest_amount >= 0),
    total_remaining_costs_amount bigint not null
        constraint cases_total_remaining_costs_amount_is_not_negative check (total_remaining_costs_amount >= 0),
    refund_amount             bigint not null default 0
        constraint cases_refund_amount_is_not_negative check (refund_amount >= 0),
    erasure                   erasure_stage,
    waits_for                 jsonb,  -- what an application waits for
    number_freed_by           id,  -- itself, once it was found to be against the wrong person
    assigned_to               id,  -- the user who handles it
    assignments               jsonb,  -- from which creditor it came to which, and since when
    primary key (account_id, id),
    constraint cases_creditor_is_there foreign key (account_id, creditor_id) references creditors,
    constraint cases_customer_is_there foreign key (account_id, customer_id) references customers,
    constraint cases_closed_have_a_reason check ((closed is null) = (close_reason is null)),
    constraint cases_closed_owe_nothing check (closed is null
        or total_remaining_capital_amount + total_remaining_interest_amount + total_remaining_costs_amount = 0)
);
comment on table cases is 'tenant: claims against customers';
create index cases_by_id on cases (id);
-- A number that a case has freed may be registered once more.
create unique index cases_invoice_number_is_taken_once on cases (account_id, creditor_id, invoice_number, number_freed_by)
    nulls not distinct;
create index cases_of_creditor on cases (account_id, creditor_id, id);
create index cases_of_customer on cases (account_id, customer_id, creditor_id);
create unique index cases_by_ocr_number on cases (account_id, ocr_number);
create index cases_by_state on cases (account_id, state, id);
create index cases_by_status on cases (account_id, status, id);
create index cases_by_created on cases (created nulls first, id) where created > '-infinity';
create index cases_of_account_by_created on cases (account_id, created nulls first, id) where created > '-infinity';
create index cases_of_creditor_by_created on cases (account_id, creditor_id, created nulls first, id) where created > '-infinity';
-- Counts what is in a state without the rows: the view joins by the two columns beside the key.
create index cases_of_creditor_by_state on cases (account_id, creditor_id, state, created nulls first, id)
    include (customer_id, original_invoice_id) where created > '-infinity';
create index cases_due_in_turn on cases (account_id, next_step_date, customer_id) where next_step_date is not null;
create index cases_to_pseudonymise on cases (closed) where closed is not null and erasure is null;
create index cases_to_confirm on cases (closed)
    where close_reason = 'paid' and erasure is null and flow -> 'sent' ? 'debt_collection' and not flow ? 'confirmed';
create index cases_to_anonymise on cases (closed) where erasure = 'pseudonymised';
create index cases_by_invoice_number on cases (invoice_number);
create index cases_by_reference on cases (debt_reference) where debt_reference is not null;
create unique index cases_by_old_payment_reference on cases ((particulars ->> 'old_payment_reference'), account_id)
    where particulars ? 'old_payment_reference';
create index cases_of_handler on cases (assigned_to, closed) where assigned_to is not null;
create index cases_by_capital on cases (initial_capital);
create index cases_by_owed on cases ((total_remaining_capital_amount + total_remaining_interest_amount + total_remaining_costs_amount)) where state <> 'closed';

-- A case is never opened on a customer who is erased. A registration that has found the customer waits here for whoever
-- erases it, and is done again; whoever erases waits for the registration, and finds its case.
create function refuse_case_of_erased() returns trigger language plpgsql as $$
begin
    perform 1 from fordran.customers c
    where c.account_id = new.account_id and c.id = new.customer_id and c.erasure is null for key share;
    if not found then
        raise exception 'the customer of case % was erased: constraint "cases_customer_is_not_erased"', new.id
            using errcode = 'integrity_constraint_violation', constraint = 'cases_customer_is_not_erased';
    end if;
    return null;
end $$;
create constraint trigger cases_customer_is_not_erased after insert on cases for each row when (new.erasure is null)
    execute function refuse_case_of_erased();

-- Whose a claim was on a day.
create function owner_on(creditor text, assignments jsonb, day date) returns text language sql stable parallel safe
    return coalesce((
        select a.one ->> 'from'
        from jsonb_array_elements(case when jsonb_typeof(assignments) = 'array' then assignments end)
            with ordinality a (one, place)
        where a.one ->> 'date' > to_char(day, 'YYYY-MM-DD') order by a.place limit 1), creditor);

create table ocr_numbers (
    account_id                id not null,
    id                        id not null,
    creditor_id               id not null,
    case_id                   id not null,
    ocr                       words not null,
    letter_id                 id,  -- where it is for all that a letter asks for
    primary key (account_id, id),
    constraint ocr_numbers_case_is_there foreign key (account_id, case_id) references cases,
    constraint ocr_numbers_are_unique unique (account_id, ocr)
);
comment on table ocr_numbers is 'tenant: payment references';

-- An amount balanced against others: the sum of an array. In PL/pgSQL, since every booking is checked by it, and a query
-- within a check is started anew for each.
create function sum_of(amounts bigint[]) returns numeric language plpgsql immutable parallel safe strict as $$
declare
    total numeric := 0;
    amount bigint;
begin
    foreach amount in array amounts loop
        total := total + coalesce(amount, 0);
    end loop;
    return total;
end $$;

create table bookings (
    account_id                id not null,
    id                        id not null,
    creditor_id               id not null,
    case_id                   id not null,
    position                  integer not null constraint bookings_position_is_positive check (position > 0),
    at                        timestamptz not null,
    booked_on                 date not null,
    facts                     jsonb not null,
    entries                   jsonb not null,
    ledger_accounts           integer[] not null,
    amounts                   bigint[] not null,
    previous_hash             text not null,
    hash                      text not null,
    days                      date[],  -- of each amount in the operator's ledger; null where all are of booked_on
    primary key (account_id, id),
    constraint bookings_case_is_there foreign key (account_id, case_id) references cases,
    constraint bookings_have_one_place unique (account_id, case_id, position),
    constraint bookings_balance check (sum_of(amounts) = 0),
    constraint bookings_name_an_account_for_each_amount check (cardinality(ledger_accounts) = cardinality(amounts))
);
comment on table bookings is 'tenant: the journal; each row is what one act changed, chained to the row before it of the same case';
create index bookings_by_day on bookings (booked_on);
create index bookings_of_outlays on bookings (account_id, case_id) where 1681 = any (ledger_accounts);

create table seals (
    day                       date primary key,
    at                        timestamptz not null,
    bookings                  bigint not null,
    previous_hash             text not null,
    hash                      text not null
);
comment on table seals is 'local: a hash a day over the last booking of every case';

create function refuse_change() returns trigger language plpgsql as $$
begin
    raise exception '% is append-only: nothing in it is changed or deleted', fordran.table_of(tg_table_name) using errcode = 'restrict_violation';
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
    is_protected              boolean,
    primary key (account_id, id),
    constraint invoice_registrations_case_is_there foreign key (account_id, case_id) references cases
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
    invoice_type              invoice_type not null,
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
    number_freed_by           id,  -- its case, once that was found to be against the wrong person
    primary key (account_id, id),
    constraint invoices_creditor_is_there foreign key (account_id, creditor_id) references creditors,
    constraint invoices_customer_is_there foreign key (account_id, customer_id) references customers,
    constraint invoices_case_is_there foreign key (account_id, case_id) references cases,
    constraint invoices_registration_is_there foreign key (account_id, registration_id) references invoice_registrations
);
comment on table invoices is 'tenant: invoices to customers';
create index invoices_by_id on invoices (id);
create unique index invoices_invoice_number_is_taken_once
    on invoices (account_id, creditor_id, invoice_number, number_freed_by) nulls not distinct;
create index invoices_of_creditor on invoices (account_id, creditor_id, id);
create index invoices_by_date on invoices (invoice_date nulls first, id) where created > '-infinity';
create index invoices_of_account_by_date on invoices (account_id, invoice_date nulls first, id) where created > '-infinity';
create index invoices_of_creditor_by_date on invoices (account_id, creditor_id, invoice_date nulls first, id) where created > '-infinity';
create index invoices_of_case on invoices (account_id, case_id);
create index invoices_of_customer on invoices (account_id, customer_id);
create index invoices_to_print on invoices (account_id, id) where print_id is null;
create index invoices_by_number on invoices (invoice_number);

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
    is_protected              boolean,
    primary key (account_id, id),
    constraint case_registrations_creditor_is_there foreign key (account_id, creditor_id) references creditors
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
    order_date                timestamptz,
    earmark                   words,
    payment_status            recorded_status not null,
    settled_amount            bigint not null
        constraint creditor_payments_settle_no_more_than_their_amount check (settled_amount between 0 and amount),
    status_reason_locale      status_reason,
    reversed_date             timestamptz,
    reversal_reason           words,
    primary key (account_id, id),
    constraint creditor_payments_case_is_there foreign key (account_id, case_id) references cases
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
    payment_status            recorded_status not null,
    settled_amount            bigint not null
        constraint creditor_creditings_settle_no_more_than_their_amount check (settled_amount between 0 and amount),
    status_reason_locale      status_reason,
    reversed_date             timestamptz,
    reversal_reason           words,
    primary key (account_id, id),
    constraint creditor_creditings_case_is_there foreign key (account_id, case_id) references cases
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
    cancellation_status       recorded_status not null,
    status_reason_locale      status_reason,
    reversed_date             timestamptz,
    reversal_reason           words,
    primary key (account_id, id),
    constraint creditor_cancellations_case_is_there foreign key (account_id, case_id) references cases
);
comment on table creditor_cancellations is 'tenant: cases that creditors took back';
create index creditor_cancellations_by_id on creditor_cancellations (id);
create index creditor_cancellations_of_creditor on creditor_cancellations (account_id, creditor_id, id);
create index creditor_cancellations_of_case on creditor_cancellations (account_id, case_id);


-- Files ----------------------------------------------------------------------------------------------------------------------

create table media_files (
    account_id                id not null constraint media_files_account_is_there references accounts,
    id                        id not null,
    created                   timestamptz not null,
    creditor_id               id not null,
    filename                  words not null,
    content_type              words not null,
    size                      bigint not null,
    sha256                    bytea not null,
    dispute_id                id,  -- of what a debtor sent with an objection
    is_protected              boolean,  -- whether it may have the address of a protected person
    primary key (account_id, id),
    constraint media_files_creditor_is_there foreign key (account_id, creditor_id) references creditors
);
comment on table media_files is 'tenant: files, whose bytes lie in the media folder under their id';
create index media_files_by_id on media_files (id);

create table creditor_logos (
    account_id                id not null,
    id                        id not null,  -- the file's
    created                   timestamptz not null,
    creditor_id               id not null,
    picture                   words not null,  -- an SVG that draws and does nothing else
    primary key (account_id, id),
    constraint creditor_logos_creditor_is_there foreign key (account_id, creditor_id) references creditors
);
comment on table creditor_logos is 'tenant: logos as they are printed';

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
    answer                    jsonb not null,
    is_protected              boolean
);
comment on table request_logs is 'local: registrations of users who asked for them to be kept, and their answers';
create index request_logs_of_user on request_logs (user_id, id);
create index request_logs_by_age on request_logs (created);


-- File imports ---------------------------------------------------------------------------------------------------------------

create table file_imports (
    id                        id primary key,
    created                   timestamptz not null,
    updated                   timestamptz not null,
    revision                  integer not null default 1,
    kind                      file_import_kind not null,
    filename                  words not null,
    sha256                    bytea not null constraint file_imports_sha256_has_32_bytes check (length(sha256) = 32),
    -- What rows that do not say were taken to mean: the same file for another creditor is another import.
    default_account           words not null,
    default_creditor          words not null,
    -- Whose the whole file is, where it is one account's or one creditor's alone.
    account_id                id,
    creditor_id               id,
    rows_read                 integer not null,
    registered                integer not null default 0,
    refused                   integer not null default 0,
    duplicates                integer not null default 0,
    finished                  timestamptz,
    constraint file_imports_are_known_by_their_content unique (kind, sha256, default_account, default_creditor)
);
comment on table file_imports is 'local: files of registrations that were imported';

create table file_import_rows (
    file_import_id            id not null constraint file_import_rows_file_import_is_there references file_imports,
    row_number                integer not null,
    outcome                   file_import_row_outcome not null,
    registration_id           id,
    issues                    jsonb,
    messages                  jsonb,  -- the same with their codes, for pages in other languages
    primary key (file_import_id, row_number)
);
comment on table file_import_rows is 'local: what became of each registration in a file, noted in the transaction that it became';
create index file_import_rows_refused on file_import_rows (file_import_id, row_number) where outcome = 'refused';

create table import_files (
    file_import_id            id primary key constraint import_files_file_import_is_there references file_imports,
    account_id                id not null,
    creditor_id               id not null,
    created                   timestamptz not null,
    asked_by                  id not null,  -- who sent it, and in whose name it is registered
    asked_through             words not null,  -- api or console
    registrations             integer not null,
    content                   bytea not null
);
comment on table import_files is 'local: files of registrations that were sent, as long as rows of them are left';


-- The flow of cases ------------------------------------------------------------------------------------------------------------

-- What is due is a case with its next step and that step's date. A step is done once: it is a row here, inserted with its effects.
create table steps (
    account_id                id not null,
    id                        id not null,
    creditor_id               id not null,
    case_id                   id not null,
    step                      flow_step not null,
    occurrence                integer not null constraint steps_occurrence_is_positive check (occurrence > 0),
    done                      timestamptz not null,
    done_on                   date not null,
    outcome                   step_outcome not null,
    primary key (account_id, id),
    constraint steps_case_is_there foreign key (account_id, case_id) references cases,
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
    channel                   envelope_channel not null,
    receiver                  words not null,
    status                    envelope_status not null default 'queued',
    attempts                  integer not null default 0,
    next_attempt              timestamptz not null,
    trouble                   words,
    sent                      timestamptz,
    addressee                 jsonb,  -- to whom it goes, where that is not the customer
    copy_of                   id,  -- the envelope of whose letters it has copies
    copies                    jsonb,  -- their files
    tried_since               timestamptz,  -- where it was made anew after an attempt that failed: the first one
    read                      timestamptz,  -- when the receiver opened it, where the channel tells
    declined                  timestamptz,  -- when the receiver declined to pay it
    primary key (account_id, id),
    constraint envelopes_creditor_is_there foreign key (account_id, creditor_id) references creditors,
    constraint envelopes_customer_is_there foreign key (account_id, customer_id) references customers
);
comment on table envelopes is 'tenant: what goes to one customer from one creditor on one day';
create unique index envelopes_are_one_a_day on envelopes (account_id, creditor_id, customer_id, day) where status = 'queued';
create index envelopes_due_in_turn on envelopes (status, account_id, next_attempt, id) where status in ('queued', 'made');

create sequence letter_serials as bigint;

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
    kind                      letter_kind not null,
    language                  letter_language not null,
    status                    letter_status not null default 'queued',
    dated                     date not null,
    pay_by                    date,
    fee                       bigint not null default 0,
    amount                    bigint not null default 0,
    details                   jsonb not null default '{}',
    media_id                  id,
    sha256                    bytea,
    checklist                 jsonb,
    sent                      timestamptz,
    letter_number             words,
    returned_on               date,
    returned_reason           words,
    primary key (account_id, id),
    constraint letters_case_is_there foreign key (account_id, case_id) references cases,
    constraint letters_envelope_is_there foreign key (account_id, envelope_id) references envelopes
);
comment on table letters is 'tenant: letters, with proof that each was lawful';
create index letters_by_id on letters (id);
create index letters_of_creditor on letters (account_id, creditor_id, id);
create index letters_of_case on letters (account_id, case_id);
create index letters_of_envelope on letters (account_id, envelope_id);
create index letters_by_number on letters (letter_number);
create index letters_by_amount on letters (amount) where amount > 0;

create table debtor_codes (
    account_id                id not null,
    id                        id not null,
    created                   timestamptz not null,
    creditor_id               id not null,
    case_id                   id not null,
    letter_id                 id,  -- the letter that carries it; without one it is the case's own, which invoices and links carry
    code_mark                 bytea not null,  -- made of the code and a key that is not in the database
    customer_id               id,  -- of a further debtor's copy: who that is
    media_id                  id,  -- the copy
    primary key (account_id, id),
    constraint debtor_codes_case_is_there foreign key (account_id, case_id) references cases,
    constraint debtor_codes_letter_is_there foreign key (account_id, letter_id) references letters,
    constraint debtor_codes_are_one_a_case unique (account_id, code_mark, case_id)
);
comment on table debtor_codes is 'tenant: which code opens which cases';
create index debtor_codes_by_mark on debtor_codes (code_mark);
create index debtor_codes_of_case on debtor_codes (account_id, case_id);

create table deliveries (
    account_id                id not null,
    id                        id not null,  -- the invoice's, the envelope's or the payout's; an application's own
    created                   timestamptz not null,
    updated                   timestamptz not null,
    revision                  integer not null default 1,
    creditor_id               id not null,
    customer_id               id,  -- the receiver; none where that is the creditor itself
    case_id                   id,  -- the case of an invoice
    kind                      delivery_kind not null,
    invoice_id                id,
    envelope_id               id,
    channel                   invoice_distribution not null,
    ways                      jsonb not null default '[]',  -- the channels that take it after this one
    status                    delivery_status not null,
    attempts                  integer not null default 0,  -- begun, by this channel
    first_attempt             timestamptz,
    next_attempt              timestamptz not null,
    claimed_until             timestamptz,  -- while somebody is handing it over; past, where nobody knows how that went
    batch                     words,        -- the batch that it goes in, which is decided before it is written
    message_id                words,
    receiver                  words not null default '',
    queued                    timestamptz not null,
    sent                      timestamptz,
    delivered                 timestamptz,
    reason                    words,
    history                   jsonb not null default '[]',
    made                      timestamptz,  -- since when its document is there; an invoice is queued before
    traceparent               words default nullif(current_setting('fordran.traceparent', true), ''),  -- the span that caused it
    channel_reference         words,  -- the channel's own key of it, which its callbacks name
    read                      timestamptz,  -- when the receiver opened it, where the channel tells
    declined                  timestamptz,  -- when the receiver declined to pay it
    operator_invoice_id       id,
    payout_id                 id,  -- whose document it is
    primary key (account_id, id),
    constraint deliveries_invoice_is_there foreign key (account_id, invoice_id) references invoices,
    constraint deliveries_envelope_is_there foreign key (account_id, envelope_id) references envelopes,
    constraint deliveries_are_of_one_thing
        check (num_nonnulls(invoice_id, envelope_id, operator_invoice_id, payout_id) = 1),
    constraint deliveries_have_one_receiver
        check ((customer_id is null) = (num_nonnulls(operator_invoice_id, payout_id) = 1))
);
comment on table deliveries is 'tenant: what is to leave the house, by which channel, and how that went';
create index deliveries_by_id on deliveries (id);
create index deliveries_due_in_turn on deliveries (channel, account_id, next_attempt, id) where status = 'queued';
create index deliveries_to_leave on deliveries (channel, account_id, next_attempt, id)
    where status = 'queued' and made is not null;
create index deliveries_of_case on deliveries (account_id, case_id) where kind = 'invoice';
create index deliveries_of_envelope on deliveries (account_id, envelope_id) where envelope_id is not null;
create index deliveries_by_message on deliveries (message_id) where message_id is not null;
create index deliveries_in_batches on deliveries (channel, batch) where status = 'queued' and batch is not null;
create index deliveries_by_channel_reference on deliveries (channel_reference) where channel_reference is not null;
create index deliveries_of_payout on deliveries (account_id, payout_id) where payout_id is not null;
create index deliveries_failed on deliveries (updated) where status = 'failed';

-- How many batches each day has had of a channel: a name is given once.
create table delivery_batches (
    channel                   batch_channel not null,
    day                       date not null,
    batches                   integer not null,
    primary key (channel, day)
);
comment on table delivery_batches is 'local: the number of the last batch of each day';

-- What became of what left, for the metrics; counted as it happens.
create table delivery_outcomes (
    channel                   invoice_distribution not null,
    outcome                   delivery_outcome not null,
    happened                  bigint not null,
    last_happened             timestamptz,  -- not known of what happened before there was this column
    last_reason               words,  -- why the last one is tried again later
    primary key (channel, outcome)
);
comment on table delivery_outcomes is 'local: how often each thing became of deliveries';

-- How often each job has run, for the metrics. A worker adds its runs every few seconds; commands add theirs.
create table job_runs (
    job                       words primary key,
    runs                      bigint not null,
    failures                  bigint not null,
    done                      bigint not null,  -- how much the runs did
    microseconds              bigint not null,
    last_run                  timestamptz not null,
    last_success              timestamptz
);
comment on table job_runs is 'local: how often each job has run, how long it took and what it did';

create table worker_heartbeats (
    worker                    words primary key,
    version                   words not null,
    started                   timestamptz not null,
    beat                      timestamptz not null
);
comment on table worker_heartbeats is 'local: the workers, and when each last reported that it works';

-- One for each application to the authority. Only whoever has locked its cases changes it.
create table enforcements (
    account_id                id not null,
    id                        id not null,
    created                   timestamptz not null,
    updated                   timestamptz not null,
    revision                  integer not null default 1,
    creditor_id               id not null,
    customer_id               id not null,
    letter_id                 id not null,  -- of its claims' letters the one that was due first
    case_ids                  jsonb not null,
    status                    enforcement_status not null,
    channel                   enforcement_channel not null,
    case_number               words,
    asked_capital_amount      bigint,  -- null for one that was made before there were rows of them
    asked_interest_amount     bigint,
    asked_costs_amount        bigint,
    awarded_capital_amount    bigint,
    awarded_interest_amount   bigint,
    awarded_costs_amount      bigint,
    signed_by                 words,
    sent_date                 date,
    received_date             date,
    served_date               date,
    contested_date            date,
    hand_over_by              date,
    handed_over_date          date,
    order_date                date,
    execution_date            date,
    ended_date                date,
    media_id                  id,
    answered_facts            jsonb,  -- payments and credits that the authority knows of; null until it is looked at
    notices                   jsonb,  -- withdrawals and reductions, the first one first
    outlay_amount             bigint,  -- the authority's fee, which the creditor bears without an order
    outlay_date               date,
    replies                   jsonb,  -- of the authority, the first one first
    documents                 jsonb,  -- files of the authority, the first one first
    renewals                  jsonb,  -- requests for execution again, the first one first
    primary key (account_id, id),
    constraint enforcements_are_made_once unique (account_id, letter_id),
    constraint enforcements_that_are_out_have_a_day check (sent_date is not null or status in ('prepared', 'to_sign', 'withdrawn'))
);
comment on table enforcements is 'tenant: applications to the enforcement authority, and what became of them';
create index enforcements_by_id on enforcements (id);
create index enforcements_of_creditor on enforcements (account_id, creditor_id, id);
create index enforcements_of_cases on enforcements using gin (case_ids jsonb_path_ops);
create index enforcements_by_case_number on enforcements (regexp_replace(upper(case_number), '[^0-9A-Z]', '', 'g'));

create table work_items (
    account_id                id not null,
    id                        id not null,
    created                   timestamptz not null,
    updated                   timestamptz not null,
    revision                  integer not null default 1,
    creditor_id               id not null,
    case_id                   id,
    letter_id                 id,
    kind                      work_item_kind not null,
    reason                    words not null,
    message                   jsonb,  -- the reason as code and values, to be said in any language
    subject                   words,  -- the failed job, invoice or delivery, by which the item is found again
    resolved                  timestamptz,
    assigned_to               id,
    snoozed_until             timestamptz,
    note                      words,
    offered_instalments       integer,  -- a plan that was offered instead of what the debtor asked for
    offered_first_date        date,
    offered_respite_until     date,  -- or a respite
    offered_until             date,  -- the last day on which the offer is taken
    offer_outcome             offer_outcome,  -- none while it waits, or lapsed
    primary key (account_id, id),
    constraint work_items_case_is_there foreign key (account_id, case_id) references cases
);
comment on table work_items is 'tenant: what waits for a person, and why';
create index work_items_by_id on work_items (id);
create index work_items_of_creditor on work_items (account_id, creditor_id, id);
create index work_items_of_case on work_items (account_id, case_id);
create index work_items_open on work_items (kind, created) where resolved is null;

create table assignment_rules (
    id                        id primary key,
    created                   timestamptz not null,
    updated                   timestamptz not null,
    revision                  integer not null default 1,
    name                      words not null,
    account_id                id,
    creditor_id               id,
    claim_kind                words,
    is_person                 boolean,
    handlers                  jsonb not null  -- the ids of users
);
comment on table assignment_rules is 'local: to whom cases that need a person are given';

create table bulk_acts (
    id                        id primary key,
    created                   timestamptz not null,
    updated                   timestamptz not null,
    revision                  integer not null default 1,
    act                       bulk_act_kind not null,
    filter                    jsonb not null,  -- as of the list of cases
    body                      jsonb not null,
    is_dry_run                boolean not null,
    status                    bulk_act_status not null,
    asked_by                  id not null,
    let_in_by                 words[],  -- who made the link that the person had signed in by
    asked_through             words not null,  -- api or console
    cases                     integer not null,
    done                      integer not null default 0,
    waiting                   integer not null default 0,
    refused                   integer not null default 0,
    ended                     timestamptz
);
comment on table bulk_acts is 'local: acts on many cases at once';
create index bulk_acts_running on bulk_acts (id) where status = 'running';

create table bulk_act_cases (
    bulk_act_id               id not null constraint bulk_act_cases_bulk_act_is_there references bulk_acts on delete cascade,
    id                        id not null,
    account_id                id not null,
    creditor_id               id not null,
    case_id                   id not null,
    outcome                   bulk_outcome,  -- none while it is to come
    reason                    jsonb,
    sentence                  words,
    approval                  id,
    primary key (bulk_act_id, id)
);
comment on table bulk_act_cases is 'local: the cases of a bulk act, and what became of each';
create index bulk_act_cases_left on bulk_act_cases (bulk_act_id, id) where outcome is null;
create index bulk_act_cases_of_case on bulk_act_cases (account_id, case_id);

create table erasure_batches (
    id                        id primary key,
    created                   timestamptz not null,
    updated                   timestamptz not null,
    revision                  integer not null default 1,
    status                    erasure_batch_status not null,
    listed_on                 date not null,  -- a business day
    payers_before             date not null,  -- whose bookkeeping is from before this day
    customers                 integer not null,
    payers                    integer not null,
    erased                    integer not null default 0,
    kept                      integer not null default 0,
    put_off_until             date,
    note                      words,
    decided_by                id,
    decided                   timestamptz,
    ended                     timestamptz
);
comment on table erasure_batches is 'local: people whose retention has ended, erased once a person confirms it';
create index erasure_batches_open on erasure_batches (id) where ended is null;

create table erasure_batch_customers (
    erasure_batch_id          id not null
        constraint erasure_batch_customers_erasure_batch_is_there references erasure_batches,
    id                        id not null,
    account_id                id not null,
    customer_id               id not null,
    stage                     erasure_stage not null,
    outcome                   erasure_outcome,  -- none while it is to come
    primary key (erasure_batch_id, id)
);
comment on table erasure_batch_customers is 'local: the customers of an erasure batch, and what became of each';
create index erasure_batch_customers_left on erasure_batch_customers (erasure_batch_id, id) where outcome is null;
create index erasure_batch_customers_of_customer on erasure_batch_customers (account_id, customer_id);

create table saved_views (
    id                        id primary key,
    created                   timestamptz not null,
    updated                   timestamptz not null,
    revision                  integer not null default 1,
    name                      words not null,
    address                   words not null,
    shared                    boolean not null,
    user_id                   id not null
);
comment on table saved_views is 'local: lists of the console that people save with their filters';
create index saved_views_of_user on saved_views (user_id);

create table complaints (
    id                        id primary key,
    created                   timestamptz not null,
    updated                   timestamptz not null,
    revision                  integer not null default 1,
    account_id                id,
    creditor_id               id,
    case_id                   id,
    customer_id               id,
    sender                    words not null,
    about                     words not null,
    received                  date not null,
    complaint                 words not null,
    handler                   id,
    answered                  date,
    answer                    words,
    outcome                   words,
    cause                     words
);
comment on table complaints is 'local: what somebody finds wrong with how we work, and what was answered';
create index complaints_open on complaints (received, id) where answered is null;
create index complaints_of_customer on complaints (account_id, customer_id);

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
    end_reason                plan_end,
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
    outcome                   dispute_end,
    answer                    words,
    credited_amount           bigint not null default 0,
    ended_on                  date,
    kind                      dispute_kind,  -- none for one that is older than its kinds: in substance
    amount                    bigint,  -- of the capital, where it is an objection to a part
    explanation               words,
    noted_by                  words[],  -- the user who noted it, and who let that user in; none of a debtor
    confirmed_by              id,
    rejected_on               date,
    evidence                  words,
    primary key (account_id, id),
    constraint case_disputes_amount_is_positive check (amount > 0),
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
    user_id                   id,  -- none of what the debtor wrote
    kind                      note_kind not null,
    text                      words not null,
    shared                    boolean,  -- whether the creditor may read it; none of those from before that was asked
    primary key (account_id, id),
    constraint case_notes_case_is_there foreign key (account_id, case_id) references cases
);
comment on table case_notes is 'tenant: what people wrote down about cases';
create index case_notes_of_case on case_notes (account_id, case_id, id);

-- What was waived is a fact of the case; here stand its reason and who decided it.
create table case_waivers (
    account_id                id not null,
    id                        id not null,
    created                   timestamptz not null,
    creditor_id               id not null,
    case_id                   id not null,
    user_id                   id,
    reason                    words not null,
    primary key (account_id, id),
    constraint case_waivers_case_is_there foreign key (account_id, case_id) references cases
);
comment on table case_waivers is 'tenant: why interest or costs were waived, and by whom';
create index case_waivers_of_case on case_waivers (account_id, case_id, id);

create table case_parties (
    account_id                id not null,
    id                        id not null,
    created                   timestamptz not null,
    updated                   timestamptz not null,
    revision                  integer not null default 1,
    creditor_id               id not null,
    case_id                   id not null,
    role                      party_role not null,
    name                      words not null,
    id_number                 words,
    address                   jsonb not null,
    email                     words,
    from_day                  date,
    until_day                 date,
    receives_letters          party_letters not null,
    may_agree                 boolean not null,
    ground                    words,  -- why a minor is bound, as a person has judged it
    inventory_date            date,  -- of an estate
    customer_id               id,  -- of a further debtor
    primary key (account_id, id),
    constraint case_parties_case_is_there foreign key (account_id, case_id) references cases
);
comment on table case_parties is 'tenant: guardians, trustees, helpers, estates and others in a case beside its debtor';
create index case_parties_of_case on case_parties (account_id, case_id, id);
create index case_parties_of_customer on case_parties (account_id, customer_id) where customer_id is not null;

-- What a debtor pays by Swish is never booked: the bank's file books the money. Phone numbers are not kept.
create table autogiro_files (
    id                        id primary key,
    created                   timestamptz not null,
    updated                   timestamptz not null,
    revision                  integer not null default 1,
    is_ours                   boolean not null,  -- to Bankgirot, else from there
    day                       date not null,
    digest                    bytea constraint autogiro_files_are_read_once unique,  -- of a file that was read
    written                   timestamptz  -- of a file to Bankgirot, when it lay in its folder
);
comment on table autogiro_files is 'local: files to Bankgirot and reports from there';
create index autogiro_files_to_write on autogiro_files (id) where is_ours and written is null;

create table autogiro_transfers (
    id                        id primary key,
    created                   timestamptz not null,
    updated                   timestamptz not null,
    revision                  integer not null default 1,
    file_id                   id not null,  -- the report
    bank_account              words not null,
    day                       date not null,
    serial                    words not null,
    amount                    bigint not null constraint autogiro_transfers_amount_is_not_zero check (amount <> 0),
    transaction_id            id,  -- the bank's own sum, once its file has come
    constraint autogiro_transfers_count_once unique (bank_account, day, serial, amount)
);
comment on table autogiro_transfers is 'local: sums of Autogiro, and the bank''s own transactions of them';
create index autogiro_transfers_waiting on autogiro_transfers (day) where transaction_id is null;

create table autogiro_mandates (
    account_id                id not null,
    id                        id not null,
    created                   timestamptz not null,
    updated                   timestamptz not null,
    revision                  integer not null default 1,
    creditor_id               id not null,
    case_id                   id not null,
    customer_id               id not null,
    payer_number              words not null,
    clearing_number           words not null,
    account_number            words not null,
    state                     autogiro_mandate_state not null,
    reason                    words,  -- the word for Bankgirot's comment
    sent                      date,
    answered                  date,
    end_sent                  date,
    file_id                   id,  -- the file that it was sent in
    end_file_id               id,  -- the file that its end was sent in
    case_revision             integer,  -- the revision of the case that it was last compared with
    primary key (account_id, id),
    constraint autogiro_mandates_case_is_there foreign key (account_id, case_id) references cases
);
comment on table autogiro_mandates is 'tenant: debtors who let their bank account be drawn, and what Bankgirot says of them';
create index autogiro_mandates_of_case on autogiro_mandates (account_id, case_id, id);
create index autogiro_mandates_of_customer on autogiro_mandates (account_id, customer_id);
create index autogiro_mandates_by_payer on autogiro_mandates (payer_number);
create index autogiro_mandates_to_send on autogiro_mandates (id) where state in ('new', 'ending');
create index autogiro_mandates_of_file on autogiro_mandates (file_id) where file_id is not null;
create index autogiro_mandates_of_end_file on autogiro_mandates (end_file_id) where end_file_id is not null;

create table autogiro_debits (
    account_id                id not null,
    id                        id not null,
    created                   timestamptz not null,
    updated                   timestamptz not null,
    revision                  integer not null default 1,
    creditor_id               id not null,
    case_id                   id not null,
    mandate_id                id not null,
    subject                   words not null,  -- what falls due: a letter, an instalment of a plan, or the invoice
    day                       date not null,
    amount                    bigint not null constraint autogiro_debits_amount_is_positive check (amount > 0),
    reference                 words not null,  -- by which Bankgirot names it
    letter_id                 id not null,  -- the letter that announced it
    state                     autogiro_debit_state not null,
    reason                    words,  -- why it ended, or is not cancelled
    sent                      date,
    until_day                 date,  -- of one that was sent: the last day on which the case waits for it
    file_id                   id,  -- the file that it was sent in
    cancel_file_id            id,  -- the file that its cancellation was sent in
    case_revision             integer,  -- the revision of the case that it was last compared with
    primary key (account_id, id),
    constraint autogiro_debits_are_planned_once unique (account_id, mandate_id, subject),
    constraint autogiro_debits_case_is_there foreign key (account_id, case_id) references cases
);
comment on table autogiro_debits is 'tenant: what is drawn from debtors'' bank accounts, and what became of it';
create index autogiro_debits_of_case on autogiro_debits (account_id, case_id, id);
create index autogiro_debits_by_reference on autogiro_debits (reference);
create index autogiro_debits_to_send on autogiro_debits (day) where state in ('planned', 'cancelling');
create index autogiro_debits_live on autogiro_debits (account_id, case_id) where state in ('planned', 'sent');
create index autogiro_debits_of_file on autogiro_debits (file_id) where file_id is not null;
create index autogiro_debits_of_cancel_file on autogiro_debits (cancel_file_id) where cancel_file_id is not null;

-- How far the pull of invoices from a creditor's accounting system has come. The first one gave its name to these tables.
create table fortnox_pulls (
    account_id                id not null,
    id                        id not null,  -- the creditor's own
    created                   timestamptz not null,
    updated                   timestamptz not null,
    revision                  integer not null default 1,
    pulled_on                 date,  -- on the business's own clock: the last day of which everything was read
    tries                     integer not null default 0,  -- in vain, since then
    next_try                  timestamptz,
    claimed_until             timestamptz,
    trouble                   words,
    system                    words,  -- Fortnox where there is none
    primary key (account_id, id),
    constraint fortnox_pulls_id_is_there foreign key (account_id, id) references creditors on delete cascade
);
comment on table fortnox_pulls is 'tenant: when invoices were pulled from the Fortnox of creditors';

-- Invoices of accounting systems: taken, with their cases, or refused, with why.
create table fortnox_invoices (
    account_id                id not null,
    id                        id not null,
    created                   timestamptz not null,
    updated                   timestamptz not null,
    revision                  integer not null default 1,
    creditor_id               id not null,
    document_number           words not null,  -- the key by which the system knows it: at Fortnox the number, at Visma an id
    case_id                   id,
    digest                    bytea,  -- of the invoice as it was when it could not be taken
    refusal                   words,
    detail                    words not null default '',
    noted_bookings            integer,  -- of the case: what goes back of them is noted
    invoice_number            words,  -- that people know; the key where there is none
    primary key (account_id, id),
    constraint fortnox_invoices_are_taken_once unique (account_id, creditor_id, document_number),
    constraint fortnox_invoices_case_is_there foreign key (account_id, case_id) references cases
);
comment on table fortnox_invoices is 'tenant: invoices of Fortnox, with the cases that were made of them';
create index fortnox_invoices_of_case on fortnox_invoices (account_id, case_id);

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
    error                     words,  -- the code by which it ended, or is unknown
    request_id                words not null,  -- its id at Swish
    callback_identifier       words not null,  -- what a callback about it carries
    token                     words,  -- opens the app, while it is open
    sent                      timestamptz,  -- when it was sent to Swish
    ask_at                    timestamptz,  -- when Swish is asked about it; none where it is not
    paid                      timestamptz,  -- when Swish said that it was paid
    until_day                 date,  -- of one on its way: the last day on which the case waits for it
    payment_reference         words,  -- Swish's reference of the payment, which a refund names
    payment_id                id,  -- the bank's payment that it arrived as
    primary key (account_id, id),
    constraint swish_payments_case_is_there foreign key (account_id, case_id) references cases
);
comment on table swish_payments is 'tenant: payments that debtors asked Swish for, and what became of them';
create index swish_payments_of_case on swish_payments (account_id, case_id, id);
create index swish_payments_by_callback on swish_payments (callback_identifier);
create index swish_payments_to_ask on swish_payments (ask_at) where ask_at is not null;
create index swish_payments_expected on swish_payments (account_id, case_id) where state in ('paid', 'unknown', 'missing');

-- Notices by SMS, each about one thing once. The text is not kept: it follows from the kind.
create table sms_notices (
    account_id                id not null,
    id                        id not null,
    created                   timestamptz not null,
    updated                   timestamptz not null,
    revision                  integer not null default 1,
    creditor_id               id not null,
    customer_id               id not null,
    case_id                   id not null,
    kind                      words not null,
    subject                   words not null,  -- the letter or the instalment that it is about
    day                       date not null,  -- the day on which it is sent, and of an instalment its due day
    status                    words not null,
    callback_key              words not null,  -- what a delivery report carries
    provider_id               words,  -- the provider's own id of it
    attempts                  integer not null default 0,
    next_attempt              timestamptz not null,
    claimed_until             timestamptz,
    sent                      timestamptz,
    delivered                 timestamptz,
    reason                    words,
    primary key (account_id, id),
    constraint sms_notices_case_is_there foreign key (account_id, case_id) references cases,
    constraint sms_notices_are_once unique (account_id, kind, subject)
);
comment on table sms_notices is 'tenant: notices by SMS, and what became of them';
create index sms_notices_of_case on sms_notices (account_id, case_id);
create index sms_notices_of_customer on sms_notices (account_id, customer_id);
create index sms_notices_due on sms_notices (next_attempt) where status = 'queued';
create index sms_notices_by_callback on sms_notices (callback_key);

-- Messages to the receiver of applications by file, in the order in which they are sent.
create table enforcement_messages (
    account_id                id not null,
    id                        id not null,
    created                   timestamptz not null,
    updated                   timestamptz not null,
    revision                  integer not null default 1,
    creditor_id               id not null,
    case_id                   id not null,  -- the first of the application
    enforcement_id            id not null,
    kind                      words not null,
    subject                   words not null,  -- the file or the day that it is about, so that it is queued once
    message_key               words not null,  -- by which the receiver knows it
    made_on                   date not null,
    content                   jsonb not null,  -- beside the application's own file
    status                    words not null,
    envelope_id               id,  -- what is not made again while the receiver may have it
    facts                     jsonb,  -- payments and credits that the application knew of when it was handed over
    tries                     integer not null default 0,  -- in vain, since it was last taken
    next_attempt              timestamptz,
    claimed_until             timestamptz,
    taken                     timestamptz,  -- by the receiver, which answers later
    answered                  timestamptz,
    reason                    words,
    primary key (account_id, id),
    constraint enforcement_messages_case_is_there foreign key (account_id, case_id) references cases,
    constraint enforcement_messages_are_once unique (account_id, enforcement_id, kind, subject)
);
comment on table enforcement_messages is 'tenant: messages about applications to the receiver of the enforcement authority''s post';
create index enforcement_messages_of_case on enforcement_messages (account_id, case_id);
create index enforcement_messages_of_envelope on enforcement_messages (account_id, envelope_id) where status = 'handed_over';
create index enforcement_messages_due on enforcement_messages (next_attempt) where status in ('queued', 'handed_over');
create index enforcement_messages_refused on enforcement_messages (account_id, enforcement_id) where status = 'refused';
create index enforcement_messages_by_key on enforcement_messages (message_key);

create table enforcement_entries (
    account_id                id not null,
    id                        id not null,
    created                   timestamptz not null,
    updated                   timestamptz not null,
    revision                  integer not null default 1,
    creditor_id               id not null,
    case_id                   id not null,
    enforcement_id            id not null,
    entry                     words not null,  -- the receiver's own id of it
    is_applied                boolean not null,
    primary key (account_id, id),
    constraint enforcement_entries_case_is_there foreign key (account_id, case_id) references cases,
    constraint enforcement_entries_are_once unique (account_id, entry)
);
comment on table enforcement_entries is 'tenant: receipts and replies of the receiver''s feed, each once';
create index enforcement_entries_of_case on enforcement_entries (account_id, case_id);

create table enforcement_feed (
    only_one                  boolean primary key default true constraint enforcement_feed_is_one_row check (only_one),
    cursor                    words,  -- up to it, everything is applied
    read_at                   timestamptz,
    tries                     integer not null default 0,  -- in vain, since then
    next_try                  timestamptz,
    claimed_until             timestamptz,
    failed                    timestamptz,
    trouble                   words,
    strays                    integer not null default 0  -- entries about nothing of ours
);
comment on table enforcement_feed is 'local: one row, how far the receiver''s feed is read';
insert into enforcement_feed default values;

-- Ledgers that hand invoices over by the contract of docs/ledger-contract.md: a connection for each company.
create table ledger_connections (
    account_id                id not null,
    id                        id not null,
    created                   timestamptz not null,
    updated                   timestamptz not null,
    revision                  integer not null default 1,
    creditor_id               id not null,
    company                   words not null,  -- the ledger's own reference of it
    round                     integer not null default 1,  -- grows with each onboarding, and ends earlier handles
    minimum_amount            bigint not null,
    delivery_enabled          boolean not null,
    consent                   jsonb not null,  -- whose, when, and to which terms
    answers                   jsonb not null,  -- about the business, for whoever approves the creditor
    disconnected              timestamptz,
    primary key (account_id, id),
    constraint ledger_connections_creditor_is_there foreign key (account_id, creditor_id) references creditors,
    constraint ledger_connections_are_once unique (account_id, company)
);
comment on table ledger_connections is 'tenant: companies of ledgers that hand invoices over by contract';

create table ledger_cases (
    account_id                id not null,
    id                        id not null,  -- the case's own
    created                   timestamptz not null,
    updated                   timestamptz not null,
    revision                  integer not null default 1,
    creditor_id               id not null,
    case_id                   id not null,
    connection_id             id not null,
    case_ref                  words not null,  -- the ledger's own id of it
    invoice_ref               words not null,
    primary key (account_id, id),
    constraint ledger_cases_case_is_there foreign key (account_id, case_id) references cases,
    constraint ledger_cases_are_once unique (account_id, connection_id, case_ref)
);
comment on table ledger_cases is 'tenant: cases that a ledger handed over, with the ledger''s own ids';
create index ledger_cases_of_case on ledger_cases (account_id, case_id);

create table ledger_reports (
    account_id                id not null,
    id                        id not null,  -- the payment's or the crediting's own
    created                   timestamptz not null,
    updated                   timestamptz not null,
    revision                  integer not null default 1,
    creditor_id               id not null,
    case_id                   id not null,
    kind                      words not null,  -- payment or credit
    ref                       words not null,  -- the ledger's own id of it
    day                       date not null,
    amount                    bigint not null,
    matched_amount            bigint not null,
    is_reverted               boolean not null default false,
    primary key (account_id, id),
    constraint ledger_reports_case_is_there foreign key (account_id, case_id) references cases,
    constraint ledger_reports_are_once unique (account_id, case_id, kind, ref)
);
comment on table ledger_reports is 'tenant: payments and credit notes that a ledger reported, with the ledger''s own ids';
create index ledger_reports_of_case on ledger_reports (account_id, case_id);

-- An event's serial is drawn as it is written, while its case is locked: of two events of a case, the later has the greater.
create sequence event_serials as bigint;

create table events (
    account_id                id not null,
    id                        id not null,
    created                   timestamptz not null,
    creditor_id               id,
    type                      event_type not null,
    case_id                   id,
    data                      jsonb not null,
    serial                    bigint default nextval('event_serials'),
    position                  bigint,  -- none until it is numbered
    traceparent               words default nullif(current_setting('fordran.traceparent', true), ''),  -- the span that caused it
    primary key (account_id, id)
);
comment on table events is 'tenant: what happened that a client would want to hear of, in the transaction that it happened in';
create index events_by_id on events (id);
create index events_to_number on events (serial nulls first, id) where position is null;
create index events_in_order on events (position nulls first, id) where position is not null;
create index events_of_account on events (account_id, position nulls first, id) where position is not null;
create index events_of_creditor on events (account_id, creditor_id, position nulls first, id) where position is not null;

create table event_stream (
    only_one                  boolean primary key default true constraint event_stream_is_one_row check (only_one),
    last_position             bigint not null default 0,  -- up to it, whoever looks sees every event
    given_position            bigint  -- up to it, positions are given; none where one server sees them at once
);
comment on table event_stream is 'local: one row, locked by whoever numbers events; no writer of events touches it';
insert into event_stream default values;

-- Number up to `most` events that have been committed and have no position; how many. Positions have no gaps, and become visible
-- in their order: whoever numbers next waits for the row. So a reader who has seen a position never misses an earlier one.
-- The nodes of a cluster commit one after the other. There positions are given first, and `last_position` follows in a later
-- transaction, when all that were given are seen; nothing is numbered before that. The lock is held until the nodes were told to
-- commit, which that of a row is not; a node that did not hear it is waited for.
-- Of a few rows among many, whose number no plan knows beforehand, only the few are to be read.
create function number_events(most integer) returns integer language plpgsql
    set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
declare
    has_nodes boolean := to_regclass('pg_catalog.pg_dist_partition') is not null;
    last bigint;
    given bigint;
    seen bigint;
    greatest_seen bigint;
    numbered integer;
begin
    if not exists (select 1 from fordran.events where position is null)
        and not exists (select 1 from fordran.event_stream where given_position > last_position) then
        return 0;
    end if;
    if has_nodes then
        perform pg_advisory_xact_lock(hashtext('fordran events'));
    end if;
    select last_position, greatest(last_position, given_position) into last, given from fordran.event_stream for update;
    if has_nodes then
        -- A batch that lies on one node may be committed there, and be unknown here.
        select count(*), max(e.position) into seen, greatest_seen from fordran.events e where e.position > last;
        given := greatest(given, greatest_seen);
        if last + seen < given then
            return 0;
        end if;
    end if;
    -- A statement of its own, so that it sees what was committed while the row was waited for.
    with next_ones as (
        select e.account_id, e.id, e.serial from fordran.events e where e.position is null
        order by e.serial nulls first, e.id limit most
    ), placed as (
        select account_id, id, row_number() over (order by serial nulls first, id) as place from next_ones
    ), numbers as (
        update fordran.events e set position = given + p.place from placed p
        where e.account_id = p.account_id and e.id = p.id
        returning e.account_id, e.creditor_id
    ), tallied as (
        insert into fordran.tally_changes (resource, partner_id, account_id, creditor_id, documents)
        select 'events', a.partner_id, n.account_id, n.creditor_id, count(*)
        from numbers n left join fordran.accounts a on a.id = n.account_id
        group by a.partner_id, n.account_id, n.creditor_id
    )
    select count(*) into numbered from numbers;
    if not has_nodes then
        update fordran.event_stream set last_position = given + numbered;
        return numbered;
    end if;
    -- What this very transaction has given is seen by nobody else yet.
    update fordran.event_stream set given_position = given + numbered,
        last_position = case when current_setting('fordran.gave_positions', true) = 'on' then last else given end;
    perform set_config('fordran.gave_positions', 'on', true);
    return numbered;
end $$;


-- Webhooks ---------------------------------------------------------------------------------------------------------------------

-- A secret is made of the installation's own key and the salt here, so that no copy of these rows holds one. A webhook of one
-- creditor has no foreign key to it: a creditor that is deleted has no events any more.
create table webhooks (
    account_id                id not null,  -- twenty-four zeros of a partner's
    id                        id not null,
    created                   timestamptz not null,
    updated                   timestamptz not null,
    revision                  integer not null default 1,
    creditor_id               id,
    url                       words not null,
    event_types               jsonb not null,
    description               words,
    enabled                   boolean not null,
    disabled_reason           words,
    secret_salt               bytea not null
        constraint webhooks_secret_salt_has_32_bytes check (length(secret_salt) = 32),
    previous_secret_salt      bytea
        constraint webhooks_previous_secret_salt_has_32_bytes check (length(previous_secret_salt) = 32),
    previous_secret_until     timestamptz,
    partner_id                id,  -- of one that is for all accounts of a partner
    primary key (account_id, id),
    constraint webhooks_are_of_an_account_or_a_partner check ((partner_id is null) = (account_id <> repeat('0', 24))),
    constraint webhooks_that_are_disabled_may_say_why check (not (enabled and disabled_reason is not null)),
    constraint webhooks_previous_secret_ends check ((previous_secret_salt is null) = (previous_secret_until is null))
);
comment on table webhooks is 'tenant: where events are delivered to';
create index webhooks_by_id on webhooks (id);
create index webhooks_enabled on webhooks (account_id, id) where enabled;
create index webhooks_of_partner on webhooks (partner_id) where partner_id is not null;

-- How delivering goes, apart from the document that a client changes: its tag stays the same while deliveries are made.
create table webhook_states (
    account_id                id not null,
    webhook_id                id not null,
    position                  bigint not null,  -- events up to this one have their deliveries
    last_success              timestamptz,
    failing_since             timestamptz,
    failures                  integer not null default 0,  -- since the last success
    last_error                words,
    held_until                timestamptz,  -- nothing is tried before
    primary key (account_id, webhook_id),
    constraint webhook_states_webhook_is_there foreign key (account_id, webhook_id) references webhooks on delete cascade
);
comment on table webhook_states is 'tenant: how far and how well the deliveries of each webhook go';

create sequence webhook_delivery_serials as bigint;

create table webhook_deliveries (
    account_id                id not null,
    id                        id not null,
    created                   timestamptz not null,
    updated                   timestamptz not null,
    revision                  integer not null default 1,
    webhook_id                id not null,
    creditor_id               id,  -- the webhook's
    serial                    bigint not null default nextval('webhook_delivery_serials'),
    event_id                  id not null,
    position                  bigint,
    type                      event_type not null,
    case_id                   id,
    origin                    webhook_delivery_origin not null,
    status                    webhook_delivery_status not null,
    attempts                  integer not null default 0,  -- begun, so also one that was cut short
    first_attempt             timestamptz,
    due                       timestamptz not null,
    delivered                 timestamptz,
    body                      text,
    tries                     jsonb not null default '[]',
    traceparent               words default nullif(current_setting('fordran.traceparent', true), ''),  -- the span that caused it
    partner_id                id,  -- the webhook's
    event_account_id          id,  -- the event's, where the webhook is a partner's
    primary key (account_id, id),
    constraint webhook_deliveries_webhook_is_there foreign key (account_id, webhook_id) references webhooks on delete cascade
);
comment on table webhook_deliveries is 'tenant: what is to be delivered to webhooks, and how each try went';
create index webhook_deliveries_by_id on webhook_deliveries (id);
create index webhook_deliveries_of_creditor on webhook_deliveries (account_id, creditor_id, id);
create index webhook_deliveries_of_webhook on webhook_deliveries (account_id, webhook_id, id);
create index webhook_deliveries_waiting on webhook_deliveries (account_id, webhook_id, serial) where status = 'waiting';
create index webhook_deliveries_of_case on webhook_deliveries (account_id, webhook_id, case_id, serial) where status = 'waiting';
create index webhook_deliveries_by_age on webhook_deliveries (created) where status <> 'waiting';


-- Money in ---------------------------------------------------------------------------------------------------------------------

-- A payment is matched before its account is known. The account's own number begins the reference, so it is one account's.
create index ocr_numbers_by_ocr on ocr_numbers (ocr);
create index ocr_numbers_of_letter on ocr_numbers (letter_id) where letter_id is not null;

create table bank_files (
    id                        id primary key,
    created                   timestamptz not null,
    updated                   timestamptz not null,
    revision                  integer not null default 1,
    sha256                    bytea not null constraint bank_files_count_once unique
        constraint bank_files_sha256_has_32_bytes check (length(sha256) = 32),
    filename                  words not null,
    kind                      words not null,
    size                      bigint not null,
    status                    bank_file_status not null,
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
    imported_on               date,  -- the business day on which its money was booked; not known of old files
    constraint bank_files_account_for_every_transaction
        check (transactions = matched + suspense + recalled + withdrawals + duplicates)
);
comment on table bank_files is 'local: files from the bank, and what became of what they brought';
create index bank_files_unfinished on bank_files (id) where status = 'stored';

create table bank_balances (
    bank_account              words not null,
    day                       date not null,
    created                   timestamptz not null,
    updated                   timestamptz not null,
    file_id                   id not null constraint bank_balances_file_is_there references bank_files,
    opening_amount            bigint,
    closing_amount            bigint not null,
    primary key (bank_account, day)
);
comment on table bank_balances is 'local: what the bank says that our accounts held at the end of a day';

create table bank_transactions (
    id                        id primary key,
    created                   timestamptz not null,
    updated                   timestamptz not null,
    revision                  integer not null default 1,
    key                       words not null constraint bank_transactions_count_once unique,
    file_id                   id not null constraint bank_transactions_file_is_there references bank_files,
    position                  integer not null,
    kind                      bank_transaction_kind not null,
    booking_date              date not null,
    value_date                date not null,
    amount                    bigint not null constraint bank_transactions_amount_is_not_zero check (amount <> 0),
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
    status                    bank_transaction_status not null,
    reason                    suspense_reason,  -- why it waits
    suspense_amount           bigint not null default 0,  -- what of it stands on the suspense account
    recalled_id               id  -- the payment that a recall takes back
        constraint bank_transactions_recalled_is_there references bank_transactions,
    bookings                  integer not null default 0,
    head_hash                 text not null default repeat('0', 64),
    order_date                date,  -- the day on which the payer's bank had the order, where its file names it
    constraint bank_transactions_wait_with_an_amount
        check ((status in ('suspense', 'to_refund')) = (suspense_amount <> 0))
);
comment on table bank_transactions is 'local: what happened on the bank account, each transaction once for ever';
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
    transaction_id            id not null constraint bank_payments_transaction_is_there references bank_transactions,
    account_id                id not null,
    creditor_id               id not null,
    case_id                   id not null,
    amount                    bigint not null  -- negative where a deduction lowers a payment
        constraint bank_payments_amount_is_not_zero check (amount <> 0),
    booking_date              date not null,
    was_in_suspense           boolean not null default false,
    lowered_id                id  -- the payment that a deduction lowers
        constraint bank_payments_lowered_is_there references bank_payments,
    recalled_on               date,
    recall_id                 id constraint bank_payments_recall_is_there references bank_transactions,
    is_due                    boolean not null default true,
    is_booked                 boolean not null default false,
    constraint bank_payments_lower_a_payment check ((amount < 0) = (lowered_id is not null)),
    constraint bank_payments_are_recalled_by_a_recall check ((recalled_on is null) = (recall_id is null))
);
comment on table bank_payments is 'local: parts of transactions that are cases'' money';
create index bank_payments_of_transaction on bank_payments (transaction_id);
create index bank_payments_of_case on bank_payments (account_id, case_id);
create index bank_payments_due on bank_payments (account_id, case_id) where is_due;
create index bank_payments_lowering on bank_payments (lowered_id) where lowered_id is not null;

create table bank_bookings (
    transaction_id            id not null constraint bank_bookings_transaction_is_there references bank_transactions,
    position                  integer not null constraint bank_bookings_position_is_positive check (position > 0),
    id                        id not null,
    at                        timestamptz not null,
    booked_on                 date not null,
    act                       bank_act not null,
    details                   jsonb not null,
    ledger_accounts           integer[] not null,
    amounts                   bigint[] not null,
    previous_hash             text not null,
    hash                      text not null,
    primary key (transaction_id, position),
    constraint bank_bookings_balance check (sum_of(amounts) = 0),
    constraint bank_bookings_name_an_account_for_each_amount check (cardinality(ledger_accounts) = cardinality(amounts))
);
comment on table bank_bookings is 'local: the journal of money that is on no case, chained transaction by transaction';
create index bank_bookings_by_day on bank_bookings (booked_on);
create trigger bank_bookings_are_append_only before update or delete on bank_bookings
    for each row execute function refuse_change();
create trigger bank_bookings_are_not_truncated before truncate on bank_bookings
    for each statement execute function refuse_change();

create table bank_refunds (
    id                        id primary key,
    created                   timestamptz not null,
    transaction_id            id not null constraint bank_refunds_transaction_is_there references bank_transactions,
    amount                    bigint not null constraint bank_refunds_amount_is_positive check (amount > 0),
    name                      words not null,
    bank_account              jsonb not null,
    exported                  timestamptz,
    ordered_by                words[],  -- everybody who may be the one who ordered it
    constraint bank_refunds_are_made_once unique (transaction_id)
);
comment on table bank_refunds is 'local: money in suspense that is to go back to its payer, until it has been exported to the bank';
create index bank_refunds_due on bank_refunds (id) where exported is null;

-- What of a case's money is not owed. Only whoever has locked the case changes them.
create table refunds (
    account_id                id not null,
    id                        id not null,
    created                   timestamptz not null,
    updated                   timestamptz not null,
    revision                  integer not null default 1,
    creditor_id               id not null,
    case_id                   id not null,
    payment_id                id not null,  -- the payment that it is of
    amount                    bigint not null constraint refunds_amount_is_positive check (amount > 0),
    claimed_amount            bigint not null default 0,  -- what its payer owes us, its payment being recalled after it had left
    written_off_amount        bigint not null default 0,  -- what of that was given up
    status                    refund_status not null,
    is_automatic              boolean not null,
    name                      words,
    bank_account              jsonb,
    use_for_id                id,  -- the case that it is used for
    settles_id                id,  -- the refund whose claim on the payer it settles
    order_id                  id,
    returned_id               id,  -- the transaction by which it came back
    reason                    words,
    ordered_by                words[],  -- everybody who may be the one who ordered it; none of an automatic one
    primary key (account_id, id),
    constraint refunds_case_is_there foreign key (account_id, case_id) references cases,
    constraint refunds_use_for_is_there foreign key (account_id, use_for_id) references cases,
    constraint refunds_settles_is_there foreign key (account_id, settles_id) references refunds,
    constraint refunds_have_one_place check (num_nonnulls(nullif(bank_account, '{}'), use_for_id, settles_id) <= 1),
    constraint refunds_that_are_claimed_have_an_amount
        check (claimed_amount between 0 and amount and (status = 'claimed') = (claimed_amount > 0))
);
comment on table refunds is 'tenant: what is to go back to payers, and what became of it';
create index refunds_by_id on refunds (id);
create index refunds_of_creditor on refunds (account_id, creditor_id, id);
create index refunds_of_case on refunds (account_id, case_id);
create index refunds_to_order on refunds (account_id, case_id) where status = 'ordered';

-- Refunds that go back by Swish, as Swish was asked for them.
create table swish_refunds (
    account_id                id not null,
    id                        id not null,  -- the refund's own
    created                   timestamptz not null,
    updated                   timestamptz not null,
    revision                  integer not null default 1,
    creditor_id               id not null,
    case_id                   id not null,
    state                     swish_refund_state not null,
    error                     words,  -- the code by which it ended, or is unknown
    request_id                words not null,  -- its id at Swish
    callback_identifier       words not null,  -- what a callback about it carries
    taken                     timestamptz,  -- when Swish took it
    ask_at                    timestamptz,  -- when Swish is asked again; none where it has ended
    until_day                 date not null,  -- the last day on which nobody has to find out
    primary key (account_id, id),
    constraint swish_refunds_id_is_there foreign key (account_id, id) references refunds
);
comment on table swish_refunds is 'tenant: refunds that Swish was asked for, and what became of them';
create index swish_refunds_by_callback on swish_refunds (callback_identifier);
create index swish_refunds_to_ask on swish_refunds (ask_at) where ask_at is not null;


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
    creditor_id               id,  -- none where it is our own
    case_id                   id,  -- where it is one invoice's
    payout_reference          words not null,
    finance_category          finance_category not null,
    finance_interval          finance_interval not null,
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
    not_ready_reason          payout_not_ready,
    -- How it was paid: the order to the bank, or none where somebody paid it by hand.
    bank_payout_request       id,
    payout_date               timestamptz,
    bank_account              jsonb,  -- where to
    banking_account           words,  -- where from
    document_number           integer,
    document_id               id,
    bookings                  integer not null default 0,
    head_hash                 text not null default repeat('0', 64),
    approvals_required        integer not null default 0,  -- the creditor's setting as it was last looked at
    changed_by                words[] not null default '{}',  -- who changed it by hand, in order; '' where its account moved
    transfer_id               id,  -- the transfer that it was paid by with others of its day
    primary key (account_id, id),
    constraint payouts_creditor_is_there foreign key (account_id, creditor_id) references creditors,
    constraint payouts_case_is_there foreign key (account_id, case_id) references cases,
    constraint payouts_are_of_a_creditor_or_our_own check ((finance_category = 'operator_fees') = (creditor_id is null)),
    constraint payouts_that_are_ordered_are_dated check (bank_payout_request is null or payout_date is not null),
    constraint payouts_that_are_paid_are_of_something check (payout_date is null or amount + vat_amount > 0),
    constraint payouts_that_are_ready_wait_for_nothing check (not (ready_for_payout and not_ready_reason is not null)),
    constraint payouts_number_documents_in_a_series_of_the_creditor unique (account_id, creditor_id, document_number)
);
comment on table payouts is 'tenant: what is paid to creditors and to ourselves, by category and period';
create index payouts_by_id on payouts (id);
create index payouts_of_creditor on payouts (account_id, creditor_id, id);
create index payouts_open on payouts (account_id) where payout_date is null;
create index payouts_by_reference on payouts (payout_reference);

-- What a second person has approved, other than payouts: an amount, and by a hash whose account it is and which.
create table second_approvals (
    account_id                id not null,
    id                        id not null,
    created                   timestamptz not null,
    kind                      approval_kind not null,
    subject_id                id not null,  -- the refund, the bank refund, the creditor, the held act, or the month as an id
    amount                    bigint not null,
    what_hash                 bytea not null,
    user_id                   id not null,
    let_in_by                 words[],  -- who made the link that the person had signed in by
    is_rejected               boolean,  -- of a rejection; nothing where it is an approval
    reason                    words,  -- why it was rejected
    primary key (account_id, id),
    constraint second_approvals_are_given_once unique (account_id, kind, subject_id, what_hash, amount, user_id)
);
comment on table second_approvals is 'tenant: what a second person has approved, of which amount and account; of no account: zeros';

-- An act that gives up much of what is owed: it is done once a second person has approved it.
create table held_acts (
    account_id                id not null,
    id                        id not null,
    created                   timestamptz not null,
    creditor_id               id not null,
    case_id                   id not null,
    act                       held_act_code not null,
    amount                    bigint not null constraint held_acts_amount_is_positive check (amount > 0),
    body                      jsonb not null,
    asked_by                  words[] not null,  -- everybody who may have asked for it; the first is the user
    decided                   timestamptz,
    primary key (account_id, id),
    constraint held_acts_case_is_there foreign key (account_id, case_id) references cases
);
comment on table held_acts is 'tenant: acts that give up much of what is owed, which wait for a second person';
create index held_acts_waiting on held_acts (account_id, id) where decided is null;
create index held_acts_of_case on held_acts (account_id, case_id, id);

-- That a person approved a payout: the amount, where to, and in which round, which is how often it had been changed by then.
create table payout_approvals (
    account_id                id not null,
    payout_id                 id not null,
    position                  integer not null constraint payout_approvals_position_is_positive check (position > 0),
    at                        timestamptz not null,
    user_id                   id not null,
    amount                    bigint not null,
    bank_account              jsonb not null,
    round                     integer not null,
    previous_hash             text not null,
    hash                      text not null,
    let_in_by                 words[],  -- who made the link that the person had signed in by
    primary key (account_id, payout_id, position),
    constraint payout_approvals_payout_is_there foreign key (account_id, payout_id) references payouts,
    constraint payout_approvals_are_given_once unique (account_id, payout_id, user_id, round, amount)
);
comment on table payout_approvals is 'tenant: who let a payout leave, chained payout by payout';

-- A line that a settlement owes to the creditor, made in the settlement's own transaction. It is loose until it is gathered.
create table payout_specifications (
    account_id                id not null,
    id                        id not null,
    created                   timestamptz not null,
    updated                   timestamptz not null,
    revision                  integer not null default 1,
    creditor_id               id,  -- none where it is our own
    case_id                   id not null,
    booking_id                id not null,
    payment_id                id not null,
    settles                   words not null,
    settled_type              claim_article not null,
    bank_date                 date not null,
    booking_date              date not null,
    article                   payout_article not null,
    finance_category          finance_category not null,
    amount                    bigint not null,
    vat_amount                bigint not null,
    share_percent             numeric,  -- of commission: what it was computed with
    vat_percent               integer,
    invoice_number            words not null,
    reference_number          words,
    payout_id                 id,
    operator_invoice_id       id,  -- that it is billed in
    paid_invoice_id           id,  -- of a line that pays one
    primary key (account_id, id),
    constraint payout_specifications_booking_is_there foreign key (account_id, booking_id) references bookings,
    constraint payout_specifications_payout_is_there foreign key (account_id, payout_id) references payouts,
    constraint payout_specifications_are_of_a_creditor_or_our_own
        check ((finance_category = 'operator_fees') = (creditor_id is null)),
    constraint payout_specifications_are_of_something check (amount <> 0 or vat_amount <> 0),
    constraint payout_specifications_of_commission_say_their_share
        check ((finance_category = 'creditor_commission') = (share_percent is not null and vat_percent is not null))
);
comment on table payout_specifications is 'tenant: what settled money owes to creditors and leaves to us, line by line';
create index payout_specifications_by_id on payout_specifications (id);
create index payout_specifications_of_creditor on payout_specifications (account_id, creditor_id, id);
create index payout_specifications_of_case on payout_specifications (account_id, case_id);
create index payout_specifications_of_payout on payout_specifications (account_id, payout_id, id) where payout_id is not null;
create index payout_specifications_loose on payout_specifications (account_id, creditor_id) where payout_id is null;
create index payout_specifications_to_invoice on payout_specifications (account_id, booking_date)
    where operator_invoice_id is null and (finance_category = 'operator_fees' or vat_amount <> 0);

create table ledger_settlements (
    account_id                id not null,
    id                        id not null,  -- the payout's own
    created                   timestamptz not null,
    updated                   timestamptz not null,
    revision                  integer not null default 1,
    creditor_id               id not null,
    internal_ref              words not null,  -- the ledger's own voucher of it
    primary key (account_id, id),
    constraint ledger_settlements_id_is_there foreign key (account_id, id) references payouts
);
comment on table ledger_settlements is 'tenant: payouts that a ledger has booked, with the ledger''s own voucher';

create table payout_bookings (
    account_id                id not null,
    payout_id                 id not null,
    position                  integer not null constraint payout_bookings_position_is_positive check (position > 0),
    id                        id not null,
    at                        timestamptz not null,
    booked_on                 date not null,
    act                       payout_act not null,
    ledger_accounts           integer[] not null,
    amounts                   bigint[] not null,
    previous_hash             text not null,
    hash                      text not null,
    primary key (account_id, payout_id, position),
    constraint payout_bookings_payout_is_there foreign key (account_id, payout_id) references payouts,
    constraint payout_bookings_balance check (sum_of(amounts) = 0),
    constraint payout_bookings_name_an_account_for_each_amount check (cardinality(ledger_accounts) = cardinality(amounts))
);
comment on table payout_bookings is 'tenant: the journal of what was paid out, chained payout by payout';
create index payout_bookings_by_day on payout_bookings (booked_on);
create trigger payout_bookings_are_append_only before update or delete on payout_bookings
    for each row execute function refuse_change();
create trigger payout_bookings_are_not_truncated before truncate on payout_bookings
    for each statement execute function refuse_change();

-- Tokens of accounting systems whose consents end where a token is used twice.
create table accounting_tokens (
    account_id                id not null,
    id                        id not null,  -- the creditor's own
    created                   timestamptz not null,
    updated                   timestamptz not null,
    revision                  integer not null default 1,
    refresh_token             words not null,  -- encrypted by the secret of the client, which is in the settings
    claimed_until             timestamptz,  -- by the one who exchanges it: it can be used once
    primary key (account_id, id),
    constraint accounting_tokens_id_is_there foreign key (account_id, id) references creditors on delete cascade
);
comment on table accounting_tokens is 'tenant: tokens by which creditors let the installation into their accounting systems';

-- Whether bookings go to the accounting system of a creditor.
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

-- What goes there: payments and creditings of cases, and payouts.
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
    lines                     jsonb,  -- of a payout: öre by what they are for
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

-- Rows of law that an operator adds: reference rates, fees, caps and orders of payment. One holds once it is approved.
create table law_rows (
    id                        id primary key,
    created                   timestamptz not null,
    article                   law_row_kind not null,
    begins                    date not null,
    amount                    bigint,
    percent                   numeric,
    parts                     jsonb,
    claim_kind                words,  -- of an order of payment; null for every kind
    is_for_consumers          boolean not null,
    source                    words not null,
    status                    law_row_status not null,
    proposed_by               words[],  -- everybody who had a hand in it, the user first; null from the command line
    decided                   timestamptz,
    decided_by                id,
    known                     timestamptz,  -- the moment of approval on the business clock
    restated_account          id,  -- how far open cases have been restated: the account, and the case in it
    restated_case             id,
    restated                  timestamptz,
    constraint law_rows_have_one_value check (num_nonnulls(amount, percent, parts) = 1),
    constraint law_rows_are_known_once_approved check ((known is not null) = (status = 'approved'))
);
comment on table law_rows is 'local: rows of law that an operator added, proposed, approved or rejected';
create index law_rows_to_restate on law_rows (decided) where status = 'approved' and restated is null;

-- A row that is decided stays as it was decided. Only how far cases have been restated is noted in it.
create function refuse_new_law() returns trigger language plpgsql as $$
declare
    noted constant text[] = '{restated,restated_account,restated_case,content_hash}';
begin
    if tg_op = 'UPDATE' and (old.status = 'proposed' or to_jsonb(new) - noted = to_jsonb(old) - noted) then
        return new;
    end if;
    raise exception 'a row of law that is decided does not change' using errcode = 'restrict_violation';
end $$;
create trigger law_rows_stay_as_decided before update or delete on law_rows
    for each row execute function refuse_new_law();
create trigger law_rows_are_not_truncated before truncate on law_rows
    for each statement execute function refuse_change();

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
    outlay_amount             bigint,
    outlays                   jsonb,
    primary key (account_id, id),
    constraint operator_invoices_are_one_a_month unique (account_id, creditor_id, period_start_date)
);
comment on table operator_invoices is 'tenant: invoices to creditors for what the operator keeps of fees';
alter table deliveries
    add constraint deliveries_operator_invoice_is_there foreign key (account_id, operator_invoice_id) references operator_invoices,
    add constraint deliveries_payout_is_there foreign key (account_id, payout_id) references payouts;
create index operator_invoices_by_id on operator_invoices (id);
create index operator_invoices_by_number on operator_invoices (number);
create index operator_invoices_of_creditor on operator_invoices (account_id, creditor_id, id);

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
    bank_key                  text,  -- of the payment in a bank file of our own account
    primary key (account_id, operator_invoice_id, position),
    constraint operator_invoice_bookings_operator_invoice_is_there
        foreign key (account_id, operator_invoice_id) references operator_invoices,
    constraint operator_invoice_bookings_balance check (sum_of(amounts) = 0),
    constraint operator_invoice_bookings_name_an_account_for_each_amount
        check (cardinality(ledger_accounts) = cardinality(amounts))
);
comment on table operator_invoice_bookings is 'tenant: the journal of invoices to creditors, chained invoice by invoice';
create index operator_invoice_bookings_by_day on operator_invoice_bookings (booked_on);
create unique index operator_invoice_bookings_of_payments on operator_invoice_bookings (account_id, bank_key);
create trigger operator_invoice_bookings_are_append_only before update or delete on operator_invoice_bookings
    for each row execute function refuse_change();
create trigger operator_invoice_bookings_are_not_truncated before truncate on operator_invoice_bookings
    for each statement execute function refuse_change();

create table operator_invoice_runs (
    account_id                id primary key constraint operator_invoice_runs_account_is_there references accounts,
    invoiced_until            date not null
);
comment on table operator_invoice_runs is 'tenant: the last day of the last month whose fees of an account were invoiced';

-- Months of the operator's ledger that are closed: nothing is dated into them any more. A row begins as a proposal.
create table closed_periods (
    month                     date primary key constraint closed_periods_month_is_its_first_day check (extract(day from month) = 1),
    last_day                  date not null,
    proposed                  timestamptz not null,
    proposed_by               id,  -- nobody where the command line proposed it
    closed                    timestamptz,
    closed_on                 date,  -- the business day
    confirmed_by              id,
    vouchers                  integer,
    file                      bytea,  -- the export, which never changes
    file_hash                 text,
    constraint closed_periods_have_a_file check ((closed is null) = (file is null))
);
comment on table closed_periods is 'local: months of the operator''s ledger that are closed, with their exports';

-- Bookings of the last two days before a closing that it counts. Others of these days came after it.
create table closed_period_bookings (
    month                     date not null constraint closed_period_bookings_month_is_there references closed_periods,
    booking_id                id not null,
    primary key (month, booking_id)
);
comment on table closed_period_bookings is 'local: which bookings of its last two days a closing counts';

create function refuse_reopening() returns trigger language plpgsql as $$
begin
    if old.closed is null then
        return case when tg_op = 'DELETE' then old else new end;
    end if;
    raise exception 'a closed period is not opened again' using errcode = 'restrict_violation';
end $$;
create trigger closed_periods_stay_closed before update or delete on closed_periods
    for each row execute function refuse_reopening();
create trigger closed_periods_are_not_truncated before truncate on closed_periods
    for each statement execute function refuse_change();
create trigger closed_period_bookings_are_append_only before update or delete on closed_period_bookings
    for each row execute function refuse_change();
create trigger closed_period_bookings_are_not_truncated before truncate on closed_period_bookings
    for each statement execute function refuse_change();

create table payout_preparations (
    account_id                id primary key constraint payout_preparations_account_is_there references accounts,
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
    status                    bank_order_status not null default 'gathering',
    transfers                 integer not null default 0,
    amount                    bigint not null default 0,
    sha256                    bytea constraint bank_orders_sha256_has_32_bytes check (length(sha256) = 32),
    ordered_on                date,  -- the business day from which the books count it as gone; not known of old orders
    constraint bank_orders_that_are_closed_have_a_content check ((status = 'gathering') = (sha256 is null))
);
comment on table bank_orders is 'local: orders to the bank, each a file';
create unique index bank_orders_are_made_one_at_a_time on bank_orders ((true)) where status <> 'written';

create table bank_order_lines (
    order_id                  id not null constraint bank_order_lines_order_is_there references bank_orders,
    position                  integer not null constraint bank_order_lines_position_is_positive check (position > 0),
    kind                      bank_order_line_kind not null,
    subject_id                id not null,
    account_id                id,
    case_id                   id,
    payment_id                id,
    amount                    bigint not null constraint bank_order_lines_amount_is_positive check (amount > 0),
    execution_date            date not null,
    name                      words not null,
    address                   jsonb not null,
    bank_account              jsonb not null,
    message                   words not null,
    transfer_id               id,  -- lines of one transfer; none where the line is one by itself
    attempt                   integer,  -- of a payout that the bank rejected before: which order it is that pays it
    status                    transfer_status,  -- the bank's last answer on the transfer; none where there is none
    status_reason             words,  -- the bank's code, where it rejected it
    rejected_on               date,
    primary key (order_id, position)
);
comment on table bank_order_lines is 'local: what the bank was ordered to pay; each thing once for ever, which a unique key holds';
create unique index bank_order_lines_pay_each_thing_once_an_attempt
    on bank_order_lines (kind, subject_id, coalesce(attempt, 1));
create index bank_order_lines_by_transfer on bank_order_lines (coalesce(transfer_id, subject_id));
create index bank_order_lines_of_case on bank_order_lines (account_id, case_id) where case_id is not null;
create index cases_with_a_refund on cases (account_id, id) where refund_amount > 0;


-- Who did what -----------------------------------------------------------------------------------------------------------------

-- Orders what is logged in the same moment.
create sequence audit_serials as bigint cache 20;

create table audit_log (
    -- Of what is no account's: twenty-four zeros, so that the key holds it and the row lies where its cause lies.
    account_id                id not null default '000000000000000000000000',
    -- The serial of another node begins at a multiple of 2^48; the remainder by 2^48 - 2^40 fits, and keeps nodes apart.
    id                        id not null default
        lpad(to_hex((date_part('epoch', now()) * 65536)::bigint), 12, '0') || lpad(to_hex(nextval('audit_serials') % 280375465082880), 12, '0'),
    created                   timestamptz not null default date_trunc('second', now()),
    "by"                      audit_by not null,
    user_id                   words,  -- a user's id; for a command the system's own user, for the database its role
    address                   words,
    request_id                words,
    act                       words,
    kind                      audit_kind not null,
    resource                  words not null,
    document_id               words,
    documents                 jsonb,  -- of the reading of a list: the ids that it showed
    creditor_id               words,
    changes                   jsonb,  -- field → what it was and what it became; null where it had or has no value
    erased                    timestamptz,
    primary key (account_id, id)
);
comment on table audit_log is 'tenant: who did what, when, from where, on which document';
create index audit_log_by_id on audit_log (id);
create index audit_log_of_document on audit_log (document_id, id);
create index audit_log_of_user on audit_log (user_id, id);
create index audit_log_of_resource on audit_log (resource, kind, id);
create index audit_log_by_time on audit_log using brin (created) with (pages_per_range = 16);
create index audit_log_of_listed on audit_log using gin (documents jsonb_path_ops) where documents is not null;

-- Nothing in it is changed, but that what a person has the right to have erased leaves `changes`; and nothing is deleted
-- before its time, which is never within a month. Either is done by an act that says so by a setting of its own.
create function keep_audit_log() returns trigger language plpgsql as $$
begin
    if tg_op = 'UPDATE' and current_setting('fordran.erasing', true) = 'on' and new.erased is not null then
        if (old.account_id, old.id, old.created, old."by", old.user_id, old.address, old.request_id, old.act, old.kind,
            old.resource, old.document_id, old.documents, old.creditor_id)
           is not distinct from
           (new.account_id, new.id, new.created, new."by", new.user_id, new.address, new.request_id, new.act, new.kind,
            new.resource, new.document_id, new.documents, new.creditor_id) then
            return new;
        end if;
    elsif tg_op = 'DELETE' and current_setting('fordran.forgetting', true) = 'on' and old.created < now() - interval '30 days' then
        return old;
    end if;
    raise exception 'audit_log is append-only: nothing in it is changed or deleted' using errcode = 'restrict_violation';
end $$;
create trigger audit_log_is_append_only before update or delete on audit_log for each row execute function keep_audit_log();
create trigger audit_log_is_not_truncated before truncate on audit_log for each statement execute function refuse_change();

-- What is recorded of which table: one row each. `keep_audit` reads it; a table without a row has everything recorded, and a
-- test asks for its row. `derived` columns are not shown, `secret` ones neither, but that they changed is.
create table audit_rules (
    table_name                words primary key,
    records                   audit_records not null,
    reason                    words not null,
    resource                  words,  -- as the interface calls it, where that is not the table's own name
    document                  words not null default 'id',  -- the column that says which document a row is, or is a part of
    keeps_new                 boolean not null default true,  -- whether `after` holds what is made, or the view reads it there
    often                     words[] not null default '{}',  -- columns that change often, which are compared the quick way
    derived                   words[] not null default '{}',
    secret                    words[] not null default '{}'
);
comment on table audit_rules is 'reference: what the audit log records of each table, and why';

insert into audit_rules (table_name, records, reason) values
    ('agreement_templates', 'everything', 'They decide how cases are treated.'),
    ('partners', 'everything', 'Somebody adds each.'),
    ('accounts', 'everything', 'Somebody adds each.'),
    ('creditors', 'everything', 'Somebody adds each, and where it is paid must be seen.'),
    ('applications', 'changes', 'Made with the installation.'),
    ('ocr_numbers', 'changes', 'Made with a case.'),
    ('bookings', 'changes', 'The journal is its own record.'),
    ('request_logs', 'nothing', 'A log itself, forgotten soon.'),
    ('steps', 'changes', 'What was done to a case is a change of the case.'),
    ('envelopes', 'nothing', 'What becomes of an envelope is a change of its letters.'),
    ('events', 'nothing', 'They tell of what is recorded here.'),
    ('bank_payments', 'changes', 'Made by a file, or by a decision on a transaction.'),
    ('bank_bookings', 'changes', 'The journal is its own record.'),
    ('bank_refunds', 'everything', 'Somebody decides each.'),
    ('payout_bookings', 'changes', 'The journal is its own record.'),
    ('operator_invoice_bookings', 'changes', 'The journal is its own record.'),
    ('bank_orders', 'everything', 'Money that leaves.'),
    ('webhook_states', 'nothing', 'How far the worker has come.'),
    ('webhook_deliveries', 'nothing', 'A log itself.'),
    ('client_uses', 'nothing', 'Every sign-in is recorded by itself.'),
    ('audit_log', 'nothing', 'Append-only.'),
    ('spar_answers', 'nothing', 'What follows on an answer is a change of the customer.'),
    ('kivra_matches', 'nothing', 'Kivra tells it, once a day, of everybody who is asked about.'),
    ('sms_notices', 'nothing', 'A notice follows from a letter or a plan, which are recorded.'),
    ('company_answers', 'nothing', 'The effects of an answer are a change of the customer and work items.'),
    ('import_files', 'nothing', 'The report of its import is recorded.'),
    ('fortnox_pulls', 'nothing', 'How far a pull came; the cases of it are recorded.'),
    ('fortnox_invoices', 'nothing', 'The case that is made of an invoice is recorded, and so is its work item.'),
    ('enforcement_messages', 'nothing', 'A message follows from an act on the application, which is recorded.'),
    ('enforcement_entries', 'nothing', 'The effects of a reply are changes of the application and its cases.'),
    ('enforcement_feed', 'nothing', 'How far the worker has come.'),
    ('ledger_connections', 'everything', 'Somebody connects each.'),
    ('ledger_cases', 'nothing', 'The case that is made is recorded.'),
    ('ledger_reports', 'nothing', 'The payment or crediting that is made is recorded.'),
    ('ledger_settlements', 'nothing', 'How a ledger booked a payout.'),
    ('accounting_states', 'nothing', 'Since when bookings are sent; the bookings are the journal.'),
    ('accounting_tokens', 'nothing', 'It is another one each hour, and opens nothing without the settings.'),
    ('accounting_entries', 'nothing', 'What was booked is the journal; what cannot be sent is a work item.');
-- Under the names of the interface, and with what is not shown.
insert into audit_rules (table_name, records, reason, resource, derived, secret) values
    ('users', 'everything', 'Who may act, and who let them.', null, '{}', '{api_code_hash}'),
    ('access_groups', 'changes', 'Made by the service with their partner, account or creditor.', 'access--groups', '{}', '{}'),
    ('locale_entries', 'changes', 'Made with the installation.', 'locales', '{}', '{}'),
    ('customers', 'changes', 'Made by a registration, which is recorded.', null, '{name_folded,email_folded,id_number_compact}', '{}'),
    ('cases', 'changes', 'Made by a registration, which is recorded.', null,
        '{facts,transactions,state_history,status_history,latest_state_date,bookings,head_hash}', '{}'),
    ('invoices', 'changes', 'Made by a registration, which is recorded.', null, '{matrix}', '{}'),
    ('media_files', 'everything', 'Files that are uploaded or made.', 'media--files', '{sha256}', '{}'),
    ('file_imports', 'everything', 'Somebody imports each.', 'file--import-reports', '{}', '{}'),
    ('letters', 'changes', 'Made by a step of a case.', null, '{details,checklist}', '{}'),
    ('enforcements', 'changes', 'Made by a step of a case.', null, '{}', '{}'),
    ('work_items', 'changes', 'Made by the service, for a person to resolve.', 'work--items', '{}', '{}'),
    ('bank_files', 'everything', 'Somebody imports each.', 'bank--files', '{}', '{}'),
    ('bank_transactions', 'changes', 'Made by a file, which is recorded.', 'bank--transactions', '{bookings,head_hash}', '{}'),
    ('payouts', 'everything', 'Money that leaves.', 'finance--payouts', '{summary,bookings,head_hash}', '{}'),
    ('payout_specifications', 'changes', 'Made by a settlement.', 'finance--payout-specifications', '{}', '{}'),
    ('refunds', 'everything', 'Money that leaves.', null, '{}', '{}'),
    ('operator_invoices', 'everything', 'What creditors are billed.', 'operator--invoices', '{bookings,head_hash}', '{}'),
    ('webhooks', 'everything', 'Where what happens is told.', null, '{}', '{secret_salt,previous_secret_salt}'),
    ('complaints', 'everything', 'Somebody registers each.', null, '{}', '{}'),
    ('protected_details', 'changes', 'Moved from customers, whose change is recorded.', null, '{}',
        '{address,mobile_number,email,e_invoice_address}');
insert into audit_rules (table_name, records, reason, resource) values
    ('assignment_rules', 'everything', 'Somebody writes each.', 'assignment--rules');
insert into audit_rules (table_name, records, reason, resource) values
    ('saved_views', 'everything', 'Somebody saves each.', 'saved--views');
insert into audit_rules (table_name, records, reason, resource, derived) values
    ('bulk_acts', 'everything', 'Somebody asks for each.', 'bulk--acts', '{done,waiting,refused}');
insert into audit_rules (table_name, records, reason, document) values
    ('bulk_act_cases', 'nothing', 'What is done to each case is recorded.', 'bulk_act_id');
insert into audit_rules (table_name, records, reason) values
    ('autogiro_files', 'nothing', 'What a file does to a mandate is recorded.'),
    ('autogiro_transfers', 'nothing', 'What money does to a case is recorded.');
insert into audit_rules (table_name, records, reason, resource, derived) values
    ('autogiro_mandates', 'everything', 'Somebody asks for each.', 'autogiro--mandates', '{case_revision}');
insert into audit_rules (table_name, records, reason, resource, document, derived) values
    ('autogiro_debits', 'everything', 'Money is drawn by each.', 'cases', 'case_id', '{case_revision}');
insert into audit_rules (table_name, records, reason, resource, derived) values
    ('erasure_batches', 'everything', 'A person decides on each.', 'erasure--batches', '{erased,kept}');
insert into audit_rules (table_name, records, reason, document) values
    ('erasure_batch_customers', 'nothing', 'What is erased is recorded in erasures.', 'erasure_batch_id');
insert into audit_rules (table_name, records, reason, resource, derived) values
    ('law_rows', 'everything', 'Who decided what debtors are charged must be seen.', 'law--rows',
     '{restated_account,restated_case,restated}');
-- Whose documents never change: what they were when they were made is what they are.
insert into audit_rules (table_name, records, reason, resource, document, derived, secret) values
    ('swish_payments', 'everything', 'A debtor pays by each.', 'cases', 'case_id', '{ask_at}',
        '{request_id,callback_identifier,token}'),
    ('swish_refunds', 'everything', 'Money leaves by each.', 'cases', 'case_id', '{ask_at}', '{request_id,callback_identifier}');
insert into audit_rules (table_name, records, reason, resource, document, derived) values
    ('closed_periods', 'everything', 'Who closed the books must be seen.', 'closed-periods', 'month', '{file}');
insert into audit_rules (table_name, records, reason, document) values
    ('closed_period_bookings', 'nothing', 'They follow from closing a period.', 'month');
insert into audit_rules (table_name, records, reason, resource, keeps_new) values
    ('invoice_registrations', 'everything', 'What a caller sent; it does not change.', 'invoice--registrations', false),
    ('case_registrations', 'everything', 'What a caller sent; it does not change.', 'case--registrations', false),
    ('creditor_payments', 'everything', 'What a caller sent; it does not change.', 'creditor--payments', false),
    ('creditor_creditings', 'everything', 'What a caller sent; it does not change.', 'creditor--creditings', false),
    ('creditor_cancellations', 'everything', 'What a caller sent; it does not change.', 'creditor--cancellations', false);
-- Parts of documents.
insert into audit_rules (table_name, records, reason, resource, document) values
    ('user_groups', 'everything', 'What a user may see.', 'users', 'user_id'),
    ('second_approvals', 'everything', 'Who let money leave.', 'approvals', 'subject_id'),
    ('held_acts', 'everything', 'Somebody asks for each.', 'approvals', 'id'),
    ('user_keys', 'everything', 'With what a user signs.', 'users', 'user_id'),
    ('user_networks', 'everything', 'From where a user comes.', 'users', 'user_id'),
    ('file_import_rows', 'changes', 'Made by an import, which is recorded.', 'file--import-reports', 'file_import_id'),
    ('bank_order_lines', 'changes', 'Made with an order, which is recorded.', 'bank_orders', 'order_id');
insert into audit_rules (table_name, records, reason, resource, document, secret) values
    ('previous_codes', 'everything', 'With what a user may sign in yet.', 'users', 'user_id', '{code_hash}'),
    ('debtor_codes', 'changes', 'Made with a letter or an invoice.', 'cases', 'case_id', '{code_mark}');
insert into audit_rules (table_name, records, reason, resource, document, derived, secret) values
    ('passkeys', 'everything', 'With what a user signs in.', 'users', 'user_id', '{sign_count,last_used}', '{public_key}');
-- What is no document.
insert into audit_rules (table_name, records, reason, document, secret) values
    ('installation', 'everything', 'Its settings and its clock are everybody''s.', '', '{token_key,code_key_mark}'),
    ('seals', 'changes', 'The journal is its own record.', '', '{}'),
    ('payout_preparations', 'nothing', 'How far the worker has come.', '', '{}'),
    ('operator_invoice_runs', 'nothing', 'How far the worker has come.', '', '{}'),
    ('failed_sign_ins', 'nothing', 'Forgotten in a minute.', '', '{}'),
    ('sign_in_links', 'nothing', 'Every sign-in is recorded by itself.', '', '{}'),
    ('confirming_mails', 'nothing', 'Counted to bound what is sent.', '', '{}'),
    ('sessions', 'nothing', 'Every sign-in and its end is recorded by itself.', '', '{}'),
    ('sign_in_attempts', 'nothing', 'Forgotten in minutes.', '', '{}'),
    ('idempotent_answers', 'nothing', 'Answers to what is recorded here.', '', '{}'),
    ('event_stream', 'nothing', 'How far events are numbered.', '', '{}'),
    ('tallies', 'nothing', 'Counted from documents.', '', '{}'),
    ('tally_changes', 'nothing', 'Counted from documents.', '', '{}'),
    ('audit_rules', 'everything', 'What is recorded decides what can be known.', '', '{}');
update audit_rules set often = '{state,status,next_step,next_step_date,closed,close_reason,flow,refund_amount,
    total_added_capital_amount,total_added_interest_amount,total_added_costs_amount,
    total_remaining_capital_amount,total_remaining_interest_amount,total_remaining_costs_amount}'
where table_name = 'cases';

-- Who acts. Our connections say so with every BEGIN, by a setting; whoever does not is known by the role and the program.
create function acting() returns jsonb language plpgsql stable as $$
begin
    return coalesce(
        nullif(current_setting('fordran.actor', true), '')::jsonb,
        jsonb_build_object('by', 'database', 'user', session_user, 'address', host(inet_client_addr()),
                           'act', current_setting('application_name')));
end $$;

-- A row's field as the interface shows it: amounts in kronor, and of a secret only that there is one.
create function shown_in_audit(name text, value jsonb, secret text[]) returns jsonb language sql immutable
    return case
        when value is null or value = 'null' then null
        when name = any(secret) then '"not shown"'
        when name ~ '(amount|capital|^fee$|^total_)' and jsonb_typeof(value) = 'number' then to_jsonb(trim_scale(value::numeric / 100))
        else value
    end;

-- What differs between a row as it was and as it became; one of them is null where it was made or deleted.
create function changes_between(before jsonb, after jsonb, hidden text[], secret text[]) returns jsonb language sql immutable
    return (
        select coalesce(jsonb_object_agg(regexp_replace(name, '_id$', ''), jsonb_build_array(
                   shown_in_audit(name, before -> name, secret), shown_in_audit(name, after -> name, secret))), '{}')
        from jsonb_object_keys(coalesce(after, before)) name
        where coalesce(before -> name, 'null') <> coalesce(after -> name, 'null') and name <> all(hidden));

-- One side of such changes: 0 is before, 1 is after.
create function side_of(changes jsonb, side integer) returns jsonb language sql immutable strict
    return (
        select coalesce(jsonb_object_agg(c.key, c.value -> side) filter (where c.value -> side <> 'null'), '{}')
        from jsonb_each(changes) c);

-- What a registration says of a customer, without how a protected person is reached.
create function without_contacts(customer jsonb) returns jsonb language sql immutable parallel safe strict
    return (customer - '{mobile_number,email,e_invoice_address}'::text[]) ||
        '{"address": {"address_line_1": "Skatteverket", "address_line_2": "Box 2820", "zip_code": "403 20", "city": "Göteborg", "country": "SE"}}';

-- The changes in an entry of the audit log, without how a protected person is reached.
create function shown_changes(resource text, account text, document text, changes jsonb) returns jsonb language plpgsql stable as $$
begin
    if changes is null or resource not in ('customers', 'customer_details') or not changes ?| '{address,mobile_number,email,e_invoice_address}' then
        return changes;
    end if;
    if exists (select 1 from fordran.protected_details p where p.account_id = account and p.id = document) then
        return changes - '{address,mobile_number,email,e_invoice_address,warnings}'::text[];
    end if;
    return changes;
end $$;

-- A document that a caller made and nobody changes, whose log holds no copy of it.
create function document_made(resource text, account text, document text) returns jsonb language plpgsql stable as $$
declare
    hidden constant text[] := '{id,created,updated,revision,account_id,creditor_id,content_hash}';
begin
    case resource
        when 'invoice--registrations' then
            return (select case when r.is_protected then r.document || jsonb_build_object('customer', fordran.without_contacts(r.document -> 'customer'))
                    else r.document end from fordran.invoice_registrations r where r.account_id = account and r.id = $3);
        when 'case--registrations' then
            return (select case when r.is_protected then r.document || jsonb_build_object('customer', fordran.without_contacts(r.document -> 'customer'))
                    else r.document end from fordran.case_registrations r where r.account_id = account and r.id = $3);
        when 'creditor--payments' then
            return (select fordran.side_of(fordran.changes_between(null, to_jsonb(p), hidden, '{}'), 1)
                    from fordran.creditor_payments p where p.account_id = account and p.id = $3);
        when 'creditor--creditings' then
            return (select fordran.side_of(fordran.changes_between(null, to_jsonb(p), hidden, '{}'), 1)
                    from fordran.creditor_creditings p where p.account_id = account and p.id = $3);
        when 'creditor--cancellations' then
            return (select fordran.side_of(fordran.changes_between(null, to_jsonb(p), hidden, '{}'), 1)
                    from fordran.creditor_cancellations p where p.account_id = account and p.id = $3);
        else
            return null;
    end case;
end $$;

-- Which row of audit_rules a table has, with what follows from its columns. A table without one has everything recorded.
create view audited_tables as
select t.relation, t.name, coalesce(r.records, 'everything') as records, coalesce(r.resource, t.name) as resource,
       coalesce(r.keeps_new, true) as keeps_new,
       -- A row that is a part of a document is a change of it, whatever happens to the row.
       coalesce(r.document, 'id') not in ('', 'id') as is_part,
       coalesce(r.often, '{}')::text[] as often, coalesce(r.derived, '{}')::text[] || '{created,updated,revision}' as derived,
       coalesce(r.secret, '{}')::text[] as secret,
       case when t.name = 'accounts' then 'id' when 'account_id' = any(t.columns) then 'account_id' end as account,
       case when t.name = 'creditors' then 'id' when 'creditor_id' = any(t.columns) then 'creditor_id' end as creditor,
       (select c from unnest(t.columns) c where c = coalesce(r.document, 'id')) as document,
       t.columns, t.key, '{id,account_id,creditor_id,content_hash}'::text[] as owned,  -- what the log says of a row in columns of its own
       t.word
from (select c.oid::regclass as relation, c.relname::text as name, split_part(obj_description(c.oid, 'pg_class'), ':', 1) as word,
             array(select a.attname::text from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) as columns,
             array(select a.attname::text from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any(i.indkey)
                   where i.indrelid = c.oid and i.indisprimary order by a.attname) as key
      from pg_class c where c.relnamespace = 'fordran'::regnamespace and c.relkind = 'r') t
left join audit_rules r on r.table_name = t.name;

-- A row is known by its key, here as everywhere.
create function refuse_another_key() returns trigger language plpgsql as $$
begin
    raise exception 'the key of a row of % does not change', fordran.table_of(tg_table_name) using errcode = 'restrict_violation';
end $$;

-- How a trigger names what a statement has changed.
create function transition_tables(operation text, before text, after text) returns text language sql immutable
    return 'referencing ' || concat_ws(' ',
        case when operation in ('update', 'delete') then 'old table as ' || before end,
        case when operation in ('insert', 'update') then 'new table as ' || after end);

-- The function that records what a statement did to the rows of a table, from expressions of the rows {o}, {n} and {row}.
create function audit_by_statement(t audited_tables, made text, changes text, is_hidden text, owners text, same_key text)
returns text language plpgsql stable as $$
declare
    into_log constant text := 'insert into fordran.audit_log ("by", user_id, address, act, resource, '
        'account_id, creditor_id, document_id, kind, changes, request_id) select a.actor ->> ''by'', a.actor ->> ''user'', '
        'a.actor ->> ''address'', a.actor ->> ''act'', ';
    -- A transaction that writes documents of several requests says which document came with which.
    request constant text := 'coalesce(a.actor -> ''requests'' ->> {document}, a.actor ->> ''request_id'')';
    document constant text := coalesce('w.' || quote_ident(t.document) || '::text', 'null');
    -- Not a variable, since a statement without parameters is planned once; and computed once.
    actor constant text := '(select fordran.acting() as actor offset 0) a';
begin
    return format($function$
            create or replace function fordran.%I() returns trigger language plpgsql as $body$
            declare
                recorded integer;
                writer constant text := current_setting('fordran.writer', true);
            begin
                -- An entry is the service's own, whoever made the change that it tells of.
                if writer is distinct from 'on' then
                    perform set_config('fordran.writer', 'on', true);
                end if;
                if tg_op = 'INSERT' then
                    %s %L, %s, %L, %s, %s from new_rows w, %s;
                elsif tg_op = 'UPDATE' then
                    %s %L, n.account, n.creditor, n.document, 'changed', n.changes, %s
                    from (select %s, %s, %s from old_rows o join new_rows n on %s offset 0)
                        n (account, creditor, document, changes, is_hidden), %s
                    where n.changes <> '{}' or n.is_hidden;
                elsif tg_op = 'DELETE' then
                    %s %L, %s, %L, fordran.changes_between(to_jsonb(w), null, %L, %L), %s from old_rows w, %s;
                else
                    %s %L, repeat('0', 24), null, null, 'deleted', null, a.actor ->> 'request_id' from %s;
                end if;
                -- Counted here, since a trigger of the log's own would cost as much as all of the above.
                get diagnostics recorded = row_count;
                if recorded > 0 then
                    insert into fordran.tally_changes (resource, documents) values ('rows of audit_log', recorded);
                end if;
                if writer is distinct from 'on' then
                    perform set_config('fordran.writer', coalesce(writer, ''), true);
                end if;
                return null;
            end $body$ $function$,
            'audit_' || t.name,
            into_log, t.resource, replace(owners, '{row}', 'w'), case when t.is_part then 'changed' else 'created' end,
            replace(made, '{row}', 'w'), replace(request, '{document}', document), actor,
            into_log, t.resource, replace(request, '{document}', 'n.document::text'),
            replace(owners, '{row}', 'n'), replace(replace(changes, '{o}', 'o'), '{n}', 'n'),
            replace(replace(is_hidden, '{o}', 'o'), '{n}', 'n'), same_key, actor,
            into_log, t.resource, replace(owners, '{row}', 'w'), case when t.is_part then 'changed' else 'deleted' end,
            t.derived || t.owned, t.secret, replace(request, '{document}', document), actor,
            into_log, t.resource, actor);
end $$;

-- The same for one row, which may be a shard's. What it records lies with the row's account, so on the same node. Of a row that
-- every node holds, the first node alone records.
create function audit_by_row(t audited_tables, made text, changes text, is_hidden text, owners text) returns text
language plpgsql stable as $$
begin
    return format($function$
            create or replace function fordran.%I() returns trigger language plpgsql as $body$
            declare
                entry jsonb;
                kind text;
                actor constant jsonb := fordran.acting();
                writer constant text := current_setting('fordran.writer', true);
                account text;
                creditor text;
                document text;
            begin
                if %s then
                    return null;
                elsif tg_op = 'INSERT' then
                    select %s into account, creditor, document;
                    kind := %L;
                    entry := %s;
                elsif tg_op = 'UPDATE' then
                    select %s into account, creditor, document;
                    kind := 'changed';
                    entry := %s;
                    if entry = '{}' and (%s) is not true then
                        return null;
                    end if;
                else
                    select %s into account, creditor, document;
                    kind := %L;
                    entry := fordran.changes_between(to_jsonb(old), null, %L, %L);
                end if;
                if writer is distinct from 'on' then
                    perform set_config('fordran.writer', 'on', true);
                end if;
                insert into fordran.audit_log ("by", user_id, address, request_id, act, resource, account_id, creditor_id, document_id,
                    kind, changes)
                values (actor ->> 'by', actor ->> 'user', actor ->> 'address',
                    coalesce(actor -> 'requests' ->> document, actor ->> 'request_id'), actor ->> 'act', %L,
                    account, creditor, document, kind, entry);
                insert into fordran.tally_changes (account_id, resource, documents) values (account, 'rows of audit_log', 1);
                if writer is distinct from 'on' then
                    perform set_config('fordran.writer', coalesce(writer, ''), true);
                end if;
                return null;
            end $body$ $function$,
            'audit_' || t.name,
            case when t.word = 'reference' then 'not fordran.is_first_node()' else 'false' end,
            replace(owners, '{row}', 'new'), case when t.is_part then 'changed' else 'created' end, replace(made, '{row}', 'new'),
            replace(owners, '{row}', 'new'), replace(replace(changes, '{o}', 'old'), '{n}', 'new'),
            replace(replace(is_hidden, '{o}', 'old'), '{n}', 'new'),
            replace(owners, '{row}', 'old'), case when t.is_part then 'changed' else 'deleted' end,
            t.derived || t.owned, t.secret, t.resource);
end $$;

-- Makes the function that records what happens to a table, and the triggers that call it, for every table as it now is. Each
-- migration is followed by a call, so that a new table or column needs no thought. What a statement does is recorded by one
-- more, however many rows it touches; on the shards of Citus, which know no transition tables, row by row.
create function keep_audit() returns void language plpgsql as $$
declare
    t fordran.audited_tables;
    by_row constant boolean := fordran.is_distributed();
    made text;
    operation text;
    changes text;    -- of the row {o} to the row {n}
    quick text;      -- the same of the columns that change often, as JSON texts; null for what is the same
    is_other text;   -- whether another column differs, too
    is_hidden text;  -- whether one differs that is not shown, though the service, which counts revisions, did not write it
    owners text;
    same_key text;
    other_key text;
begin
    for t in select * from fordran.audited_tables order by name loop
        for operation in
            select tgname from pg_trigger where tgrelid = t.relation and tgname = any(array[t.name || '_audit_insert',
                t.name || '_audit_update', t.name || '_audit_delete', t.name || '_audit_truncate', t.name || '_audit_key'])
            and (t.records = 'nothing' or (t.records = 'changes' and tgname = t.name || '_audit_insert')
                 -- One by statements where it has to be by rows; bit 1 of the type says which it is.
                 or (by_row and tgtype & 1 = 0))
        loop
            execute format('drop trigger %I on %s', operation, t.relation);
        end loop;
        continue when t.records = 'nothing';
        assert cardinality(t.key) > 0, t.name || ' needs a primary key, or a rule that nothing of it is recorded';

        select string_agg(format('case when {o}.%1$I is distinct from {n}.%1$I then %2$L || jsonb_build_array(%3$s)::text end', c.name,
                                 to_json(regexp_replace(c.name, '_id$', '')) || ':',
                                 format(case when c.is_money then 'trim_scale({o}.%1$I / 100.0), trim_scale({n}.%1$I / 100.0)'
                                             else '{o}.%1$I, {n}.%1$I' end, c.name)), ', ') filter (where c.name = any(t.often)),
               string_agg(c.differs, ' or ') filter (where c.name <> all(t.often || t.derived || t.key)),
               string_agg(c.differs, ' or ') filter (where c.name = any(t.derived) and c.name <> 'revision')
        into quick, is_other, is_hidden
        from (select a.attname::text as name, format('{o}.%1$I is distinct from {n}.%1$I', a.attname) as differs,
                     a.atttypid = 'bigint'::regtype and a.attname ~ '(amount|capital|^fee$|^total_)' as is_money
              from pg_attribute a where a.attrelid = t.relation and a.attnum > 0 and not a.attisdropped and a.attname <> 'content_hash'
              order by a.attname) c;
        changes := format('fordran.changes_between(to_jsonb({o}), to_jsonb({n}), %L, %L)', t.derived || '{content_hash}', t.secret);
        if quick is not null then
            changes := format('case when %s then %s else (''{'' || array_to_string(array[%s], '','') || ''}'')::jsonb end',
                              is_other, changes, quick);
        end if;
        is_hidden := coalesce('(' || is_hidden || ')', 'false');
        if 'revision' = any(t.columns) then
            is_hidden := '{o}.revision = {n}.revision and ' || is_hidden;
        end if;
        select string_agg(format('o.%1$I = n.%1$I', name), ' and '), string_agg(format('old.%1$I is distinct from new.%1$I', name), ' or ')
        into same_key, other_key from unnest(t.key) name;
        owners := format('coalesce(%s, repeat(''0'', 24)), %s, %s', coalesce('{row}.' || quote_ident(t.account), 'null'),
                         coalesce('{row}.' || quote_ident(t.creditor), 'null'), coalesce('{row}.' || quote_ident(t.document), 'null'));
        made := case when t.keeps_new
            then format('fordran.changes_between(null, to_jsonb({row}), %L, %L)', t.derived || t.owned, t.secret) else 'null' end;
        execute case when by_row
            then fordran.audit_by_row(t, made, changes, is_hidden, owners)
            else fordran.audit_by_statement(t, made, changes, is_hidden, owners, same_key) end;

        foreach operation in array case when by_row then '{insert,update,delete}' else '{insert,update,delete,truncate}' end::text[] loop
            -- A table's lock is not asked for where all is there, since a migration runs while others work.
            continue when (operation = 'insert' and t.records = 'changes')
                or exists (select 1 from pg_trigger where tgrelid = t.relation and tgname = t.name || '_audit_' || operation);
            execute format('create trigger %I after %s on %s %s for each %s execute function fordran.%I()',
                t.name || '_audit_' || operation, operation, t.relation,
                case when by_row or operation = 'truncate' then ''
                     else fordran.transition_tables(operation, 'old_rows', 'new_rows') end,
                case when by_row then 'row' else 'statement' end, 'audit_' || t.name);
        end loop;
        continue when exists (select 1 from pg_trigger where tgrelid = t.relation and tgname = t.name || '_audit_key');
        -- Fires for a statement that sets the key, which none of the service's does.
        execute format('create trigger %I before update of %s on %s for each row when (%s) execute function fordran.refuse_another_key()',
            t.name || '_audit_key', (select string_agg(quote_ident(name), ', ') from unnest(t.key) name), t.relation, other_key);
    end loop;
end $$;


-- Privacy ---------------------------------------------------------------------------------------------------------------------

-- What was erased, chained account by account. A registration's hash stands in the journal; where its document was erased, the
-- row here leads from that hash to the one that the document has now.
create table erasures (
    account_id                id not null constraint erasures_account_is_there references accounts,
    id                        id not null,
    position                  integer not null constraint erasures_position_is_positive check (position > 0),
    at                        timestamptz not null,
    erased_on                 date not null,
    stage                     erasure_stage not null,
    table_name                words not null,
    row_id                    id not null,
    columns                   jsonb not null,
    hash_before               text,
    hash_after                text,
    previous_hash             text not null,
    hash                      text not null,
    primary key (account_id, id),
    constraint erasures_have_one_place unique (account_id, position),
    constraint erasures_happen_once unique (account_id, table_name, row_id, stage)
);
comment on table erasures is 'tenant: what was erased of whom and when, by ids alone';
create trigger erasures_are_append_only before update or delete on erasures for each row execute function refuse_change();
create trigger erasures_are_not_truncated before truncate on erasures for each statement execute function refuse_change();

insert into audit_rules (table_name, records, reason, resource, document) values
    ('creditor_logos', 'nothing', 'The file that it is of is recorded.', 'creditors', 'creditor_id'),
    ('amortization_plans', 'changes', 'Made by an act on the case, which is recorded.', 'cases', 'case_id'),
    ('case_disputes', 'changes', 'Made by an act on the case, which is recorded.', 'cases', 'case_id'),
    ('case_notes', 'everything', 'Somebody writes each.', 'cases', 'case_id'),
    ('case_waivers', 'everything', 'Somebody decides each.', 'cases', 'case_id');
insert into audit_rules (table_name, records, reason, resource, document, secret) values
    ('case_parties', 'everything', 'Somebody adds each.', 'cases', 'case_id', '{address,email}');
insert into audit_rules (table_name, records, reason, resource, document, derived) values
    ('customer_details', 'changes', 'Made by a registration, which is recorded.', 'customers', 'customer_id',
        '{name_folded,email_folded}'),
    ('payout_approvals', 'everything', 'Who let money leave.', 'finance--payouts', 'payout_id', '{previous_hash,hash}'),
    ('bank_balances', 'changes', 'Made by a file, which is recorded.', 'bank--files', 'file_id', '{}');
insert into audit_rules (table_name, records, reason, resource, document, keeps_new, derived, secret) values
    ('erasures', 'nothing', 'Append-only, and its own record.', null, 'id', true, '{}', '{}'),
    ('files_to_remove', 'nothing', 'Rows go with their files.', null, 'id', true, '{}', '{}');

insert into audit_rules (table_name, records, reason, document) values
    ('deliveries', 'nothing', 'Every outcome is an event, and its history stays with it.', 'id'),
    ('delivery_batches', 'nothing', 'How far batches are numbered.', ''),
    ('delivery_outcomes', 'nothing', 'Counted from what happens.', ''),
    ('job_runs', 'nothing', 'Counted from what happens.', ''),
    ('worker_heartbeats', 'nothing', 'Which workers there are.', ''),
    ('debtor_sessions', 'nothing', 'Every opening is recorded by itself.', ''),
    ('wrong_codes', 'nothing', 'Forgotten in hours.', '');

-- Files are removed after the transaction that lets go of them. Whoever is stopped between leaves a row here.
create table files_to_remove (
    id                        id primary key,
    kind                      file_to_remove_kind not null,
    created                   timestamptz not null
);
comment on table files_to_remove is 'local: files that nobody may need any more, until they are gone from the disk';


-- Storage ------------------------------------------------------------------------------------------------------------------

-- PostgreSQL vacuums a table when a fifth of it has changed: of ten million cases, two million. Large tables that are changed
-- all the time are vacuumed and analyzed earlier. A row that is changed again soon has room for it in its block.
alter table cases set (fillfactor = 90, autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02);
alter table deliveries set (fillfactor = 90, autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02);
alter table events set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.05);
alter table invoices set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02);
alter table bookings set (autovacuum_vacuum_insert_scale_factor = 0.05, autovacuum_analyze_scale_factor = 0.05);
alter table audit_log set (autovacuum_vacuum_insert_scale_factor = 0.05, autovacuum_analyze_scale_factor = 0.05);
alter table webhook_deliveries set (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.02);
alter table bank_transactions set (fillfactor = 90, autovacuum_vacuum_scale_factor = 0.05);
-- Small tables of which rows come and go, or change every second.
alter table idempotent_answers set (autovacuum_vacuum_scale_factor = 0.05, autovacuum_vacuum_threshold = 500);
alter table tally_changes set (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);
alter table tallies set (fillfactor = 50, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 500);
alter table event_stream set (fillfactor = 10, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 500);
alter table webhook_states set (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.05);
alter table job_runs set (fillfactor = 50, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 500);
alter table worker_heartbeats set (fillfactor = 50, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 500);


-- What the planner is told ---------------------------------------------------------------------------------------------------

-- A plan that is kept for all callers is made for an average one. Where one creditor has nearly all rows, the average has, too,
-- and any index in the asked order would look as good as the caller's own: a small creditor's page would read everybody's rows.
-- Told that an account has a twentieth and a creditor a hundredth of them, the planner always takes the index of their own.
alter table cases alter column account_id set (n_distinct = 20), alter column creditor_id set (n_distinct = 100);
alter table invoices alter column account_id set (n_distinct = 20), alter column creditor_id set (n_distinct = 100);
alter table invoice_registrations alter column account_id set (n_distinct = 20), alter column creditor_id set (n_distinct = 100);
alter table case_registrations alter column account_id set (n_distinct = 20), alter column creditor_id set (n_distinct = 100);
alter table creditor_payments alter column account_id set (n_distinct = 20), alter column creditor_id set (n_distinct = 100);
alter table creditor_creditings alter column account_id set (n_distinct = 20), alter column creditor_id set (n_distinct = 100);
alter table creditor_cancellations alter column account_id set (n_distinct = 20), alter column creditor_id set (n_distinct = 100);
alter table letters alter column account_id set (n_distinct = 20), alter column creditor_id set (n_distinct = 100);
alter table enforcements alter column account_id set (n_distinct = 20), alter column creditor_id set (n_distinct = 100);
alter table work_items alter column account_id set (n_distinct = 20), alter column creditor_id set (n_distinct = 100);
alter table events alter column account_id set (n_distinct = 20), alter column creditor_id set (n_distinct = 100);
alter table webhook_deliveries alter column account_id set (n_distinct = 20), alter column creditor_id set (n_distinct = 100);
alter table refunds alter column account_id set (n_distinct = 20), alter column creditor_id set (n_distinct = 100);
alter table operator_invoices alter column account_id set (n_distinct = 20), alter column creditor_id set (n_distinct = 100);
alter table payouts alter column account_id set (n_distinct = 20), alter column creditor_id set (n_distinct = 100);
alter table payout_specifications alter column account_id set (n_distinct = 20), alter column creditor_id set (n_distinct = 100);


-- What rows should hold ------------------------------------------------------------------------------------------------------

-- A row keeps a hash of what it holds, made anew whenever the service writes it; our connections say that they are the
-- service by the setting fordran.writer. A change by any other hand leaves the old hash, or none, for `fordran verify` to find.
-- Columns at the end without a value are left out, so that a column added later changes no hash.
create function content_hash(content text) returns bytea language sql immutable parallel safe strict
    return sha256(convert_to(rtrim(content, ',)'), 'UTF8'));

create function note_content() returns trigger language plpgsql as $$
begin
    if current_setting('fordran.writer', true) = 'on' then
        if new.content_hash is not null then
            new.content_hash := null;
        end if;
        new.content_hash := fordran.content_hash(new::text);
    end if;
    return new;
end $$;

-- Rows that the verbs do not tally as documents are tallied here, so that a lost row is missed.
create function note_count() returns trigger language plpgsql as $$
begin
    if current_setting('fordran.writer', true) = 'on' then
        insert into fordran.tally_changes (resource, documents)
        select 'rows of ' || tg_table_name, count(*) * case tg_op when 'INSERT' then 1 else -1 end from changed having count(*) > 0;
    end if;
    return null;
end $$;

-- The function that does so for one row, which may be a shard's, where the row lies; see `audit_by_row`.
create function count_by_row(t audited_tables) returns text language sql stable
    return format($function$
        create or replace function fordran.%I() returns trigger language plpgsql as $body$
        declare
            account text := repeat('0', 24);
            change integer := 1;
        begin
            if tg_op = 'INSERT' then
                account := coalesce(%s, account);
            else
                account := coalesce(%s, account);
                change := -1;
            end if;
            if current_setting('fordran.writer', true) = 'on' and %s then
                insert into fordran.tally_changes (account_id, resource, documents) values (account, %L, change);
            end if;
            return null;
        end $body$ $function$,
        'count_' || t.name, coalesce('new.' || t.account, 'null'), coalesce('old.' || t.account, 'null'),
        case when t.word = 'reference' then 'fordran.is_first_node()' else 'true' end, 'rows of ' || t.name);

-- Has the rows of a table counted: by statements, or row by row where there may be shards.
create function keep_count(t audited_tables) returns void language plpgsql as $$
declare
    by_row constant boolean := fordran.is_distributed();
    operation text;
    note text;
begin
    if by_row then
        execute fordran.count_by_row(t);
    end if;
    foreach operation in array '{insert,delete}'::text[] loop
        note := t.name || '_note_' || operation;
        if by_row and exists (select 1 from pg_trigger where tgrelid = t.relation and tgname = note and tgtype & 1 = 0) then
            execute format('drop trigger %I on %s', note, t.relation);
        end if;
        continue when exists (select 1 from pg_trigger where tgrelid = t.relation and tgname = note);
        execute format('create trigger %I after %s on %s %s for each %s execute function fordran.%I()', note, operation, t.relation,
                       case when by_row then '' else fordran.transition_tables(operation, 'changed', 'changed') end,
                       case when by_row then 'row' else 'statement' end, case when by_row then 'count_' || t.name else 'note_count' end);
    end loop;
end $$;

-- How many rows each table should have, also one that is there no longer: what is folded, and what is not yet.
create function tallied_rows() returns table (resource text, documents bigint) language sql stable as $$
    select t.resource, sum(t.documents)::bigint
    from (select resource, documents from fordran.tallies where scope = 'all' union all
          select resource, documents from fordran.tally_changes) t
    where t.resource like 'rows of %' group by t.resource
$$;

-- Gives every table that has none its hashes and its count. Bookings have a chain of their own, and tallies are counted again;
-- documents are tallied by the verbs, payment references are one a case, and the rest of what is not counted is forgotten soon.
-- Each migration is followed by a call, so that a new table needs no thought.
create function keep_content_hashes() returns void language plpgsql as $$
declare
    t fordran.audited_tables;
    is_new boolean;
    one text;
    own text;
begin
    for one in
        select tablename from pg_tables
        where schemaname = 'fordran' and tablename not in ('bookings', 'tallies', 'tally_changes') order by tablename
    loop
        -- By itself, since a table that is being read cannot be altered.
        select * into t from fordran.audited_tables where name = one;
        is_new := 'content_hash' <> all(t.columns);
        if is_new then
            execute format('alter table %s add column content_hash bytea', t.relation);
            execute format('create trigger %I before insert or update on %s for each row execute function fordran.note_content()',
                           t.name || '_note_content', t.relation);
            -- Rows that a migration brought are the service's own.
            execute format('update %s set content_hash = null', t.relation);
        end if;
        if t.name not in ('accounts', 'creditors', 'customers', 'cases', 'ocr_numbers', 'invoice_registrations', 'invoices',
                          'case_registrations', 'creditor_payments', 'creditor_creditings', 'creditor_cancellations',
                          'failed_sign_ins', 'idempotent_answers', 'audit_log') then
            -- Triggers that came with the table from another name would count each row twice.
            for own in
                select tgname from pg_trigger where tgrelid = t.relation and tgname ~ '_note_(insert|delete)$'
                and tgname <> t.name || substring(tgname from '_note_[a-z]+$')
            loop
                execute format('drop trigger %I on %s', own, t.relation);
            end loop;
            is_new := is_new or not exists (select 1 from pg_trigger where tgrelid = t.relation and tgname = t.name || '_note_insert');
            perform fordran.keep_count(t);
            -- The new triggers hold a lock, so that nobody writes to the table until the count is there.
            if is_new then
                execute format('insert into fordran.tally_changes (resource, documents)
                                select %1$L, n.rows - n.tallied from (
                                    select (select count(*) from %2$s) as rows,
                                           coalesce((select documents from fordran.tallied_rows() where resource = %1$L), 0) as tallied) n
                                where n.rows <> n.tallied',
                               'rows of ' || t.name, t.relation);
            end if;
        end if;
    end loop;
    -- No rows are left of a table that is gone.
    insert into fordran.tally_changes (resource, documents)
    select resource, -documents from fordran.tallied_rows()
    where documents <> 0 and to_regclass('fordran.' || quote_ident(substr(resource, length('rows of ') + 1))) is null;
end $$;

-- Whether each has 24 hex digits, or no value. One function for all ids of a row: each statement reads the checks of its tables
-- from text, where a call is short; and a pattern with a count in it costs five times as much as one without.
create function are_ids(variadic ids text[]) returns boolean language plpgsql immutable parallel safe as $$
declare
    one text;
begin
    foreach one in array ids loop
        if length(one) <> 24 or one ~ '[^0-9a-f]' then
            return false;
        end if;
    end loop;
    return true;
end $$;

-- Has every table check that its ids are ids: twenty-four hex digits. Each migration is followed by a call.
create function keep_ids() returns void language plpgsql as $$
declare
    t record;
    has_rows boolean;
begin
    for t in
        select c.oid::regclass as relation, c.relname || '_ids_have_24_hex_digits' as name,
               format('fordran.are_ids(%s)', string_agg(quote_ident(a.attname), ', ' order by a.attname)) as rule,
               count(*) as columns
        from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
        where c.relnamespace = 'fordran'::regnamespace and c.relkind = 'r' and a.atttypid = 'fordran.id'::regtype
        group by c.oid
        order by c.relname
    loop
        continue when exists (select 1 from pg_constraint k where k.conrelid = t.relation and k.conname = t.name
                              and cardinality(k.conkey) = t.columns and pg_get_constraintdef(k.oid) not like '%{24}%');
        -- The rows that are there are held to it after the migrations, while others write.
        execute format('select exists (select 1 from %s)', t.relation) into has_rows;
        execute format('alter table %s drop constraint if exists %I, add constraint %I check (%s) %s',
                       t.relation, t.name, t.name, t.rule, case when has_rows then 'not valid' else '' end);
    end loop;
end $$;

select keep_ids();
select keep_content_hashes();
select keep_audit();
