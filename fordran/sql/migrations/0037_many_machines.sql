-- Tables that Citus can distribute: each says by the first word of its comment where it lies, no replicated or local one refers to
-- a tenant's, and triggers can act row by row.

set local search_path = fordran;

comment on table installation is 'reference: one row of facts about this installation';
comment on table agreement_templates is 'reference: kinds of agreements that accounts have, with their settings of cases';
comment on table partners is 'reference: businesses that bring accounts';
comment on table users is 'reference: people and API clients; neither account nor partner means the operator''s own';
comment on table access_groups is 'reference: made by the service, one of each type for each partner, account and creditor';
comment on table user_groups is 'reference: which groups a user is in';
comment on table user_keys is 'reference: public keys with which API clients sign';
comment on table user_networks is 'reference: addresses from which API clients may use their code';
comment on table previous_codes is 'reference: API codes that were replaced, and until when each works';
comment on table client_uses is 'reference: when each API client last signed in, and with each of its keys; without a key, at all';
comment on table failed_sign_ins is 'local: failures of the last minute, by hashed address and hashed code';
comment on table sign_in_links is 'local: links by which a person signs in once';
comment on table sessions is 'local: people who are signed in to the pages, each until it ends';
comment on table sign_in_attempts is 'local: what was asked of whoever is about to sign in, until it is answered, once';
comment on table debtor_sessions is 'local: browsers in which somebody has opened a debtor''s page with a code';
comment on table wrong_codes is 'local: how many codes were wrong from a hashed address, for an hour or two';
comment on table passkeys is 'reference: passkeys that people have added to sign in with';
comment on table applications is 'reference: the parts of the service that people use';
comment on table locale_entries is 'reference: every text the service shows, by tag and language';
comment on table tallies is 'reference: documents by resource and scope, as far as folded';
comment on table seals is 'local: a hash a day over the last booking of every case';
comment on table request_logs is 'local: registrations of users who asked for them to be kept, and their answers';
comment on table file_imports is 'local: files of registrations that were imported';
comment on table file_import_rows is 'local: what became of each registration in a file, noted in the transaction that it became';
comment on table delivery_batches is 'local: the number of the last batch of each day';
comment on table delivery_outcomes is 'local: how often each thing became of deliveries';
comment on table event_stream is 'local: one row, locked by whoever numbers events; no writer of events touches it';
comment on table bank_files is 'local: files from the bank, and what became of what they brought';
comment on table bank_balances is 'local: what the bank says that our accounts held at the end of a day';
comment on table bank_transactions is 'local: what happened on the bank account, each transaction once for ever';
comment on table bank_payments is 'local: parts of transactions that are cases'' money';
comment on table bank_bookings is 'local: the journal of money that is on no case, chained transaction by transaction';
comment on table bank_refunds is 'local: money in suspense that is to go back to its payer, until it has been exported to the bank';
comment on table bank_orders is 'local: orders to the bank, each a file';
comment on table bank_order_lines is 'local: what the bank was ordered to pay; each thing once for ever, which a unique key holds';
comment on table audit_rules is 'reference: what the audit log records of each table, and why';
comment on table files_to_remove is 'local: files that nobody may need any more, until they are gone from the disk';
comment on table idempotent_answers is 'tenant: first answers to keyed requests, stored with their effect on its account''s shard';
comment on table tally_changes is 'tenant: changes of the number of documents, not yet folded';

-- Every table checks its own ids, see `keep_ids`.
alter domain id drop constraint id_has_24_hex_digits;

-- `fordran verify` looks instead.
alter table users drop constraint users_account_is_there;
alter table access_groups drop constraint access_groups_account_is_there, drop constraint access_groups_creditor_is_there;
alter table file_imports drop constraint file_imports_account_is_there;

-- Where the extension Citus is installed, tables may be distributed: what a trigger does there, it does row by row, on a shard.
create or replace function is_distributed() returns boolean language sql stable
    return to_regclass('pg_catalog.pg_dist_partition') is not null;

-- Whether this is the first of the nodes that hold a replicated row: there its triggers act, and on the others they do not.
create or replace function is_first_node() returns boolean language plpgsql stable as $$
begin
    return (select groupid = 0 from pg_catalog.pg_dist_local_group);
end $$;

-- What a table is called that a trigger fires for: a shard has its table's name and a number.
create or replace function table_of(name text) returns text language sql immutable
    return regexp_replace(name, '_[0-9]{6,}$', '');


