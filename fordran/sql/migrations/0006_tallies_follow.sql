-- Tallies follow the tables, whichever version writes and folds meanwhile.

set local search_path = fordran;

-- Folds the noted changes into the tallies; how many there were. A function of the schema, so that a worker of the version before
-- folds as the schema says. One process folds at a time, and no writer waits for it.
create function fold_tallies() returns bigint language plpgsql as $$
declare
    changes bigint;
begin
    if not pg_try_advisory_xact_lock(hashtext('fordran tallies')) then
        return 0;
    end if;
    with folded as (delete from fordran.tally_changes returning resource, partner_id, account_id, creditor_id, documents),
    spread as (
        select resource, scope, sum(documents) as documents
        from folded, unnest(array['all', partner_id, nullif(account_id, repeat('0', 24)), creditor_id]) scope
        -- Of rows there are no totals but that of all.
        where scope is not null and (scope = 'all' or resource not like 'rows of %')
        group by resource, scope
    ),
    kept as (
        insert into fordran.tallies (resource, scope, documents) select resource, scope, documents from spread
        on conflict (resource, scope) do update set documents = tallies.documents + excluded.documents
    )
    select count(*) into changes from folded;
    return changes;
end $$;

-- How many rows each table should have, also one that is there no longer: what is folded, and what is not yet.
create function tallied_rows() returns table (resource text, documents bigint) language sql stable as $$
    select t.resource, sum(t.documents)::bigint
    from (select resource, documents from fordran.tallies where scope = 'all' union all
          select resource, documents from fordran.tally_changes) t
    where t.resource like 'rows of %' group by t.resource
$$;

-- Gives every table that has none its hashes and its count. Bookings have a chain of their own, and tallies are counted again;
-- documents are tallied by the verbs, payment references are one a case, and the rest of what is not counted is forgotten soon.
-- Each migration is followed by a call, so that a new table needs no thought.
create or replace function keep_content_hashes() returns void language plpgsql as $$
declare
    t fordran.audited_tables;
    is_new boolean;
    one text;
    own text;
begin
    for one in
        select tablename from pg_tables
        where schemaname = 'fordran' and tablename not in ('bookings', 'tallies', 'tally_changes') order by tablename
    loop
        -- By itself, since a table that is being read cannot be altered.
        select * into t from fordran.audited_tables where name = one;
        is_new := 'content_hash' <> all(t.columns);
        if is_new then
            execute format('alter table %s add column content_hash bytea', t.relation);
            execute format('create trigger %I before insert or update on %s for each row execute function fordran.note_content()',
                           t.name || '_note_content', t.relation);
            -- Rows that a migration brought are the service's own.
            execute format('update %s set content_hash = null', t.relation);
        end if;
        if t.name not in ('accounts', 'creditors', 'customers', 'cases', 'ocr_numbers', 'invoice_registrations', 'invoices',
                          'case_registrations', 'creditor_payments', 'creditor_creditings', 'creditor_cancellations',
                          'failed_sign_ins', 'idempotent_answers', 'audit_log') then
            -- Triggers that came with the table from another name would count each row twice.
            for own in
                select tgname from pg_trigger where tgrelid = t.relation and tgname ~ '_note_(insert|delete)$'
                and tgname <> t.name || substring(tgname from '_note_[a-z]+$')
            loop
                execute format('drop trigger %I on %s', own, t.relation);
            end loop;
            is_new := is_new or not exists (select 1 from pg_trigger where tgrelid = t.relation and tgname = t.name || '_note_insert');
            perform fordran.keep_count(t);
            -- The new triggers hold a lock, so that nobody writes to the table until the count is there.
            if is_new then
                execute format('insert into fordran.tally_changes (resource, documents)
                                select %1$L, n.rows - n.tallied from (
                                    select (select count(*) from %2$s) as rows,
                                           coalesce((select documents from fordran.tallied_rows() where resource = %1$L), 0) as tallied) n
                                where n.rows <> n.tallied',
                               'rows of ' || t.name, t.relation);
            end if;
        end if;
    end loop;
    -- No rows are left of a table that is gone.
    insert into fordran.tally_changes (resource, documents)
    select resource, -documents from fordran.tallied_rows()
    where documents <> 0 and to_regclass('fordran.' || quote_ident(substr(resource, length('rows of ') + 1))) is null;
end $$;
