-- Our own money leaves the client bank account: what is left of a fee of ours is specified and paid out as a creditor's money is,
-- and is no creditor's.
-- tightens: a version that does not know of it settles fees without saying what is left of them, and prepares only creditors' payouts
set local search_path = fordran;

alter table payouts alter column creditor_id drop not null;
alter table payouts drop constraint payouts_finance_category_is_known,
    add constraint payouts_finance_category_is_known check (finance_category in (
        'capital', 'interest', 'creditor_outlay', 'creditor_commission', 'operator_fees')) not valid,
    add constraint payouts_are_of_a_creditor_or_our_own check ((finance_category = 'operator_fees') = (creditor_id is null)) not valid;

alter table payout_specifications alter column creditor_id drop not null;
alter table payout_specifications drop constraint payout_specifications_finance_category_is_known,
    add constraint payout_specifications_finance_category_is_known check (finance_category in (
        'capital', 'interest', 'creditor_outlay', 'creditor_commission', 'operator_fees')) not valid,
    add constraint payout_specifications_are_of_a_creditor_or_our_own
        check ((finance_category = 'operator_fees') = (creditor_id is null)) not valid;

-- What was left of the fees that have been settled so far.
with settled as (
    select b.account_id, b.case_id, b.id as booking_id, b.at, b.booked_on, e.fact, e.settles, e.type, e.date, -sum(e.amount) as amount
    from bookings b
    cross join lateral jsonb_to_recordset(b.entries) as e (
        kind text, component text, type text, fact text, settles text, date date, amount bigint, reached_us boolean, by_creditor boolean)
    where e.kind = 'settled' and e.reached_us and e.component = 'costs' and e.by_creditor is not true
    group by b.account_id, b.case_id, b.id, b.at, b.booked_on, e.fact, e.settles, e.type, e.date),
rest as (
    select t.*, t.amount - coalesce((
               select sum(s.amount + s.vat_amount) from payout_specifications s
               where s.account_id = t.account_id and s.booking_id = t.booking_id and s.finance_category = 'creditor_commission'
                 and (s.payment_id, s.settles, s.settled_type, s.bank_date) = (t.fact, t.settles, t.type, t.date)), 0) as ours
    from settled t),
specified as (
    insert into payout_specifications (account_id, id, created, updated, case_id, booking_id, payment_id, settles, settled_type,
        bank_date, booking_date, article, finance_category, amount, vat_amount, invoice_number, reference_number)
    select r.account_id,
           lpad(to_hex((extract(epoch from r.at) * 65536)::bigint), 12, '0') || substr(replace(gen_random_uuid()::text, '-', ''), 1, 12),
           r.at, r.at, r.case_id, r.booking_id, r.fact, r.settles, r.type, r.date, r.booked_on,
           case r.type when 'attachment' then 'enforcement' when 'late_payment_fee' then 'cost' when 'invoice_fee' then 'cost'
               else r.type end,
           'operator_fees', r.ours, 0, k.invoice_number, k.reference_number
    from rest r join cases k on k.account_id = r.account_id and k.id = r.case_id
    where r.ours <> 0
    returning 1)
insert into tally_changes (resource, documents)
select 'finance--payout-specifications', count(*) from specified having count(*) > 0;
comment on table payouts is 'tenant: what is paid to creditors and to ourselves, by category and period';
comment on table payout_specifications is 'tenant: what settled money owes to creditors and leaves to us, line by line';

-- Payouts are approved, and those of one day may be one transfer.
alter table payouts add column approvals_required integer not null default 0, add column changed_by words[] not null default '{}',
    add column transfer_id id;
-- A row keeps a hash of what it holds, which is made anew.
update payouts set changed_by = '{}' where changed_by = '{}';
alter table bank_order_lines add column transfer_id id;

-- That a person approved a payout: the amount, where to, and in which round, which is how often it had been changed by then.
create table payout_approvals (
    account_id                id not null,
    payout_id                 id not null,
    position                  integer not null constraint payout_approvals_position_is_positive check (position > 0),
    at                        timestamptz not null,
    user_id                   id not null,
    amount                    bigint not null,
    bank_account              jsonb not null,
    round                     integer not null,
    previous_hash             text not null,
    hash                      text not null,
    primary key (account_id, payout_id, position),
    constraint payout_approvals_payout_is_there foreign key (account_id, payout_id) references payouts,
    constraint payout_approvals_are_given_once unique (account_id, payout_id, user_id, round, amount)
);
comment on table payout_approvals is 'tenant: who let a payout leave, chained payout by payout';

insert into audit_rules (table_name, records, reason, resource, document, derived) values
    ('payout_approvals', 'everything', 'Who let money leave.', 'finance--payouts', 'payout_id', '{previous_hash,hash}');