-- Answers and counts lie with their accounts.
-- For the version before, which may still serve and does not say whose an answer is: as store/callers.py reckons it.
create or replace function give_answer_its_account() returns trigger language plpgsql as $$
begin
    new.account_id := coalesce(
        (select case when bool_or(g.type in ('operator', 'partner')) then null else coalesce(min(u.account_id), min(g.account_id)) end
         from fordran.users u join fordran.user_groups m on m.user_id = u.id join fordran.access_groups g on g.id = m.access_group_id
         where u.id = new.user_id), repeat('0', 24));
    return new;
end $$;

alter table idempotent_answers add column account_id id;
create trigger idempotent_answers_are_an_accounts before insert or update on idempotent_answers for each row
    when (new.account_id is null) execute function give_answer_its_account();
update idempotent_answers set account_id = null where account_id is null;

-- For the version before, which may still serve and says that there is no account.
create or replace function give_tally_its_account() returns trigger language plpgsql as $$
begin
    new.account_id := repeat('0', 24);
    return new;
end $$;

create sequence tally_change_ids as bigint cache 20;
update tally_changes set account_id = repeat('0', 24) where account_id is null;
alter table tally_changes alter column account_id set default '000000000000000000000000', alter column account_id set not null,
    add column id bigint not null default nextval('tally_change_ids'), add primary key (account_id, id);
create trigger tally_changes_are_an_accounts before insert on tally_changes for each row
    when (new.account_id is null) execute function give_tally_its_account();

-- The serial of another node begins at a multiple of 2^48; the remainder by 2^48 - 2^40 fits, and keeps nodes apart.
alter table audit_log alter column id set default
    lpad(to_hex((date_part('epoch', now()) * 65536)::bigint), 12, '0') || lpad(to_hex(nextval('audit_serials') % 280375465082880), 12, '0');

create or replace function refuse_change() returns trigger language plpgsql as $$
begin
    raise exception '% is append-only: nothing in it is changed or deleted', fordran.table_of(tg_table_name) using errcode = 'restrict_violation';
end $$;

-- A row is known by its key, here as everywhere.
create or replace function refuse_another_key() returns trigger language plpgsql as $$
begin
    raise exception 'the key of a row of % does not change', fordran.table_of(tg_table_name) using errcode = 'restrict_violation';
end $$;

-- A case is never opened on a customer who is erased. A registration that has found the customer waits here for whoever
-- erases it, and is done again; whoever erases waits for the registration, and finds its case.
create or replace function refuse_case_of_erased() returns trigger language plpgsql as $$
begin
    perform 1 from fordran.customers c
    where c.account_id = new.account_id and c.id = new.customer_id and c.erasure is null for key share;
    if not found then
        raise exception 'the customer of case % was erased: constraint "cases_customer_is_not_erased"', new.id
            using errcode = 'integrity_constraint_violation', constraint = 'cases_customer_is_not_erased';
    end if;
    return null;
end $$;

-- Whoever registers tells who the customer is before the case is made. The version before, which may still serve, does not:
-- its creditor is then taken to have told what is known.
create or replace function tell_of_customers() returns trigger language plpgsql as $$
begin
    insert into fordran.customer_details (
        account_id, id, created, updated, customer_id, creditor_id, name, name_folded, id_number, id_number_status, is_person,
        is_company, is_foreign, customer_number, car_registration, address, mobile_number, email, email_folded, warnings)
    select distinct c.account_id, left(md5(c.account_id || c.id || m.creditor_id), 24), c.created, c.updated, c.id, m.creditor_id,
        c.name, c.name_folded, c.id_number, c.id_number_status, c.is_person, c.is_company, c.is_foreign, c.customer_number,
        c.car_registration, c.address, c.mobile_number, c.email, c.email_folded, c.warnings
    from made m join fordran.customers c on c.account_id = m.account_id and c.id = m.customer_id
    where not exists (
        select 1 from fordran.customer_details t
        where t.account_id = m.account_id and t.customer_id = m.customer_id and t.creditor_id = m.creditor_id)
    on conflict on constraint customer_details_are_one_a_creditor do nothing;
    return null;
end $$;

-- Number up to `most` events that have been committed and have no position; how many. Positions have no gaps, and become visible
-- in their order: whoever numbers next waits for the row. So a reader who has seen a position never misses an earlier one.
-- Of a few rows among many, whose number no plan knows beforehand, only the few are to be read.
create or replace function number_events(most integer) returns integer language plpgsql
    set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
