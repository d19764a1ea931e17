-- Applications to the enforcement authority. Those that are with it already get a row each.

set local search_path = fordran;

create domain enforcement_channel as text collate "C";
create domain enforcement_status as text collate "C";

create table enforcements (
    account_id                id not null,
    id                        id not null,
    created                   timestamptz not null,
    updated                   timestamptz not null,
    revision                  integer not null default 1,
    creditor_id               id not null,
    customer_id               id not null,
    letter_id                 id not null,  -- of its claims' letters the one that was due first
    case_ids                  jsonb not null,
    status                    enforcement_status not null,
    channel                   enforcement_channel not null,
    case_number               words,
    asked_capital_amount      bigint,  -- null for one that was made before there were rows of them
    asked_interest_amount     bigint,
    asked_costs_amount        bigint,
    awarded_capital_amount    bigint,
    awarded_interest_amount   bigint,
    awarded_costs_amount      bigint,
    signed_by                 words,
    sent_date                 date,
    received_date             date,
    served_date               date,
    contested_date            date,
    hand_over_by              date,
    handed_over_date          date,
    order_date                date,
    execution_date            date,
    ended_date                date,
    media_id                  id,
    primary key (account_id, id),
    constraint enforcements_are_made_once unique (account_id, letter_id),
    constraint enforcements_that_are_out_have_a_day check (sent_date is not null or status in ('prepared', 'to_sign', 'withdrawn'))
);
comment on table enforcements is 'tenant: applications to the enforcement authority, and what became of them';
create index enforcements_by_id on enforcements (id);
create index enforcements_of_creditor on enforcements (account_id, creditor_id, id);
create index enforcements_of_cases on enforcements using gin (case_ids jsonb_path_ops);
alter table enforcements alter column account_id set (n_distinct = 20), alter column creditor_id set (n_distinct = 100);

insert into audit_rules (table_name, records, reason, resource, derived, secret) values
    ('enforcements', 'changes', 'Made by a step of a case.', null, '{}', '{}');

-- The letters of one envelope are one application. Its status is the last one that its first case had with the authority.
insert into enforcements (account_id, id, created, updated, creditor_id, customer_id, letter_id, case_ids, status, channel,
                          sent_date, media_id)
select l.account_id, l.id, l.created, l.updated, l.creditor_id, l.customer_id, l.id,
       (select jsonb_agg(o.case_id order by o.id) from letters o where o.account_id = l.account_id
           and o.envelope_id = l.envelope_id and o.kind = 'enforcement' and o.status in ('sent', 'shown')),
       coalesce((select case h.item ->> 'status' when 'enforcement_served' then 'served' when 'enforcement_contested' then 'contested'
                            when 'enforcement_verdict' then 'order' when 'enforcement_execution' then 'execution' else 'sent' end
                 from jsonb_array_elements(k.status_history) with ordinality h (item, place)
                 where h.item ->> 'status' like 'enforcement%' order by h.place desc limit 1), 'sent'),
       'paper', l.dated, l.media_id
from letters l join cases k on k.account_id = l.account_id and k.id = l.case_id
where l.kind = 'enforcement' and l.status in ('sent', 'shown') and k.state = 'enforcement'
  and l.id = (select min(o.id) from letters o where o.account_id = l.account_id and o.envelope_id = l.envelope_id
                  and o.kind = 'enforcement' and o.status in ('sent', 'shown'));

insert into tally_changes (resource, partner_id, account_id, creditor_id, documents)
select 'enforcements', a.partner_id, e.account_id, e.creditor_id, count(*)
from enforcements e join accounts a on a.id = e.account_id
group by a.partner_id, e.account_id, e.creditor_id;
