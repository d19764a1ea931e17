-- The audit log: who did what, when, from where, on which document.

set local search_path = fordran;

-- Orders what is logged in the same moment.
create sequence audit_serials as bigint cache 20;

create table audit_log (
    -- Of what is no account's: twenty-four zeros, so that the key holds it and the row lies where its cause lies.
    account_id                id not null default '000000000000000000000000',
    id                        id not null default
        lpad(to_hex((date_part('epoch', now()) * 65536)::bigint), 12, '0') || lpad(to_hex(nextval('audit_serials')), 12, '0'),
    created                   timestamptz not null default date_trunc('second', now()),
    "by"                      words not null,  -- api, console, worker, command or database
    user_id                   words,  -- a user's id; for a command the system's own user, for the database its role
    address                   words,
    request_id                words,
    act                       words,
    kind                      words not null,  -- created, changed, deleted, read, sent or signed_in
    resource                  words not null,
    document_id               words,
    documents                 jsonb,  -- of the reading of a list: the ids that it showed
    creditor_id               words,
    changes                   jsonb,  -- field → what it was and what it became; null where it had or has no value
    erased                    timestamptz,
    primary key (account_id, id)
);
comment on table audit_log is 'tenant: who did what, when, from where, on which document';
create index audit_log_by_id on audit_log (id);
create index audit_log_of_document on audit_log (document_id, id);
create index audit_log_of_user on audit_log (user_id, id);
create index audit_log_of_resource on audit_log (resource, kind, id);
create index audit_log_by_time on audit_log using brin (created) with (pages_per_range = 16);
create index audit_log_of_listed on audit_log using gin (documents jsonb_path_ops) where documents is not null;

-- Nothing in it is changed, but that what a person has the right to have erased leaves `changes`; and nothing is deleted
-- before its time, which is never within a month. Either is done by an act that says so by a setting of its own.
create function keep_audit_log() returns trigger language plpgsql as $$
begin
    if tg_op = 'UPDATE' and current_setting('fordran.erasing', true) = 'on' and new.erased is not null then
        if (old.account_id, old.id, old.created, old."by", old.user_id, old.address, old.request_id, old.act, old.kind,
            old.resource, old.document_id, old.documents, old.creditor_id)
           is not distinct from
           (new.account_id, new.id, new.created, new."by", new.user_id, new.address, new.request_id, new.act, new.kind,
            new.resource, new.document_id, new.documents, new.creditor_id) then
            return new;
        end if;
    elsif tg_op = 'DELETE' and current_setting('fordran.forgetting', true) = 'on' and old.created < now() - interval '30 days' then
        return old;
    end if;
    raise exception 'audit_log is append-only: nothing in it is changed or deleted' using errcode = 'restrict_violation';
end $$;
create trigger audit_log_is_append_only before update or delete on audit_log for each row execute function keep_audit_log();
create trigger audit_log_is_not_truncated before truncate on audit_log for each statement execute function refuse_change();

-- What is recorded of which table: one row each. `keep_audit` reads it; a table without a row has everything recorded, and a
-- test asks for its row. `derived` columns are not shown, `secret` ones neither, but that they changed is.
create table audit_rules (
    table_name                words primary key,
    records                   words not null check (records in (
        'everything',    -- what is made, changed and deleted
        'changes',       -- what is changed and deleted: it is made by an act whose own document is recorded, or by the service
        'nothing')),
    reason                    words not null,
    resource                  words,  -- as the interface calls it, where that is not the table's own name
    document                  words not null default 'id',  -- the column that says which document a row is, or is a part of
    keeps_new                 boolean not null default true,  -- whether `after` holds what is made, or the view reads it there
    often                     words[] not null default '{}',  -- columns that change often, which are compared the quick way
    derived                   words[] not null default '{}',
    secret                    words[] not null default '{}'
);
comment on table audit_rules is 'shared: what the audit log records of each table, and why';

