-- Rows of law that an operator adds: reference rates, fees, caps and orders of payment. One holds once it is approved.

set local search_path = fordran;

create domain law_row_kind as text collate "C";
create domain law_row_status as text collate "C";

create table law_rows (
    id                        id primary key,
    created                   timestamptz not null,
    article                   law_row_kind not null,
    begins                    date not null,
    amount                    bigint,
    percent                   numeric,
    parts                     jsonb,
    claim_kind                words,  -- of an order of payment; null for every kind
    is_for_consumers          boolean not null,
    source                    words not null,
    status                    law_row_status not null,
    proposed_by               words[],  -- everybody who had a hand in it, the user first; null from the command line
    decided                   timestamptz,
    decided_by                id,
    known                     timestamptz,  -- the moment of approval on the business clock
    restated_account          id,  -- how far open cases have been restated: the account, and the case in it
    restated_case             id,
    restated                  timestamptz,
    constraint law_rows_have_one_value check (num_nonnulls(amount, percent, parts) = 1),
    constraint law_rows_are_known_once_approved check ((known is not null) = (status = 'approved'))
);
comment on table law_rows is 'local: rows of law that an operator added, proposed, approved or rejected';
create index law_rows_to_restate on law_rows (decided) where status = 'approved' and restated is null;

-- A row that is decided stays as it was decided. Only how far cases have been restated is noted in it.
create function refuse_new_law() returns trigger language plpgsql as $$
declare
    noted constant text[] = '{restated,restated_account,restated_case,content_hash}';
begin
    if tg_op = 'UPDATE' and (old.status = 'proposed' or to_jsonb(new) - noted = to_jsonb(old) - noted) then
        return new;
    end if;
    raise exception 'a row of law that is decided does not change' using errcode = 'restrict_violation';
end $$;
create trigger law_rows_stay_as_decided before update or delete on law_rows
    for each row execute function refuse_new_law();
create trigger law_rows_are_not_truncated before truncate on law_rows
    for each statement execute function refuse_change();

insert into audit_rules (table_name, records, reason, resource, derived) values
    ('law_rows', 'everything', 'Who decided what debtors are charged must be seen.', 'law--rows',
     '{restated_account,restated_case,restated}');

-- Rows that a sandbox added to try, before there was a table of them. The earlier version reads the first three keys.
update installation set law_rows = coalesce((
    select jsonb_agg(row_ || jsonb_build_object('id', encode(substr(sha256(convert_to('law row ' || place, 'UTF8')), 1, 12), 'hex'),
                                                'source', 'rad på prov från ' || (row_ ->> 'begins'), 'known', created)
                     order by place)
    from jsonb_array_elements(law_rows) with ordinality as tried (row_, place)), '[]')
where law_rows <> '[]';
insert into law_rows (id, created, article, begins, amount, is_for_consumers, source, status, decided, known, restated)
select row_ ->> 'id', i.created, row_ ->> 'article', (row_ ->> 'begins')::date, (row_ ->> 'most')::bigint, false,
       row_ ->> 'source', 'approved', i.created, i.created, i.created
from installation i cross join jsonb_array_elements(i.law_rows) as tried (row_);
