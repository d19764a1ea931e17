-- Positions on a cluster: given first, and told of when every node shows them.
alter table fordran.event_stream add column given_position bigint;

-- Number up to `most` events that have been committed and have no position; how many. Positions have no gaps, and become visible
-- in their order: whoever numbers next waits for the row. So a reader who has seen a position never misses an earlier one.
-- The nodes of a cluster commit one after the other. There positions are given first, and `last_position` follows in a later
-- transaction, when all that were given are seen; nothing is numbered before that. The lock is held until the nodes were told to
-- commit, which that of a row is not; a node that did not hear it is waited for.
-- Of a few rows among many, whose number no plan knows beforehand, only the few are to be read.
create or replace function fordran.number_events(most integer) returns integer language plpgsql
    set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
declare
    has_nodes boolean := to_regclass('pg_catalog.pg_dist_partition') is not null;
    last bigint;
    given bigint;
    seen bigint;
    greatest_seen bigint;
    numbered integer;
begin
    if not exists (select 1 from fordran.events where position is null)
        and not exists (select 1 from fordran.event_stream where given_position > last_position) then
        return 0;
    end if;
    if has_nodes then
        perform pg_advisory_xact_lock(hashtext('fordran events'));
    end if;
    select last_position, greatest(last_position, given_position) into last, given from fordran.event_stream for update;
    if has_nodes then
        -- A batch that lies on one node may be committed there, and be unknown here.
        select count(*), max(e.position) into seen, greatest_seen from fordran.events e where e.position > last;
        given := greatest(given, greatest_seen);
        if last + seen < given then
            return 0;
        end if;
    end if;
    -- A statement of its own, so that it sees what was committed while the row was waited for.
    with next_ones as (
        select e.account_id, e.id, e.serial from fordran.events e where e.position is null
        order by e.serial nulls first, e.id limit most
    ), placed as (
        select account_id, id, row_number() over (order by serial nulls first, id) as place from next_ones
    ), numbers as (
        update fordran.events e set position = given + p.place from placed p
        where e.account_id = p.account_id and e.id = p.id
        returning e.account_id, e.creditor_id
    ), tallied as (
        insert into fordran.tally_changes (resource, partner_id, account_id, creditor_id, documents)
        select 'events', a.partner_id, n.account_id, n.creditor_id, count(*)
        from numbers n left join fordran.accounts a on a.id = n.account_id
        group by a.partner_id, n.account_id, n.creditor_id
    )
    select count(*) into numbered from numbers;
    if not has_nodes then
        update fordran.event_stream set last_position = given + numbered;
        return numbered;
    end if;
    -- What this very transaction has given is seen by nobody else yet.
    update fordran.event_stream set given_position = given + numbered,
        last_position = case when current_setting('fordran.gave_positions', true) = 'on' then last else given end;
    perform set_config('fordran.gave_positions', 'on', true);
    return numbered;
end $$;
