-- Debtors have a page of their own: who has opened it with which code, how often somebody guessed, and what they send.
set local search_path = fordran;

create table debtor_sessions (
    id                        id primary key,
    token_hash                bytea not null constraint debtor_sessions_token_is_unique unique,
    code_mark                 bytea not null,
    created                   timestamptz not null,
    last_seen                 timestamptz not null,
    expires                   timestamptz not null,
    ended                     timestamptz
);
comment on table debtor_sessions is 'shared: browsers in which somebody has opened a debtor''s page with a code';
create index debtor_sessions_by_end on debtor_sessions (expires);

create table wrong_codes (
    subject                   bytea primary key,
    wrong                     integer not null,
    since                     timestamptz not null,
    refused_until             timestamptz
);
comment on table wrong_codes is 'shared: how many codes were wrong from a hashed address, for an hour or two';
create index wrong_codes_by_age on wrong_codes (since);

alter table media_files add column dispute_id id;
alter table case_notes alter column user_id drop not null;
alter table case_notes drop constraint case_notes_kind_is_known,
    add constraint case_notes_kind_is_known check (kind in ('note', 'call', 'message', 'from_debtor', 'to_debtor')) not valid;
alter table work_items drop constraint work_items_kind_is_known,
    add constraint work_items_kind_is_known check (kind in (
        'stopped', 'letter_stopped', 'letter_failed', 'invoice_failed', 'step_failed', 'duty_failed', 'refund_owed',
        'refund_returned', 'refund_claimed', 'delivery_failed', 'debtor_message', 'debtor_request',
        'debtor_objection')) not valid;
alter table audit_log drop constraint audit_log_by_is_known,
    add constraint audit_log_by_is_known check ("by" in ('api', 'console', 'my', 'worker', 'command', 'database')) not valid;

insert into audit_rules (table_name, records, reason, document) values
    ('debtor_sessions', 'nothing', 'Every opening is recorded by itself.', ''),
    ('wrong_codes', 'nothing', 'Forgotten in hours.', '');
