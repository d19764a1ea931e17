-- Applications that were over before there were rows of them: their fees are claimed, and each has its application.

set local search_path = fordran;

-- An application was over on the day of the first status after the last one that the case had with the authority.
with applied as (
    select l.account_id, l.id, l.created, l.updated, l.creditor_id, l.customer_id, l.dated, l.media_id,
           (select jsonb_agg(o.case_id order by o.id) from letters o where o.account_id = l.account_id
               and o.envelope_id = l.envelope_id and o.kind = 'enforcement' and o.status in ('sent', 'shown')) as case_ids,
           k.status_history as history,
           (select max(h.place) from jsonb_array_elements(k.status_history) with ordinality h (item, place)
            where h.item ->> 'status' like 'enforcement%') as last
    from letters l join cases k on k.account_id = l.account_id and k.id = l.case_id
    where l.kind = 'enforcement' and l.status in ('sent', 'shown')
      and l.id = (select min(o.id) from letters o where o.account_id = l.account_id and o.envelope_id = l.envelope_id
                      and o.kind = 'enforcement' and o.status in ('sent', 'shown'))
      and not exists (select 1 from enforcements e where e.account_id = l.account_id and e.case_ids ? l.case_id)),
kept as (
    insert into enforcements (account_id, id, created, updated, creditor_id, customer_id, letter_id, case_ids, status, channel,
                              sent_date, order_date, ended_date, media_id)
    select a.account_id, a.id, a.created, a.updated, a.creditor_id, a.customer_id, a.id, a.case_ids, 'ended', 'paper', a.dated,
           (select (h.item ->> 'status_date')::timestamptz at time zone 'Europe/Stockholm'
            from jsonb_array_elements(a.history) with ordinality h (item, place)
            where h.item ->> 'status' = 'enforcement_verdict' order by h.place limit 1),
           coalesce((select (h.item ->> 'status_date')::timestamptz at time zone 'Europe/Stockholm'
                     from jsonb_array_elements(a.history) with ordinality h (item, place)
                     where h.place > a.last order by h.place limit 1), a.updated at time zone 'Europe/Stockholm'),
           a.media_id
    from applied a
    returning account_id, creditor_id)
insert into tally_changes (resource, partner_id, account_id, creditor_id, documents)
select 'enforcements', a.partner_id, e.account_id, e.creditor_id, count(*)
from kept e join accounts a on a.id = e.account_id
group by a.partner_id, e.account_id, e.creditor_id;
