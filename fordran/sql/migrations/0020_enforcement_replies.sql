-- The authority's replies with its documents, and requests for execution after its case ended.

set local search_path = fordran;

alter table enforcements add column replies jsonb;
alter table enforcements add column documents jsonb;
alter table enforcements add column renewals jsonb;
