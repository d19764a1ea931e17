-- Refunds that go back by Swish, as Swish was asked for them.

set local search_path = fordran;

create domain swish_refund_state as text collate "C";

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

insert into audit_rules (table_name, records, reason, resource, document, derived, secret) values
    ('swish_refunds', 'everything', 'Money leaves by each.', 'cases', 'case_id', '{ask_at}', '{request_id,callback_identifier}');
