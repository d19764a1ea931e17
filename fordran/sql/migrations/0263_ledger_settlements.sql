-- Payouts that a ledger has booked.

set local search_path = fordran;

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

insert into audit_rules (table_name, records, reason) values
    ('ledger_settlements', 'nothing', 'How a ledger booked a payout.');
