-- File imports: which files were imported, and what became of each of their rows.

set local search_path = fordran;

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
