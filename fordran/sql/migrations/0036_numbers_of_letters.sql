-- outside a transaction
create index concurrently if not exists ocr_numbers_of_letter on fordran.ocr_numbers (letter_id) where letter_id is not null;
