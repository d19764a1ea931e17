-- What leaves the house: invoices and letters are delivered by one mechanism.
set local search_path = fordran;

alter table customers add column e_invoice_address words, add column invoice_distribution words;
alter table customers add constraint customers_invoice_distribution_is_known
    check (invoice_distribution in ('e_invoice', 'email', 'print', 'none')) not valid;
alter table customer_details add column e_invoice_address words, add column invoice_distribution words;
alter table customer_details add constraint customer_details_invoice_distribution_is_known
    check (invoice_distribution in ('e_invoice', 'email', 'print', 'none')) not valid;
alter table envelopes add column tried_since timestamptz;
alter table creditors add column default_invoice_distribution words;
alter table creditors add constraint creditors_default_invoice_distribution_is_known
    check (default_invoice_distribution in ('e_invoice', 'email', 'print', 'none')) not valid;

create table deliveries (
    account_id                id not null,
    id                        id not null,  -- the invoice's or the envelope's; an application's own
    created                   timestamptz not null,
    updated                   timestamptz not null,
    revision                  integer not null default 1,
    creditor_id               id not null,
    customer_id               id not null,
    case_id                   id,  -- the case of an invoice
    kind                      words not null constraint deliveries_kind_is_known check (kind in (
        'invoice',
        'credit_invoice',
        'letters',        -- what is in an envelope for the customer
        'application')),  -- what is in it for the enforcement authority
    invoice_id                id,
    envelope_id               id,
    channel                   words not null
        constraint deliveries_channel_is_known check (channel in ('e_invoice', 'email', 'print', 'none')),
    ways                      jsonb not null default '[]',  -- the channels that take it after this one
    status                    words not null constraint deliveries_status_is_known check (status in (
        'queued',     -- it is to leave, or to be tried again
        'sent',       -- the channel has taken it
        'delivered',  -- the receiver has it
        'failed',     -- no channel takes it, or it was withdrawn
        'not_ours',   -- the creditor distributes it itself
        'shown')),    -- a sandbox would have sent it
    attempts                  integer not null default 0,  -- begun, by this channel
    first_attempt             timestamptz,
    next_attempt              timestamptz not null,
    claimed_until             timestamptz,  -- while somebody is handing it over; past, where nobody knows how that went
    batch                     words,        -- the batch that it goes in, which is decided before it is written
    message_id                words,
    receiver                  words not null default '',
    queued                    timestamptz not null,
    sent                      timestamptz,
    delivered                 timestamptz,
    reason                    words,
    history                   jsonb not null default '[]',
    primary key (account_id, id),
    constraint deliveries_are_of_one_thing check (num_nonnulls(invoice_id, envelope_id) = 1),
    constraint deliveries_invoice_is_there foreign key (account_id, invoice_id) references invoices,
    constraint deliveries_envelope_is_there foreign key (account_id, envelope_id) references envelopes
);
comment on table deliveries is 'tenant: what is to leave the house, by which channel, and how that went';
create index deliveries_by_id on deliveries (id);
create index deliveries_due on deliveries (channel, next_attempt, id) where status = 'queued';
create index deliveries_of_case on deliveries (account_id, case_id) where kind = 'invoice';
create index deliveries_of_envelope on deliveries (account_id, envelope_id) where envelope_id is not null;
create index deliveries_by_message on deliveries (message_id) where message_id is not null;
create index deliveries_in_batches on deliveries (channel, batch) where status = 'queued' and batch is not null;
create index deliveries_failed on deliveries (updated) where status = 'failed';

-- How many batches each day has had of a channel: a name is given once.
create table delivery_batches (
    channel                   words not null
        constraint delivery_batches_channel_is_known check (channel in ('e_invoice', 'print')),
    day                       date not null,
    batches                   integer not null,
    primary key (channel, day)
);
comment on table delivery_batches is 'shared: the number of the last batch of each day';

-- What became of what left, for the metrics; counted as it happens.
create table delivery_outcomes (
    channel                   words not null
        constraint delivery_outcomes_channel_is_known check (channel in ('e_invoice', 'email', 'print', 'none')),
    outcome                   words not null
        constraint delivery_outcomes_outcome_is_known check (outcome in ('sent', 'shown', 'delivered', 'later', 'gave_up', 'failed')),
    happened                  bigint not null,
    primary key (channel, outcome)
);
comment on table delivery_outcomes is 'shared: how often each thing became of deliveries';

insert into audit_rules (table_name, records, reason, document) values
    ('deliveries', 'nothing', 'Every outcome is an event, and its history stays with it.', 'id'),
    ('delivery_batches', 'nothing', 'How far batches are numbered.', ''),
    ('delivery_outcomes', 'nothing', 'Counted from what happens.', '');

-- Letters that were made before leave as all others do. Invoices that were registered before have never left by us: their
-- creditors have sent them.
insert into deliveries (account_id, id, created, updated, creditor_id, customer_id, kind, envelope_id, channel, status, next_attempt,
    receiver, queued)
select e.account_id, e.id, e.created, e.created, e.creditor_id, e.customer_id, 'letters', e.id, e.channel, 'queued', e.next_attempt,
    e.receiver, e.created
from envelopes e where e.status = 'made' and exists (
    select from letters l where l.account_id = e.account_id and l.envelope_id = e.id and l.status = 'made' and l.kind <> 'enforcement');

alter table work_items drop constraint work_items_kind_is_known,
    add constraint work_items_kind_is_known check (kind in (
        'stopped', 'letter_stopped', 'letter_failed', 'invoice_failed', 'step_failed', 'duty_failed', 'refund_owed',
        'refund_returned', 'refund_claimed', 'delivery_failed')) not valid;
alter table cases drop constraint cases_next_step_is_known,
    add constraint cases_next_step_is_known check (next_step in (
        'reminder', 'debt_collection', 'enforcement', 'surveillance', 'surveillance_letter', 'respite_end',
        'amortization_notice', 'amortization_default', 'close_time_barred', 'start', 'dispute_answer', 'letter',
        'enforcement_reply', 'review', 'delivery')) not valid;
alter table events drop constraint events_type_is_known,
    add constraint events_type_is_known check (type in (
        'account.created', 'account.changed', 'creditor.created', 'creditor.changed', 'creditor.deleted',
        'customer.changed', 'invoice.registered', 'invoice.sent', 'invoice.not_delivered', 'case.registered', 'case.started', 'case.state_changed',
        'case.held', 'case.released', 'case.credited', 'case.closed', 'case.reopened', 'case.noted', 'payment.settled',
        'payment.recalled', 'refund.owed', 'refund.ordered', 'refund.returned', 'letter.sent', 'letter.stopped',
        'payout.exported', 'payout.paid', 'file_import.finished', 'webhook.test', 'webhook.disabled')) not valid;
alter table webhook_deliveries drop constraint webhook_deliveries_type_is_known,
    add constraint webhook_deliveries_type_is_known check (type in (
        'account.created', 'account.changed', 'creditor.created', 'creditor.changed', 'creditor.deleted',
        'customer.changed', 'invoice.registered', 'invoice.sent', 'invoice.not_delivered', 'case.registered', 'case.started', 'case.state_changed',
        'case.held', 'case.released', 'case.credited', 'case.closed', 'case.reopened', 'case.noted', 'payment.settled',
        'payment.recalled', 'refund.owed', 'refund.ordered', 'refund.returned', 'letter.sent', 'letter.stopped',
        'payout.exported', 'payout.paid', 'file_import.finished', 'webhook.test', 'webhook.disabled')) not valid;
