-- A letter with several claims has a payment reference of its own; it stands with the first of its letters.
alter table ocr_numbers add column letter_id id;
