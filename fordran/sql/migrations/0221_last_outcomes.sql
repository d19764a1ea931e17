-- When each thing last became of deliveries, and why one is tried again.

set local search_path = fordran;

alter table delivery_outcomes add column last_happened timestamptz, add column last_reason words;
