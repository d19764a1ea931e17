-- What the enforcement authority was told of payments and credits while it had an application.

set local search_path = fordran;

alter table enforcements add column answered_facts jsonb;
alter table enforcements add column notices jsonb;
