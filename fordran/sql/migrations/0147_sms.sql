-- Notices by SMS to customers who want them.

set local search_path = fordran;

alter table customers add column sms_consent boolean;
alter table customer_details add column sms_consent boolean;

create table sms_notices (
    account_id                id not null,
    id                        id not null,
    created                   timestamptz not null,
    updated                   timestamptz not null,
    revision                  integer not null default 1,
    creditor_id               id not null,
    customer_id               id not null,
    case_id                   id not null,
    kind                      words not null,
    subject                   words not null,  -- the letter or the instalment that it is about
    day                       date not null,  -- the day on which it is sent, and of an instalment its due day
    status                    words not null,
    callback_key              words not null,  -- what a delivery report carries
    provider_id               words,  -- the provider's own id of it
    attempts                  integer not null default 0,
    next_attempt              timestamptz not null,
    claimed_until             timestamptz,
    sent                      timestamptz,
    delivered                 timestamptz,
    reason                    words,
    primary key (account_id, id),
    constraint sms_notices_case_is_there foreign key (account_id, case_id) references cases,
    constraint sms_notices_are_once unique (account_id, kind, subject)
);
comment on table sms_notices is 'tenant: notices by SMS, and what became of them';
create index sms_notices_of_case on sms_notices (account_id, case_id);
create index sms_notices_of_customer on sms_notices (account_id, customer_id);
create index sms_notices_due on sms_notices (next_attempt) where status = 'queued';
create index sms_notices_by_callback on sms_notices (callback_key);

insert into audit_rules (table_name, records, reason) values
    ('sms_notices', 'nothing', 'A notice follows from a letter or a plan, which are recorded.');
