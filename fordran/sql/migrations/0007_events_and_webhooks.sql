-- Events in an order that a reader can follow, and webhooks that they are delivered to.
--
-- Nothing here rewrites a table. Events that were there before have no serial; they are numbered first, in the order of their
-- ids, by whoever numbers next.

set local search_path = fordran;

-- Events -----------------------------------------------------------------------------------------------------------------------

-- An event's serial is drawn as it is written, while its case is locked: of two events of a case, the later has the greater.
create sequence event_serials as bigint;

alter table events drop column xact;
alter table events add column serial bigint;
alter table events alter column serial set default nextval('event_serials');
alter table events add column position bigint;
create index events_by_id on events (id);
create index events_to_number on events (serial nulls first, id) where position is null;
create index events_in_order on events (position nulls first, id) where position is not null;
create index events_of_account on events (account_id, position nulls first, id) where position is not null;
create index events_of_creditor on events (account_id, creditor_id, position nulls first, id) where position is not null;

create table event_stream (
    only_one                  boolean primary key default true check (only_one),
    last_position             bigint not null default 0
);
comment on table event_stream is 'shared: one row, locked by whoever numbers events; no writer of events touches it';
insert into event_stream default values;

-- Number up to `most` events that have been committed and have no position; how many. Positions have no gaps, and become visible
-- in their order: whoever numbers next waits for the row. So a reader who has seen a position never misses an earlier one.
-- Of a few rows among many, whose number no plan knows beforehand, only the few are to be read.
create function number_events(most integer) returns integer language plpgsql
    set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
declare
    last bigint;
    numbered integer;
begin
    if not exists (select from fordran.events where position is null) then
        return 0;
    end if;
    select last_position into last from fordran.event_stream for update;
    -- A statement of its own, so that it sees what was committed while the row was waited for.
    with next_ones as (
        select e.account_id, e.id, e.serial from fordran.events e where e.position is null
        order by e.serial nulls first, e.id limit most
    ), placed as (
        select account_id, id, row_number() over (order by serial nulls first, id) as place from next_ones
    ), given as (
        update fordran.events e set position = last + p.place from placed p
        where e.account_id = p.account_id and e.id = p.id
        returning e.account_id, e.creditor_id
    ), tallied as (
        insert into fordran.tally_changes (resource, partner_id, account_id, creditor_id, documents)
        select 'events', a.partner_id, g.account_id, g.creditor_id, count(*)
        from given g left join fordran.accounts a on a.id = g.account_id
        group by a.partner_id, g.account_id, g.creditor_id
    )
    select count(*) into numbered from given;
    update fordran.event_stream set last_position = last + numbered;
    return numbered;
end $$;


-- Webhooks ---------------------------------------------------------------------------------------------------------------------

-- A secret is made of the installation's own key and the salt here, so that no copy of these rows holds one. A webhook of one
-- creditor has no foreign key to it: a creditor that is deleted has no events any more.
create table webhooks (
    account_id                id not null references accounts,
    id                        id not null,
    created                   timestamptz not null,
    updated                   timestamptz not null,
    revision                  integer not null default 1,
    creditor_id               id,
    url                       words not null,
    event_types               jsonb not null,
    description               words,
    enabled                   boolean not null,
    disabled_reason           words,
    secret_salt               bytea not null check (length(secret_salt) = 32),
    previous_secret_salt      bytea check (length(previous_secret_salt) = 32),
    previous_secret_until     timestamptz,
    primary key (account_id, id),
    constraint webhooks_that_are_disabled_may_say_why check (not (enabled and disabled_reason is not null)),
    constraint webhooks_previous_secret_ends check ((previous_secret_salt is null) = (previous_secret_until is null))
);
comment on table webhooks is 'tenant: where events are delivered to';
create index webhooks_by_id on webhooks (id);
create index webhooks_enabled on webhooks (account_id, id) where enabled;

-- How delivering goes, apart from the document that a client changes: its tag stays the same while deliveries are made.
create table webhook_states (
    account_id                id not null,
    webhook_id                id not null,
    position                  bigint not null,  -- events up to this one have their deliveries
    last_success              timestamptz,
    failing_since             timestamptz,
    failures                  integer not null default 0,  -- since the last success
    last_error                words,
    held_until                timestamptz,  -- nothing is tried before
    primary key (account_id, webhook_id),
    foreign key (account_id, webhook_id) references webhooks on delete cascade
);
comment on table webhook_states is 'tenant: how far and how well the deliveries of each webhook go';

create sequence webhook_delivery_serials as bigint;

create table webhook_deliveries (
    account_id                id not null,
    id                        id not null,
    created                   timestamptz not null,
    updated                   timestamptz not null,
    revision                  integer not null default 1,
    webhook_id                id not null,
    creditor_id               id,  -- the webhook's
    serial                    bigint not null default nextval('webhook_delivery_serials'),
    event_id                  id not null,
    position                  bigint,
    type                      words not null,
    case_id                   id,
    origin                    words not null check (origin in (
        'stream',  -- the event happened
        'replay',  -- somebody asked for it again
        'test')),  -- somebody asked for a test
    status                    words not null check (status in (
        'waiting',    -- it is to be tried at its time
        'delivered',  -- the receiver answered 2xx
        'failed')),   -- it was given up
    attempts                  integer not null default 0,  -- begun, so also one that was cut short
    first_attempt             timestamptz,
    due                       timestamptz not null,
    delivered                 timestamptz,
    body                      text,
    tries                     jsonb not null default '[]',
    primary key (account_id, id),
    foreign key (account_id, webhook_id) references webhooks on delete cascade
);
comment on table webhook_deliveries is 'tenant: what is to be delivered to webhooks, and how each try went';
create index webhook_deliveries_by_id on webhook_deliveries (id);
create index webhook_deliveries_of_creditor on webhook_deliveries (account_id, creditor_id, id);
create index webhook_deliveries_of_webhook on webhook_deliveries (account_id, webhook_id, id);
create index webhook_deliveries_waiting on webhook_deliveries (account_id, webhook_id, serial) where status = 'waiting';
create index webhook_deliveries_of_case on webhook_deliveries (account_id, webhook_id, case_id, serial) where status = 'waiting';
create index webhook_deliveries_by_age on webhook_deliveries (created) where status <> 'waiting';