declare
    last bigint;
    numbered integer;
begin
    if not exists (select 1 from fordran.events where position is null) then
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


create or replace view audited_tables as
select t.relation, t.name, coalesce(r.records, 'everything') as records, coalesce(r.resource, t.name) as resource,
       coalesce(r.keeps_new, true) as keeps_new,
       -- A row that is a part of a document is a change of it, whatever happens to the row.
       coalesce(r.document, 'id') not in ('', 'id') as is_part,
       coalesce(r.often, '{}')::text[] as often, coalesce(r.derived, '{}')::text[] || '{created,updated,revision}' as derived,
       coalesce(r.secret, '{}')::text[] as secret,
       case when t.name = 'accounts' then 'id' when 'account_id' = any(t.columns) then 'account_id' end as account,
       case when t.name = 'creditors' then 'id' when 'creditor_id' = any(t.columns) then 'creditor_id' end as creditor,
       (select c from unnest(t.columns) c where c = coalesce(r.document, 'id')) as document,
       t.columns, t.key, '{id,account_id,creditor_id,content_hash}'::text[] as owned,  -- what the log says of a row in columns of its own
       t.word
from (select c.oid::regclass as relation, c.relname::text as name, split_part(obj_description(c.oid, 'pg_class'), ':', 1) as word,
             array(select a.attname::text from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) as columns,
             array(select a.attname::text from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any(i.indkey)
                   where i.indrelid = c.oid and i.indisprimary order by a.attname) as key
      from pg_class c where c.relnamespace = 'fordran'::regnamespace and c.relkind = 'r') t
left join audit_rules r on r.table_name = t.name;

-- How a trigger names what a statement has changed.
create or replace function transition_tables(operation text, before text, after text) returns text language sql immutable
    return 'referencing ' || concat_ws(' ',
        case when operation in ('update', 'delete') then 'old table as ' || before end,
        case when operation in ('insert', 'update') then 'new table as ' || after end);

-- The function that records what a statement did to the rows of a table, from expressions of the rows {o}, {n} and {row}.
create or replace function audit_by_statement(t audited_tables, made text, changes text, is_hidden text, owners text, same_key text)
returns text language plpgsql stable as $$
declare
    into_log constant text := 'insert into fordran.audit_log ("by", user_id, address, request_id, act, resource, '
        'account_id, creditor_id, document_id, kind, changes) select a.actor ->> ''by'', a.actor ->> ''user'', '
        'a.actor ->> ''address'', a.actor ->> ''request_id'', a.actor ->> ''act'', ';
    -- Not a variable, since a statement without parameters is planned once; and computed once.
    actor constant text := '(select fordran.acting() as actor offset 0) a';
begin
    return format($function$
            create or replace function fordran.%I() returns trigger language plpgsql as $body$
            declare
                recorded integer;
                writer constant text := current_setting('fordran.writer', true);
            begin
                -- An entry is the service's own, whoever made the change that it tells of.
                if writer is distinct from 'on' then
                    perform set_config('fordran.writer', 'on', true);
                end if;
                if tg_op = 'INSERT' then
                    %s %L, %s, %L, %s from new_rows w, %s;
                elsif tg_op = 'UPDATE' then
                    %s %L, n.account, n.creditor, n.document, 'changed', n.changes
                    from (select %s, %s, %s from old_rows o join new_rows n on %s offset 0)
                        n (account, creditor, document, changes, is_hidden), %s
                    where n.changes <> '{}' or n.is_hidden;
                elsif tg_op = 'DELETE' then
                    %s %L, %s, %L, fordran.changes_between(to_jsonb(w), null, %L, %L) from old_rows w, %s;
                else
                    %s %L, repeat('0', 24), null, null, 'deleted', null from %s;
                end if;
                -- Counted here, since a trigger of the log's own would cost as much as all of the above.
                get diagnostics recorded = row_count;
                if recorded > 0 then
                    insert into fordran.tally_changes (resource, documents) values ('rows of audit_log', recorded);
                end if;
                if writer is distinct from 'on' then
                    perform set_config('fordran.writer', coalesce(writer, ''), true);
                end if;
                return null;
            end $body$ $function$,
            'audit_' || t.name,
            into_log, t.resource, replace(owners, '{row}', 'w'), case when t.is_part then 'changed' else 'created' end,
            replace(made, '{row}', 'w'), actor,
            into_log, t.resource, replace(owners, '{row}', 'n'), replace(replace(changes, '{o}', 'o'), '{n}', 'n'),
            replace(replace(is_hidden, '{o}', 'o'), '{n}', 'n'), same_key, actor,
            into_log, t.resource, replace(owners, '{row}', 'w'), case when t.is_part then 'changed' else 'deleted' end,
            t.derived || t.owned, t.secret, actor,
            into_log, t.resource, actor);
