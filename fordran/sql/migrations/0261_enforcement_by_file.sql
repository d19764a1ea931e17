-- Applications by file: messages to a receiver, and what is read of its feed.

set local search_path = fordran;

-- Messages to the receiver of applications by file, in the order in which they are sent.
create table enforcement_messages (
    account_id                id not null,
    id                        id not null,
    created                   timestamptz not null,
    updated                   timestamptz not null,
    revision                  integer not null default 1,
    creditor_id               id not null,
    case_id                   id not null,  -- the first of the application
    enforcement_id            id not null,
    kind                      words not null,
    subject                   words not null,  -- the file or the day that it is about, so that it is queued once
    message_key               words not null,  -- by which the receiver knows it
    made_on                   date not null,
    content                   jsonb not null,  -- beside the application's own file
    status                    words not null,
    envelope_id               id,  -- what is not made again while the receiver may have it
    facts                     jsonb,  -- payments and credits that the application knew of when it was handed over
    tries                     integer not null default 0,  -- in vain, since it was last taken
    next_attempt              timestamptz,
    claimed_until             timestamptz,
    taken                     timestamptz,  -- by the receiver, which answers later
    answered                  timestamptz,
    reason                    words,
    primary key (account_id, id),
    constraint enforcement_messages_case_is_there foreign key (account_id, case_id) references cases,
    constraint enforcement_messages_are_once unique (account_id, enforcement_id, kind, subject)
);
comment on table enforcement_messages is 'tenant: messages about applications to the receiver of the enforcement authority''s post';
create index enforcement_messages_of_case on enforcement_messages (account_id, case_id);
create index enforcement_messages_of_envelope on enforcement_messages (account_id, envelope_id) where status = 'handed_over';
create index enforcement_messages_due on enforcement_messages (next_attempt) where status in ('queued', 'handed_over');
create index enforcement_messages_refused on enforcement_messages (account_id, enforcement_id) where status = 'refused';
create index enforcement_messages_by_key on enforcement_messages (message_key);

create table enforcement_entries (
    account_id                id not null,
    id                        id not null,
    created                   timestamptz not null,
    updated                   timestamptz not null,
    revision                  integer not null default 1,
    creditor_id               id not null,
    case_id                   id not null,
    enforcement_id            id not null,
    entry                     words not null,  -- the receiver's own id of it
    is_applied                boolean not null,
    primary key (account_id, id),
    constraint enforcement_entries_case_is_there foreign key (account_id, case_id) references cases,
    constraint enforcement_entries_are_once unique (account_id, entry)
);
comment on table enforcement_entries is 'tenant: receipts and replies of the receiver''s feed, each once';
create index enforcement_entries_of_case on enforcement_entries (account_id, case_id);

create table enforcement_feed (
    only_one                  boolean primary key default true constraint enforcement_feed_is_one_row check (only_one),
    cursor                    words,  -- up to it, everything is applied
    read_at                   timestamptz,
    tries                     integer not null default 0,  -- in vain, since then
    next_try                  timestamptz,
    claimed_until             timestamptz,
    failed                    timestamptz,
    trouble                   words,
    strays                    integer not null default 0  -- entries about nothing of ours
);
comment on table enforcement_feed is 'local: one row, how far the receiver''s feed is read';
insert into enforcement_feed default values;

insert into audit_rules (table_name, records, reason) values
    ('enforcement_messages', 'nothing', 'A message follows from an act on the application, which is recorded.'),
    ('enforcement_entries', 'nothing', 'The effects of a reply are changes of the application and its cases.'),
    ('enforcement_feed', 'nothing', 'How far the worker has come.');
