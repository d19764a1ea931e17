-- What a write costs the database: checks and triggers that do the same with less.

create or replace function fordran.sum_of(amounts bigint[]) returns numeric language plpgsql immutable parallel safe strict as $$
declare
    total numeric := 0;
    amount bigint;
begin
    foreach amount in array amounts loop
        total := total + coalesce(amount, 0);
    end loop;
    return total;
end $$;

create or replace function fordran.tell_of_customers() returns trigger language plpgsql as $$
begin
    -- Looked for first, since an insert of nothing costs as much as one of a row.
    perform 1 from made m
    where not exists (
        select 1 from fordran.customer_details t
        where t.account_id = m.account_id and t.customer_id = m.customer_id and t.creditor_id = m.creditor_id);
    if not found then
        return null;
    end if;
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

create or replace function fordran.note_content() returns trigger language plpgsql as $$
begin
    if current_setting('fordran.writer', true) = 'on' then
        if new.content_hash is not null then
            new.content_hash := null;
        end if;
        new.content_hash := fordran.content_hash(new::text);
    end if;
    return new;
end $$;

create or replace function fordran.note_count() returns trigger language plpgsql as $$
begin
    if current_setting('fordran.writer', true) = 'on' then
        insert into fordran.tally_changes (resource, documents)
        select 'rows of ' || tg_table_name, count(*) * case tg_op when 'INSERT' then 1 else -1 end from changed having count(*) > 0;
    end if;
    return null;
end $$;

create or replace function fordran.are_ids(variadic ids text[]) returns boolean language plpgsql immutable parallel safe as $$
declare
    one text;
begin
    foreach one in array ids loop
        if length(one) <> 24 or one ~ '[^0-9a-f]' then
            return false;
        end if;
    end loop;
    return true;
end $$;

create or replace function fordran.keep_ids() returns void language plpgsql as $$
declare
    t record;
    has_rows boolean;
begin
    for t in
        select c.oid::regclass as relation, c.relname || '_ids_have_24_hex_digits' as name,
               format('fordran.are_ids(%s)', string_agg(quote_ident(a.attname), ', ' order by a.attname)) as rule,
               count(*) as columns
        from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
        where c.relnamespace = 'fordran'::regnamespace and c.relkind = 'r' and a.atttypid = 'fordran.id'::regtype
        group by c.oid
        order by c.relname
    loop
        continue when exists (select 1 from pg_constraint k where k.conrelid = t.relation and k.conname = t.name
                              and cardinality(k.conkey) = t.columns and pg_get_constraintdef(k.oid) not like '%{24}%');
        -- The rows that are there are held to it after the migrations, while others write.
        execute format('select exists (select 1 from %s)', t.relation) into has_rows;
        execute format('alter table %s drop constraint if exists %I, add constraint %I check (%s) %s',
                       t.relation, t.name, t.name, t.rule, case when has_rows then 'not valid' else '' end);
    end loop;
end $$;