insert into audit_rules (table_name, records, reason) values
    ('agreement_templates', 'everything', 'They decide how cases are treated.'),
    ('partners', 'everything', 'Somebody adds each.'),
    ('accounts', 'everything', 'Somebody adds each.'),
    ('creditors', 'everything', 'Somebody adds each, and where it is paid must be seen.'),
    ('applications', 'changes', 'Made with the installation.'),
    ('ocr_numbers', 'changes', 'Made with a case.'),
    ('bookings', 'changes', 'The journal is its own record.'),
    ('request_logs', 'nothing', 'A log itself, forgotten soon.'),
    ('steps', 'changes', 'What was done to a case is a change of the case.'),
    ('envelopes', 'nothing', 'What becomes of an envelope is a change of its letters.'),
    ('events', 'nothing', 'They tell of what is recorded here.'),
    ('bank_payments', 'changes', 'Made by a file, or by a decision on a transaction.'),
    ('bank_bookings', 'changes', 'The journal is its own record.'),
    ('bank_refunds', 'everything', 'Somebody decides each.'),
    ('payout_bookings', 'changes', 'The journal is its own record.'),
    ('bank_orders', 'everything', 'Money that leaves.'),
    ('webhook_states', 'nothing', 'How far the worker has come.'),
    ('webhook_deliveries', 'nothing', 'A log itself.'),
    ('audit_log', 'nothing', 'Append-only.');
-- Under the names of the interface, and with what is not shown.
insert into audit_rules (table_name, records, reason, resource, derived, secret) values
    ('users', 'everything', 'Who may act, and who let them.', null, '{}', '{api_code_hash}'),
    ('access_groups', 'changes', 'Made by the service with their partner, account or creditor.', 'access--groups', '{}', '{}'),
    ('locale_entries', 'changes', 'Made with the installation.', 'locales', '{}', '{}'),
    ('customers', 'changes', 'Made by a registration, which is recorded.', null, '{name_folded,email_folded,id_number_compact}', '{}'),
    ('cases', 'changes', 'Made by a registration, which is recorded.', null,
        '{facts,transactions,state_history,status_history,latest_state_date,bookings,head_hash}', '{}'),
    ('invoices', 'changes', 'Made by a registration, which is recorded.', null, '{matrix}', '{}'),
    ('media_files', 'everything', 'Files that are uploaded or made.', 'media--files', '{sha256}', '{}'),
    ('file_imports', 'everything', 'Somebody imports each.', 'file--import-reports', '{}', '{}'),
    ('letters', 'changes', 'Made by a step of a case.', null, '{details,checklist}', '{}'),
    ('work_items', 'changes', 'Made by the service, for a person to resolve.', 'work--items', '{}', '{}'),
    ('bank_files', 'everything', 'Somebody imports each.', 'bank--files', '{}', '{}'),
    ('bank_transactions', 'changes', 'Made by a file, which is recorded.', 'bank--transactions', '{bookings,head_hash}', '{}'),
    ('payouts', 'everything', 'Money that leaves.', 'finance--payouts', '{summary,bookings,head_hash}', '{}'),
    ('payout_specifications', 'changes', 'Made by a settlement.', 'finance--payout-specifications', '{}', '{}'),
    ('webhooks', 'everything', 'Where what happens is told.', null, '{}', '{secret_salt,previous_secret_salt}');
-- Whose documents never change: what they were when they were made is what they are.
insert into audit_rules (table_name, records, reason, resource, keeps_new) values
    ('invoice_registrations', 'everything', 'What a caller sent; it does not change.', 'invoice--registrations', false),
    ('case_registrations', 'everything', 'What a caller sent; it does not change.', 'case--registrations', false),
    ('creditor_payments', 'everything', 'What a caller sent; it does not change.', 'creditor--payments', false),
    ('creditor_creditings', 'everything', 'What a caller sent; it does not change.', 'creditor--creditings', false),
    ('creditor_cancellations', 'everything', 'What a caller sent; it does not change.', 'creditor--cancellations', false);
-- Parts of documents.
insert into audit_rules (table_name, records, reason, resource, document) values
    ('user_groups', 'everything', 'What a user may see.', 'users', 'user_id'),
    ('user_keys', 'everything', 'With what a user signs.', 'users', 'user_id'),
    ('user_networks', 'everything', 'From where a user comes.', 'users', 'user_id'),
    ('file_import_rows', 'changes', 'Made by an import, which is recorded.', 'file--import-reports', 'file_import_id'),
    ('bank_order_lines', 'changes', 'Made with an order, which is recorded.', 'bank_orders', 'order_id');
