-- What is written keeps the span that caused it, where that is traced.

set local search_path = fordran;

alter table deliveries add column traceparent words default nullif(current_setting('fordran.traceparent', true), '');
alter table events add column traceparent words default nullif(current_setting('fordran.traceparent', true), '');
alter table webhook_deliveries add column traceparent words default nullif(current_setting('fordran.traceparent', true), '');