end $$;

-- The same for one row, which may be a shard's. What it records lies with the row's account, so on the same node. Of a row that
-- every node holds, the first node alone records.
create or replace function audit_by_row(t audited_tables, made text, changes text, is_hidden text, owners text) returns text
language plpgsql stable as $$
begin
    return format($function$
            create or replace function fordran.%I() returns trigger language plpgsql as $body$
            declare
                entry jsonb;
                kind text;
                actor constant jsonb := fordran.acting();
                writer constant text := current_setting('fordran.writer', true);
                account text;
                creditor text;
                document text;
            begin
                if %s then
                    return null;
                elsif tg_op = 'INSERT' then
                    select %s into account, creditor, document;
                    kind := %L;
                    entry := %s;
                elsif tg_op = 'UPDATE' then
                    select %s into account, creditor, document;
                    kind := 'changed';
                    entry := %s;
                    if entry = '{}' and (%s) is not true then
                        return null;
                    end if;
                else
                    select %s into account, creditor, document;
                    kind := %L;
                    entry := fordran.changes_between(to_jsonb(old), null, %L, %L);
                end if;
                if writer is distinct from 'on' then
                    perform set_config('fordran.writer', 'on', true);
                end if;
                insert into fordran.audit_log ("by", user_id, address, request_id, act, resource, account_id, creditor_id, document_id,
                    kind, changes)
                values (actor ->> 'by', actor ->> 'user', actor ->> 'address', actor ->> 'request_id', actor ->> 'act', %L,
                    account, creditor, document, kind, entry);
                insert into fordran.tally_changes (account_id, resource, documents) values (account, 'rows of audit_log', 1);
                if writer is distinct from 'on' then
                    perform set_config('fordran.writer', coalesce(writer, ''), true);
                end if;
                return null;
            end $body$ $function$,
            'audit_' || t.name,
            case when t.word = 'reference' then 'not fordran.is_first_node()' else 'false' end,
            replace(owners, '{row}', 'new'), case when t.is_part then 'changed' else 'created' end, replace(made, '{row}', 'new'),
            replace(owners, '{row}', 'new'), replace(replace(changes, '{o}', 'old'), '{n}', 'new'),
            replace(replace(is_hidden, '{o}', 'old'), '{n}', 'new'),
            replace(owners, '{row}', 'old'), case when t.is_part then 'changed' else 'deleted' end,
            t.derived || t.owned, t.secret, t.resource);
end $$;

-- Makes the function that records what happens to a table, and the triggers that call it, for every table as it now is. Each
-- migration is followed by a call, so that a new table or column needs no thought. What a statement does is recorded by one
-- more, however many rows it touches; on the shards of Citus, which know no transition tables, row by row.
create or replace function keep_audit() returns void language plpgsql as $$
declare
    t fordran.audited_tables;
    by_row constant boolean := fordran.is_distributed();
    made text;
    operation text;
    changes text;    -- of the row {o} to the row {n}
    quick text;      -- the same of the columns that change often, as JSON texts; null for what is the same
    is_other text;   -- whether another column differs, too
    is_hidden text;  -- whether one differs that is not shown, though the service, which counts revisions, did not write it
    owners text;
    same_key text;
    other_key text;