-- What is no document.
insert into audit_rules (table_name, records, reason, document, secret) values
    ('installation', 'everything', 'Its settings and its clock are everybody''s.', '', '{token_key}'),
    ('seals', 'changes', 'The journal is its own record.', '', '{}'),
    ('payout_preparations', 'nothing', 'How far the worker has come.', '', '{}'),
    ('failed_sign_ins', 'nothing', 'Forgotten in a minute.', '', '{}'),
    ('idempotent_answers', 'nothing', 'Answers to what is recorded here.', '', '{}'),
    ('event_stream', 'nothing', 'How far events are numbered.', '', '{}'),
    ('tallies', 'nothing', 'Counted from documents.', '', '{}'),
    ('tally_changes', 'nothing', 'Counted from documents.', '', '{}'),
    ('audit_rules', 'everything', 'What is recorded decides what can be known.', '', '{}');
update audit_rules set often = '{state,status,next_step,next_step_date,closed,close_reason,flow,refund_amount,
    total_added_capital_amount,total_added_interest_amount,total_added_costs_amount,
    total_remaining_capital_amount,total_remaining_interest_amount,total_remaining_costs_amount}'
where table_name = 'cases';

-- Who acts. Our connections say so with every BEGIN, by a setting; whoever does not is known by the role and the program.
create function acting() returns jsonb language plpgsql stable as $$
begin
    return coalesce(
        nullif(current_setting('fordran.actor', true), '')::jsonb,
        jsonb_build_object('by', 'database', 'user', session_user, 'address', host(inet_client_addr()),
                           'act', current_setting('application_name')));
end $$;

-- A row's field as the interface shows it: amounts in kronor, and of a secret only that there is one.
create function shown_in_audit(name text, value jsonb, secret text[]) returns jsonb language sql immutable
    return case
        when value is null or value = 'null' then null
        when name = any(secret) then '"not shown"'
        when name ~ '(amount|capital|^fee$|^total_)' and jsonb_typeof(value) = 'number' then to_jsonb(trim_scale(value::numeric / 100))
        else value
    end;

-- What differs between a row as it was and as it became; one of them is null where it was made or deleted.
create function changes_between(before jsonb, after jsonb, hidden text[], secret text[]) returns jsonb language sql immutable
    return (
        select coalesce(jsonb_object_agg(regexp_replace(name, '_id$', ''), jsonb_build_array(
                   shown_in_audit(name, before -> name, secret), shown_in_audit(name, after -> name, secret))), '{}')
        from jsonb_object_keys(coalesce(after, before)) name
        where coalesce(before -> name, 'null') <> coalesce(after -> name, 'null') and name <> all(hidden));

-- One side of such changes: 0 is before, 1 is after.
create function side_of(changes jsonb, side integer) returns jsonb language sql immutable strict
    return (
        select coalesce(jsonb_object_agg(c.key, c.value -> side) filter (where c.value -> side <> 'null'), '{}')
        from jsonb_each(changes) c);

-- A document that a caller made and nobody changes, whose log holds no copy of it.
create function document_made(resource text, account text, document text) returns jsonb language plpgsql stable as $$
declare
    hidden constant text[] := '{id,created,updated,revision,account_id,creditor_id,content_hash}';
begin
    case resource
        when 'invoice--registrations' then
            return (select r.document from fordran.invoice_registrations r where r.account_id = account and r.id = $3);
        when 'case--registrations' then
            return (select r.document from fordran.case_registrations r where r.account_id = account and r.id = $3);
        when 'creditor--payments' then
            return (select fordran.side_of(fordran.changes_between(null, to_jsonb(p), hidden, '{}'), 1)
                    from fordran.creditor_payments p where p.account_id = account and p.id = $3);
        when 'creditor--creditings' then
            return (select fordran.side_of(fordran.changes_between(null, to_jsonb(p), hidden, '{}'), 1)
                    from fordran.creditor_creditings p where p.account_id = account and p.id = $3);
        when 'creditor--cancellations' then
            return (select fordran.side_of(fordran.changes_between(null, to_jsonb(p), hidden, '{}'), 1)
                    from fordran.creditor_cancellations p where p.account_id = account and p.id = $3);
        else
            return null;
    end case;
end $$;

