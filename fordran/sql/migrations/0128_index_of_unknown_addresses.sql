-- outside a transaction
-- Those whom no mail reaches.
create index concurrently if not exists customer_details_not_reached on fordran.customer_details (account_id, customer_id)
    where returned_address is not null or unknown_address is not null;
