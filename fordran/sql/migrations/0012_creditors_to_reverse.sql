-- outside a transaction
-- Creditors whose reminder fees are to be reversed are few.
create index concurrently if not exists creditors_to_reverse on fordran.creditors (id) where reminder_fees_to_reverse;
