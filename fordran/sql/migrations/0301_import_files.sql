-- Files of registrations that were sent, as long as rows of them are left.

set local search_path = fordran;

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

alter table file_import_rows add column messages jsonb;

insert into audit_rules (table_name, records, reason) values
    ('import_files', 'nothing', 'The report of its import is recorded.');
