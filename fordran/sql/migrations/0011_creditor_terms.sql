-- What a creditor attests of its terms, and whether it is a public authority.

set local search_path = fordran;

alter table creditors add column is_public_authority boolean;
alter table creditors add column reminder_fee_terms jsonb;
alter table creditors add column reminder_fee_terms_until date;
alter table creditors add column reminder_fees_to_reverse boolean;
alter table creditors add column reminder_fees_reversed_to id;

-- When the payer's bank had the order, and the part of the debt that a payment is for.
alter table creditor_payments add column order_date timestamptz;
alter table creditor_payments add column earmark words;
