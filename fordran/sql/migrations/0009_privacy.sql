-- Erasing what is known of a person, and proof that it was erased.

set local search_path = fordran;

alter table customers add column erasure words check (erasure in ('pseudonymised', 'anonymised'));
alter table cases add column erasure words check (erasure in ('pseudonymised', 'anonymised'));
create index cases_to_pseudonymise on cases (closed) where closed is not null and erasure is null;
create index cases_to_anonymise on cases (closed) where erasure = 'pseudonymised';

-- What was erased, chained account by account. A registration's hash stands in the journal; where its document was erased, the
-- row here leads from that hash to the one that the document has now.
create table erasures (
    account_id                id not null references accounts,
    id                        id not null,
    position                  integer not null check (position > 0),
    at                        timestamptz not null,
    erased_on                 date not null,
    stage                     words not null check (stage in ('pseudonymised', 'anonymised')),
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

insert into audit_rules (table_name, records, reason, resource, document, keeps_new, derived, secret) values
    ('erasures', 'nothing', 'Append-only, and its own record.', null, 'id', true, '{}', '{}'),
    ('files_to_remove', 'nothing', 'Rows go with their files.', null, 'id', true, '{}', '{}');

-- Files are removed after the transaction that lets go of them. Whoever is stopped between leaves a row here.
create table files_to_remove (
    id                        id primary key,
    kind                      words not null check (kind in (
        'media',   -- the bytes of a file, by its id
        'print',   -- what was given to the printer, by its envelope's id
        'order')), -- the file of an order to the bank, by the order's id
    created                   timestamptz not null
);
comment on table files_to_remove is 'shared: files that nobody may need any more, until they are gone from the disk';
