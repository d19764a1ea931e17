-- What is written keeps the span that caused it, where that is traced.

-- The default comes after the column, so that rows that are there have no value.
set local search_path = fordran;

alter table deliveries add column traceparent words;
alter table deliveries alter column traceparent set default nullif(current_setting('fordran.traceparent', true), '');
alter table events add column traceparent words;
alter table events alter column traceparent set default nullif(current_setting('fordran.traceparent', true), '');
alter table webhook_deliveries add column traceparent words;
alter table webhook_deliveries alter column traceparent set default nullif(current_setting('fordran.traceparent', true), '');
