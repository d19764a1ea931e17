-- Creditors have logos, which their letters and invoices print.
set local search_path = fordran;

alter table creditors add column logo_id id;

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

insert into audit_rules (table_name, records, reason, resource, document) values
    ('creditor_logos', 'nothing', 'The file that it is of is recorded.', 'creditors', 'creditor_id');
