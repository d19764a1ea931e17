-- outside a transaction
-- What is to leave is found among what can: a hundred thousand invoices that wait for their document were looked through, each
-- half second, for the few that had one. What was made before, or is made by an older version, is found by a duty.
alter table fordran.deliveries add column if not exists made timestamptz;
create index concurrently if not exists deliveries_to_leave on fordran.deliveries (channel, account_id, next_attempt, id)
    where status = 'queued' and made is not null;
