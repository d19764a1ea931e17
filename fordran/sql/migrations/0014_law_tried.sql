-- A sandbox can try rows of law that are not yet in force: article, first day, and amount in öre.
alter table installation add column law_rows jsonb not null default '[]';