begin
    for t in select * from fordran.audited_tables order by name loop
        for operation in
            select tgname from pg_trigger where tgrelid = t.relation and tgname = any(array[t.name || '_audit_insert',
                t.name || '_audit_update', t.name || '_audit_delete', t.name || '_audit_truncate', t.name || '_audit_key'])
            and (t.records = 'nothing' or (t.records = 'changes' and tgname = t.name || '_audit_insert')
                 -- One by statements where it has to be by rows; bit 1 of the type says which it is.
                 or (by_row and tgtype & 1 = 0))
        loop
            execute format('drop trigger %I on %s', operation, t.relation);
        end loop;
        continue when t.records = 'nothing';
        assert cardinality(t.key) > 0, t.name || ' needs a primary key, or a rule that nothing of it is recorded';

        select string_agg(format('case when {o}.%1$I is distinct from {n}.%1$I then %2$L || jsonb_build_array(%3$s)::text end', c.name,
                                 to_json(regexp_replace(c.name, '_id$', '')) || ':',
                                 format(case when c.is_money then 'trim_scale({o}.%1$I / 100.0), trim_scale({n}.%1$I / 100.0)'
                                             else '{o}.%1$I, {n}.%1$I' end, c.name)), ', ') filter (where c.name = any(t.often)),
               string_agg(c.differs, ' or ') filter (where c.name <> all(t.often || t.derived || t.key)),
               string_agg(c.differs, ' or ') filter (where c.name = any(t.derived) and c.name <> 'revision')
        into quick, is_other, is_hidden
        from (select a.attname::text as name, format('{o}.%1$I is distinct from {n}.%1$I', a.attname) as differs,
                     a.atttypid = 'bigint'::regtype and a.attname ~ '(amount|capital|^fee$|^total_)' as is_money
              from pg_attribute a where a.attrelid = t.relation and a.attnum > 0 and not a.attisdropped and a.attname <> 'content_hash'
              order by a.attname) c;
        changes := format('fordran.changes_between(to_jsonb({o}), to_jsonb({n}), %L, %L)', t.derived || '{content_hash}', t.secret);
        if quick is not null then
            changes := format('case when %s then %s else (''{'' || array_to_string(array[%s], '','') || ''}'')::jsonb end',
                              is_other, changes, quick);
        end if;
        is_hidden := coalesce('(' || is_hidden || ')', 'false');
        if 'revision' = any(t.columns) then
            is_hidden := '{o}.revision = {n}.revision and ' || is_hidden;
        end if;
        select string_agg(format('o.%1$I = n.%1$I', name), ' and '), string_agg(format('old.%1$I is distinct from new.%1$I', name), ' or ')
        into same_key, other_key from unnest(t.key) name;
        owners := format('coalesce(%s, repeat(''0'', 24)), %s, %s', coalesce('{row}.' || quote_ident(t.account), 'null'),
                         coalesce('{row}.' || quote_ident(t.creditor), 'null'), coalesce('{row}.' || quote_ident(t.document), 'null'));
        made := case when t.keeps_new
            then format('fordran.changes_between(null, to_jsonb({row}), %L, %L)', t.derived || t.owned, t.secret) else 'null' end;
        execute case when by_row
            then fordran.audit_by_row(t, made, changes, is_hidden, owners)
            else fordran.audit_by_statement(t, made, changes, is_hidden, owners, same_key) end;

        foreach operation in array case when by_row then '{insert,update,delete}' else '{insert,update,delete,truncate}' end::text[] loop
            -- A table's lock is not asked for where all is there, since a migration runs while others work.
            continue when (operation = 'insert' and t.records = 'changes')
                or exists (select 1 from pg_trigger where tgrelid = t.relation and tgname = t.name || '_audit_' || operation);
            execute format('create trigger %I after %s on %s %s for each %s execute function fordran.%I()',
                t.name || '_audit_' || operation, operation, t.relation,
                case when by_row or operation = 'truncate' then ''
                     else fordran.transition_tables(operation, 'old_rows', 'new_rows') end,
                case when by_row then 'row' else 'statement' end, 'audit_' || t.name);
        end loop;
        continue when exists (select 1 from pg_trigger where tgrelid = t.relation and tgname = t.name || '_audit_key');
        -- Fires for a statement that sets the key, which none of the service's does.
        execute format('create trigger %I before update of %s on %s for each row when (%s) execute function fordran.refuse_another_key()',
            t.name || '_audit_key', (select string_agg(quote_ident(name), ', ') from unnest(t.key) name), t.relation, other_key);
    end loop;
end $$;

-- The function that does so for one row, which may be a shard's, where the row lies; see `audit_by_row`.
create or replace function count_by_row(t audited_tables) returns text language sql stable
    return format($function$
        create or replace function fordran.%I() returns trigger language plpgsql as $body$
        declare
            account text := repeat('0', 24);
            change integer := 1;
        begin
            if tg_op = 'INSERT' then
                account := coalesce(%s, account);
            else
                account := coalesce(%s, account);
                change := -1;
            end if;
            if current_setting('fordran.writer', true) = 'on' and %s then
                insert into fordran.tally_changes (account_id, resource, documents) values (account, %L, change);
            end if;
            return null;
        end $body$ $function$,
        'count_' || t.name, coalesce('new.' || t.account, 'null'), coalesce('old.' || t.account, 'null'),
        case when t.word = 'reference' then 'fordran.is_first_node()' else 'true' end, 'rows of ' || t.name);

