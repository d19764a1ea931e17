-- outside a transaction
-- The cases of each handler, whom a newcomer is weighed against.
create index concurrently if not exists cases_of_handler on fordran.cases (assigned_to, closed) where assigned_to is not null;
