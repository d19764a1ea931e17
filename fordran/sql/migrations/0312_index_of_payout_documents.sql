-- outside a transaction
-- The delivery of a payout's document, which is looked for when a payout is deleted.
create index concurrently if not exists deliveries_of_payout on fordran.deliveries (account_id, payout_id)
    where payout_id is not null;