-- Which row of audit_rules a table has, with what follows from its columns. A table without one has everything recorded.
create view audited_tables as
select t.relation, t.name, coalesce(r.records, 'everything') as records, coalesce(r.resource, t.name) as resource,
       coalesce(r.keeps_new, true) as keeps_new,
       -- A row that is a part of a document is a change of it, whatever happens to the row.
       coalesce(r.document, 'id') not in ('', 'id') as is_part,
       coalesce(r.often, '{}')::text[] as often, coalesce(r.derived, '{}')::text[] || '{created,updated,revision}' as derived,
       coalesce(r.secret, '{}')::text[] as secret,
       case when t.name = 'accounts' then 'id' when 'account_id' = any(t.columns) then 'account_id' end as account,
       case when t.name = 'creditors' then 'id' when 'creditor_id' = any(t.columns) then 'creditor_id' end as creditor,
       (select c from unnest(t.columns) c where c = coalesce(r.document, 'id')) as document,
       t.columns, t.key, '{id,account_id,creditor_id,content_hash}'::text[] as owned  -- what the log says of a row in columns of its own
from (select c.oid::regclass as relation, c.relname::text as name,
             array(select a.attname::text from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) as columns,
             array(select a.attname::text from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any(i.indkey)
                   where i.indrelid = c.oid and i.indisprimary order by a.attname) as key
      from pg_class c where c.relnamespace = 'fordran'::regnamespace and c.relkind = 'r') t
left join audit_rules r on r.table_name = t.name;

-- A row is known by its key, here as everywhere.
create function refuse_another_key() returns trigger language plpgsql as $$
begin
    raise exception 'the key of a row of % does not change', tg_table_name using errcode = 'restrict_violation';
end $$;

-- Makes the function that records what happens to a table, and the triggers that call it, for every table as it now is. Each
-- migration is followed by a call, so that a new table or column needs no thought. What a statement does is recorded by one
-- more, however many rows it touches.
create function keep_audit() returns void language plpgsql as $$
declare
    t fordran.audited_tables;
    operation text;
    changes text;    -- of the row o to the row n
    quick text;      -- the same of the columns that change often, as JSON texts; null for what is the same
    is_other text;   -- whether another column differs, too
    is_hidden text;  -- whether one differs that is not shown, though the service, which counts revisions, did not write it
    owners text;
    same_key text;
    other_key text;
    into_log constant text := 'insert into fordran.audit_log ("by", user_id, address, request_id, act, resource, '
        'account_id, creditor_id, document_id, kind, changes) select a.actor ->> ''by'', a.actor ->> ''user'', '
        'a.actor ->> ''address'', a.actor ->> ''request_id'', a.actor ->> ''act'', ';
    -- Not a variable, since a statement without parameters is planned once; and computed once.
    actor constant text := '(select fordran.acting() as actor offset 0) a';
