-- Money that is not owed goes back: a refund is a document of its own, from the order to the bank to what becomes of it there.

set local search_path = fordran;

create table refunds (
    account_id                id not null,
    id                        id not null,
    created                   timestamptz not null,
    updated                   timestamptz not null,
    revision                  integer not null default 1,
    creditor_id               id not null,
    case_id                   id not null,
    payment_id                id not null,  -- the payment that it is of
    amount                    bigint not null constraint refunds_amount_is_positive check (amount > 0),
    claimed_amount            bigint not null default 0,  -- what its payer owes us, its payment being recalled after it had left
    written_off_amount        bigint not null default 0,  -- what of that was given up
    status                    words not null constraint refunds_status_is_known check (status in (
        'ordered',      -- it goes to the bank with the next order
        'exported',     -- the bank was told to pay it
        'used',         -- it was used for another claim, or for what the payer owed us
        'withdrawn',    -- it was no longer owed before it had left
        'returned',     -- the bank sent it back
        'claimed',      -- its payment was recalled after it had left: the payer owes it to us
        'settled',      -- what the payer owed us is paid
        'written_off')),-- what the payer owed us was given up
    is_automatic              boolean not null,
    name                      words,
    bank_account              jsonb,
    use_for_id                id,  -- the case that it is used for
    settles_id                id,  -- the refund whose claim on the payer it settles
    order_id                  id,
    returned_id               id,  -- the transaction by which it came back
    reason                    words,
    primary key (account_id, id),
    constraint refunds_case_is_there foreign key (account_id, case_id) references cases,
    constraint refunds_use_for_is_there foreign key (account_id, use_for_id) references cases,
    constraint refunds_settles_is_there foreign key (account_id, settles_id) references refunds,
    constraint refunds_have_one_place check (num_nonnulls(nullif(bank_account, '{}'), use_for_id, settles_id) <= 1),
    constraint refunds_that_are_claimed_have_an_amount
        check (claimed_amount between 0 and amount and (status = 'claimed') = (claimed_amount > 0))
);
comment on table refunds is 'tenant: what is to go back to payers, and what became of it';
create index refunds_by_id on refunds (id);
create index refunds_of_creditor on refunds (account_id, creditor_id, id);
create index refunds_of_case on refunds (account_id, case_id);
create index refunds_to_order on refunds (account_id, case_id) where status = 'ordered';

insert into audit_rules (table_name, records, reason, resource, derived, secret) values
    ('refunds', 'everything', 'Money that leaves.', null, '{}', '{}');

-- What was ordered before.
insert into refunds (account_id, id, created, updated, creditor_id, case_id, payment_id, amount, status, is_automatic, name,
    bank_account, order_id)
select l.account_id, l.subject_id, o.created, o.updated, k.creditor_id, l.case_id, l.payment_id, l.amount, 'exported', true, l.name,
    l.bank_account, l.order_id
from bank_order_lines l join bank_orders o on o.id = l.order_id
join cases k on k.account_id = l.account_id and k.id = l.case_id
where l.kind = 'refund';
insert into tally_changes (resource, partner_id, account_id, creditor_id, documents)
select 'refunds', a.partner_id, r.account_id, r.creditor_id, count(*)
from refunds r join accounts a on a.id = r.account_id group by a.partner_id, r.account_id, r.creditor_id;

alter table letters drop constraint letters_kind_is_known,
    add constraint letters_kind_is_known check (kind in (
        'reminder', 'debt_collection', 'surveillance_letter', 'amortization_plan', 'amortization_notice',
        'amortization_default', 'respite', 'dispute', 'dispute_answer', 'enforcement', 'refund_notice')) not valid;
alter table work_items drop constraint work_items_kind_is_known,
    add constraint work_items_kind_is_known check (kind in (
        'stopped', 'letter_stopped', 'letter_failed', 'invoice_failed', 'step_failed', 'duty_failed', 'refund_owed',
        'refund_returned', 'refund_claimed')) not valid;
alter table bank_transactions drop constraint bank_transactions_reason_is_known,
    add constraint bank_transactions_reason_is_known check (reason in (
        'no_case', 'reference_unknown', 'amounts_unknown', 'credit_note', 'other_receiver', 'not_itemised', 'no_payment',
        'returned')) not valid;
alter table events drop constraint events_type_is_known,
    add constraint events_type_is_known check (type in (
        'account.created', 'account.changed', 'creditor.created', 'creditor.changed', 'creditor.deleted',
        'customer.changed', 'invoice.registered', 'case.registered', 'case.started', 'case.state_changed',
        'case.held', 'case.released', 'case.credited', 'case.closed', 'case.reopened', 'case.noted', 'payment.settled',
        'payment.recalled', 'refund.owed', 'refund.ordered', 'refund.returned', 'letter.sent', 'letter.stopped',
        'payout.exported', 'payout.paid', 'file_import.finished', 'webhook.test', 'webhook.disabled')) not valid;
alter table webhook_deliveries drop constraint webhook_deliveries_type_is_known,
    add constraint webhook_deliveries_type_is_known check (type in (
        'account.created', 'account.changed', 'creditor.created', 'creditor.changed', 'creditor.deleted',
        'customer.changed', 'invoice.registered', 'case.registered', 'case.started', 'case.state_changed',
        'case.held', 'case.released', 'case.credited', 'case.closed', 'case.reopened', 'case.noted', 'payment.settled',
        'payment.recalled', 'refund.owed', 'refund.ordered', 'refund.returned', 'letter.sent', 'letter.stopped',
        'payout.exported', 'payout.paid', 'file_import.finished', 'webhook.test', 'webhook.disabled')) not valid;
