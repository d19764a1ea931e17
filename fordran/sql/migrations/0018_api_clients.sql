-- API clients: the code before the last rotation, which may work for some hours yet, and when a client last signed in.

set local search_path = fordran;

create table previous_codes (
    user_id                   id primary key constraint previous_codes_user_is_there references users on delete cascade,
    code_hash                 bytea not null constraint previous_codes_are_unique unique,
    until                     timestamptz not null
);
comment on table previous_codes is 'shared: API codes that were replaced, and until when each works';

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
comment on table client_uses is 'shared: when each API client last signed in, and with each of its keys; without a key, at all';

insert into audit_rules (table_name, records, reason, resource, document, secret) values
    ('previous_codes', 'everything', 'With what a user may sign in yet.', 'users', 'user_id', '{code_hash}');
insert into audit_rules (table_name, records, reason) values
    ('client_uses', 'nothing', 'Every sign-in is recorded by itself.');
