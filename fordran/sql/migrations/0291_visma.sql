-- Visma eAccounting beside Fortnox, in the same tables: which system it is, the number of an invoice, and tokens.

set local search_path = fordran;

alter table fortnox_pulls add column system words;
alter table fortnox_invoices add column invoice_number words;

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

insert into audit_rules (table_name, records, reason) values
    ('accounting_tokens', 'nothing', 'It is another one each hour, and opens nothing without the settings.');
