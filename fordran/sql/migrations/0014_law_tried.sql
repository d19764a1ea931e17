-- A sandbox can try rows of law that are not yet in force: article, first day, and amount in öre.
alter table installation add column law_rows jsonb not null default '[]';
-- The row keeps a hash of what it holds, which is made anew.
update installation set law_rows = '[]' where law_rows = '[]';
