-- outside a transaction
-- What is due is asked for account by account, each in its turn: an index leads to the first of an account.
create index concurrently if not exists cases_due_in_turn on fordran.cases (account_id, next_step_date, customer_id)
    where next_step_date is not null;
create index concurrently if not exists invoices_to_print on fordran.invoices (account_id, id) where print_id is null;
create index concurrently if not exists envelopes_due_in_turn on fordran.envelopes (status, account_id, next_attempt, id)
    where status in ('queued', 'made');
create index concurrently if not exists deliveries_due_in_turn on fordran.deliveries (channel, account_id, next_attempt, id)
    where status = 'queued';
drop index concurrently if exists fordran.cases_due;
drop index concurrently if exists fordran.invoices_without_print;
drop index concurrently if exists fordran.envelopes_due;
drop index concurrently if exists fordran.deliveries_due;
