-- outside a transaction
-- Open work items are counted for the metrics.
create index concurrently if not exists work_items_open on fordran.work_items (kind, created) where resolved is null;
