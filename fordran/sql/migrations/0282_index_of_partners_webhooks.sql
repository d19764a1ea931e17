-- outside a transaction
-- The webhooks of a partner.
create index concurrently if not exists webhooks_of_partner on fordran.webhooks (partner_id) where partner_id is not null;