-- Has the rows of a table counted: by statements, or row by row where there may be shards.
create function keep_count(t audited_tables) returns void language plpgsql as $$
declare
    by_row constant boolean := fordran.is_distributed();
    operation text;
    note text;
begin
    if by_row then
        execute fordran.count_by_row(t);
    end if;
    foreach operation in array '{insert,delete}'::text[] loop
        note := t.name || '_note_' || operation;
        if by_row and exists (select 1 from pg_trigger where tgrelid = t.relation and tgname = note and tgtype & 1 = 0) then
            execute format('drop trigger %I on %s', note, t.relation);
        end if;
        continue when exists (select 1 from pg_trigger where tgrelid = t.relation and tgname = note);
        execute format('create trigger %I after %s on %s %s for each %s execute function fordran.%I()', note, operation, t.relation,
                       case when by_row then '' else fordran.transition_tables(operation, 'changed', 'changed') end,
                       case when by_row then 'row' else 'statement' end, case when by_row then 'count_' || t.name else 'note_count' end);
    end loop;
end $$;

-- Has the rows of a table counted: by statements, or row by row where there may be shards.
create or replace function keep_count(t audited_tables) returns void language plpgsql as $$
declare
    by_row constant boolean := fordran.is_distributed();
    operation text;
    note text;
begin
    if by_row then
        execute fordran.count_by_row(t);
    end if;
    foreach operation in array '{insert,delete}'::text[] loop
        note := t.name || '_note_' || operation;
        if by_row and exists (select 1 from pg_trigger where tgrelid = t.relation and tgname = note and tgtype & 1 = 0) then
            execute format('drop trigger %I on %s', note, t.relation);
        end if;
        continue when exists (select 1 from pg_trigger where tgrelid = t.relation and tgname = note);
        execute format('create trigger %I after %s on %s %s for each %s execute function fordran.%I()', note, operation, t.relation,
                       case when by_row then '' else fordran.transition_tables(operation, 'changed', 'changed') end,
                       case when by_row then 'row' else 'statement' end, case when by_row then 'count_' || t.name else 'note_count' end);
    end loop;
end $$;

-- Gives every table that has none its hashes and its count. Bookings have a chain of their own, and tallies are counted again;
-- documents are tallied by the verbs, payment references are one a case, and the rest of what is not counted is forgotten soon.
-- Each migration is followed by a call, so that a new table needs no thought.
create or replace function keep_content_hashes() returns void language plpgsql as $$
declare
    t fordran.audited_tables;
    is_new boolean;
    one text;
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
            perform fordran.keep_count(t);
            if is_new then
                execute format('insert into fordran.tally_changes (resource, documents) select %L, count(*) from %s having count(*) > 0',
                               'rows of ' || t.name, t.relation);
            end if;
        end if;
    end loop;
end $$;

-- Has every table check that its ids are ids: twenty-four hex digits. Each migration is followed by a call.
create or replace function keep_ids() returns void language plpgsql as $$
declare
    t record;
    has_rows boolean;
begin
    for t in
        select c.oid::regclass as relation, c.relname || '_ids_have_24_hex_digits' as name,
               string_agg(format('%I ~ ''^[0-9a-f]{24}$''', a.attname), ' and ' order by a.attname) as rule,
               count(*) as columns
        from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
        where c.relnamespace = 'fordran'::regnamespace and c.relkind = 'r' and a.atttypid = 'fordran.id'::regtype
        group by c.oid
        order by c.relname
    loop
        continue when exists (select 1 from pg_constraint k where k.conrelid = t.relation and k.conname = t.name
                              and cardinality(k.conkey) = t.columns);
        -- The rows that are there are held to it after the migrations, while others write.
        execute format('select exists (select 1 from %s)', t.relation) into has_rows;
        execute format('alter table %s drop constraint if exists %I, add constraint %I check (%s) %s',
                       t.relation, t.name, t.name, t.rule, case when has_rows then 'not valid' else '' end);
    end loop;
end $$;


select keep_ids();
