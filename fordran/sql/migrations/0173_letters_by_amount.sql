-- outside a transaction
-- Cases are found by the amount on a letter.
create index concurrently if not exists letters_by_amount on fordran.letters (amount) where amount > 0;