begin
    for t in select * from fordran.audited_tables order by name loop
        for operation in
            select tgname from pg_trigger where tgrelid = t.relation and tgname = any(array[t.name || '_audit_insert',
                t.name || '_audit_update', t.name || '_audit_delete', t.name || '_audit_truncate', t.name || '_audit_key'])
            and (t.records = 'nothing' or (t.records = 'changes' and tgname = t.name || '_audit_insert'))
        loop
            execute format('drop trigger %I on %s', operation, t.relation);
        end loop;
        continue when t.records = 'nothing';
        assert cardinality(t.key) > 0, t.name || ' needs a primary key, or a rule that nothing of it is recorded';

        select string_agg(format('case when o.%1$I is distinct from n.%1$I then %2$L || jsonb_build_array(%3$s)::text end', c.name,
                                 to_json(regexp_replace(c.name, '_id$', '')) || ':',
                                 format(case when c.is_money then 'trim_scale(o.%1$I / 100.0), trim_scale(n.%1$I / 100.0)'
                                             else 'o.%1$I, n.%1$I' end, c.name)), ', ') filter (where c.name = any(t.often)),
               string_agg(c.differs, ' or ') filter (where c.name <> all(t.often || t.derived || t.key)),
               string_agg(c.differs, ' or ') filter (where c.name = any(t.derived) and c.name <> 'revision')
        into quick, is_other, is_hidden
        from (select a.attname::text as name, format('o.%1$I is distinct from n.%1$I', a.attname) as differs,
                     a.atttypid = 'bigint'::regtype and a.attname ~ '(amount|capital|^fee$|^total_)' as is_money
              from pg_attribute a where a.attrelid = t.relation and a.attnum > 0 and not a.attisdropped and a.attname <> 'content_hash'
              order by a.attname) c;
        changes := format('fordran.changes_between(to_jsonb(o), to_jsonb(n), %L, %L)', t.derived || '{content_hash}', t.secret);
        if quick is not null then
            changes := format('case when %s then %s else (''{'' || array_to_string(array[%s], '','') || ''}'')::jsonb end',
                              is_other, changes, quick);
        end if;
        is_hidden := coalesce('(' || is_hidden || ')', 'false');
        if 'revision' = any(t.columns) then
            is_hidden := 'o.revision = n.revision and ' || is_hidden;
        end if;
        select string_agg(format('o.%1$I = n.%1$I', name), ' and '), string_agg(format('old.%1$I is distinct from new.%1$I', name), ' or ')
        into same_key, other_key from unnest(t.key) name;
        owners := format('coalesce(%s, repeat(''0'', 24)), %s, %s', coalesce('{row}.' || quote_ident(t.account), 'null'),
                         coalesce('{row}.' || quote_ident(t.creditor), 'null'), coalesce('{row}.' || quote_ident(t.document), 'null'));

        execute format($function$
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
            case when t.keeps_new
                then format('fordran.changes_between(null, to_jsonb(w), %L, %L)', t.derived || t.owned, t.secret) else 'null' end, actor,
            into_log, t.resource, replace(owners, '{row}', 'n'), changes, is_hidden, same_key, actor,
            into_log, t.resource, replace(owners, '{row}', 'w'), case when t.is_part then 'changed' else 'deleted' end,
            t.derived || t.owned, t.secret, actor,
            into_log, t.resource, actor);

        foreach operation in array '{insert,update,delete,truncate}'::text[] loop
            -- A table's lock is not asked for where all is there, since a migration runs while others work.
            continue when (operation = 'insert' and t.records = 'changes')
                or exists (select from pg_trigger where tgrelid = t.relation and tgname = t.name || '_audit_' || operation);
            execute format('create trigger %I after %s on %s %s for each statement execute function fordran.%I()',
                t.name || '_audit_' || operation, operation, t.relation,
                case operation when 'insert' then 'referencing new table as new_rows'
                               when 'update' then 'referencing old table as old_rows new table as new_rows'
                               when 'delete' then 'referencing old table as old_rows' else '' end,
                'audit_' || t.name);
        end loop;
        continue when exists (select from pg_trigger where tgrelid = t.relation and tgname = t.name || '_audit_key');
        -- Fires for a statement that sets the key, which none of the service's does.
        execute format('create trigger %I before update of %s on %s for each row when (%s) execute function fordran.refuse_another_key()',
            t.name || '_audit_key', (select string_agg(quote_ident(name), ', ') from unnest(t.key) name), t.relation, other_key);
    end loop;
end $$;

-- Rows that a migration brought are counted too.
create or replace function keep_content_hashes() returns void language plpgsql as $$
declare
    name text;
begin
    for name in
        select t.tablename from pg_tables t
        where t.schemaname = 'fordran' and t.tablename not in ('bookings', 'tallies', 'tally_changes')
          and not exists (select from pg_attribute a where a.attrelid = format('fordran.%I', t.tablename)::regclass
                          and a.attname = 'content_hash')
        order by t.tablename
    loop
        execute format('alter table fordran.%I add column content_hash bytea', name);
        execute format('create trigger %I before insert or update on fordran.%I for each row execute function fordran.note_content()',
                       name || '_note_content', name);
        -- Rows that a migration brought are the service's own.
        execute format('update fordran.%I set content_hash = null', name);
        if name not in ('accounts', 'creditors', 'customers', 'cases', 'ocr_numbers', 'invoice_registrations', 'invoices',
                        'case_registrations', 'creditor_payments', 'creditor_creditings', 'creditor_cancellations',
                        'failed_sign_ins', 'idempotent_answers', 'audit_log') then
            execute format('create trigger %I after insert on fordran.%I referencing new table as changed '
                           'for each statement execute function fordran.note_count()', name || '_note_insert', name);
            execute format('create trigger %I after delete on fordran.%I referencing old table as changed '
                           'for each statement execute function fordran.note_count()', name || '_note_delete', name);
            execute format('insert into fordran.tally_changes (resource, documents) select %L, count(*) from fordran.%I having count(*) > 0',
                           'rows of ' || name, name);
        end if;
    end loop;
end $$;
