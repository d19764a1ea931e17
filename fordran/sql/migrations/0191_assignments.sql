-- Claims that are assigned to another creditor, and whose a claim was on a day.

set local search_path = fordran;

alter table cases add column assignments jsonb;

create function owner_on(creditor text, assignments jsonb, day date) returns text language sql stable parallel safe
    return coalesce((
        select a.one ->> 'from'
        from jsonb_array_elements(case when jsonb_typeof(assignments) = 'array' then assignments end)
            with ordinality a (one, place)
        where a.one ->> 'date' > to_char(day, 'YYYY-MM-DD') order by a.place limit 1), creditor);
