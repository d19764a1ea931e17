-- People sign in: by a link that is used once, by an identity provider or by a passkey; and the operator's staff has roles.
set local search_path = fordran;

alter table access_groups drop constraint access_groups_type_is_known,
    add constraint access_groups_type_is_known
        check (type in ('operator', 'handler', 'finance', 'auditor', 'partner', 'account_admin', 'admin', 'user', 'api_user')) not valid;

create table sign_in_links (
    token_hash                bytea primary key,
    user_id                   id not null constraint sign_in_links_user_is_there references users on delete cascade,
    created                   timestamptz not null,
    expires                   timestamptz not null,
    used                      timestamptz
);
comment on table sign_in_links is 'shared: links by which a person signs in once';
create index sign_in_links_of_user on sign_in_links (user_id, created);

create table sessions (
    id                        id primary key,
    token_hash                bytea not null constraint sessions_token_is_unique unique,
    user_id                   id not null constraint sessions_user_is_there references users on delete cascade,
    created                   timestamptz not null,
    last_seen                 timestamptz not null,
    expires                   timestamptz not null,
    ended                     timestamptz,
    way                       words not null constraint sessions_way_is_known check (way in ('link', 'oidc', 'passkey')),
    address                   words,
    agent                     words
);
comment on table sessions is 'shared: people who are signed in to the pages, each until it ends';
create index sessions_of_user on sessions (user_id, id);
create index sessions_by_end on sessions (expires);

create table sign_in_attempts (
    token_hash                bytea primary key,
    kind                      words not null constraint sign_in_attempts_kind_is_known check (kind in ('oidc', 'passkey')),
    details                   jsonb not null,
    expires                   timestamptz not null
);
comment on table sign_in_attempts is 'shared: what was asked of whoever is about to sign in, until it is answered, once';
create index sign_in_attempts_by_end on sign_in_attempts (expires);

create table passkeys (
    id                        id primary key,
    user_id                   id not null constraint passkeys_user_is_there references users on delete cascade,
    created                   timestamptz not null,
    credential                bytea not null constraint passkeys_credential_is_unique unique,
    public_key                bytea not null,
    sign_count                bigint not null,
    name                      words not null,
    last_used                 timestamptz
);
comment on table passkeys is 'shared: passkeys that people have added to sign in with';
create index passkeys_of_user on passkeys (user_id, id);

insert into audit_rules (table_name, records, reason, document) values
    ('sign_in_links', 'nothing', 'Every sign-in is recorded by itself.', ''),
    ('sessions', 'nothing', 'Every sign-in and its end is recorded by itself.', ''),
    ('sign_in_attempts', 'nothing', 'Forgotten in minutes.', '');
insert into audit_rules (table_name, records, reason, resource, document, derived, secret) values
    ('passkeys', 'everything', 'With what a user signs in.', 'users', 'user_id', '{sign_count,last_used}', '{public_key}');
