-- Documents that were written together for several requests have in the audit log the request that each came with.
create or replace function fordran.audit_by_statement(t fordran.audited_tables, made text, changes text, is_hidden text,
    owners text, same_key text)
returns text language plpgsql stable as $$
declare
    into_log constant text := 'insert into fordran.audit_log ("by", user_id, address, act, resource, '
        'account_id, creditor_id, document_id, kind, changes, request_id) select a.actor ->> ''by'', a.actor ->> ''user'', '
        'a.actor ->> ''address'', a.actor ->> ''act'', ';
    -- A transaction that writes documents of several requests says which document came with which.
    request constant text := 'coalesce(a.actor -> ''requests'' ->> {document}, a.actor ->> ''request_id'')';
    document constant text := coalesce('w.' || quote_ident(t.document) || '::text', 'null');
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
                    %s %L, %s, %L, %s, %s from new_rows w, %s;
                elsif tg_op = 'UPDATE' then
                    %s %L, n.account, n.creditor, n.document, 'changed', n.changes, %s
                    from (select %s, %s, %s from old_rows o join new_rows n on %s offset 0)
                        n (account, creditor, document, changes, is_hidden), %s
                    where n.changes <> '{}' or n.is_hidden;
                elsif tg_op = 'DELETE' then
                    %s %L, %s, %L, fordran.changes_between(to_jsonb(w), null, %L, %L), %s from old_rows w, %s;
                else
                    %s %L, repeat('0', 24), null, null, 'deleted', null, a.actor ->> 'request_id' from %s;
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
            replace(made, '{row}', 'w'), replace(request, '{document}', document), actor,
            into_log, t.resource, replace(request, '{document}', 'n.document::text'),
            replace(owners, '{row}', 'n'), replace(replace(changes, '{o}', 'o'), '{n}', 'n'),
            replace(replace(is_hidden, '{o}', 'o'), '{n}', 'n'), same_key, actor,
            into_log, t.resource, replace(owners, '{row}', 'w'), case when t.is_part then 'changed' else 'deleted' end,
            t.derived || t.owned, t.secret, replace(request, '{document}', document), actor,
            into_log, t.resource, actor);
end $$;

-- The same for one row, which may be a shard's. What it records lies with the row's account, so on the same node. Of a row that
-- every node holds, the first node alone records.
create or replace function fordran.audit_by_row(t fordran.audited_tables, made text, changes text, is_hidden text, owners text) returns text
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
                values (actor ->> 'by', actor ->> 'user', actor ->> 'address',
                    coalesce(actor -> 'requests' ->> document, actor ->> 'request_id'), actor ->> 'act', %L,
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
