-- Mandates for Autogiro, and the files to and from Bankgirot.

set local search_path = fordran;

create domain autogiro_mandate_state as text collate "C";

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

insert into audit_rules (table_name, records, reason) values
    ('autogiro_files', 'nothing', 'What a file does to a mandate is recorded.');
insert into audit_rules (table_name, records, reason, resource) values
    ('autogiro_mandates', 'everything', 'Somebody asks for each.', 'autogiro--mandates');
