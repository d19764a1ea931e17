-- outside a transaction
create index concurrently if not exists letters_by_number on fordran.letters (letter_number);
