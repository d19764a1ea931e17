-- What an application cost the creditor when it ended without an order.

set local search_path = fordran;

alter table enforcements add column outlay_amount bigint;
alter table enforcements add column outlay_date date;
