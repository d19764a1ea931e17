-- outside a transaction
-- The delivery that a channel's callback names.
create index concurrently if not exists deliveries_by_channel_reference on fordran.deliveries (channel_reference)
    where channel_reference is not null;
