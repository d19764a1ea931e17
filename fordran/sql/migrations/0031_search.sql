-- outside a transaction
-- What the search box finds: names by the beginnings of their words, numbers and addresses by their own, amounts by their öre.
create index concurrently if not exists customers_by_words on fordran.customers using gin (to_tsvector('simple', name_folded));
create index concurrently if not exists customers_by_email on fordran.customers (email_folded, id) where email_folded <> '';
create index concurrently if not exists customers_by_phone on fordran.customers (right(regexp_replace(mobile_number, '[^0-9]', '', 'g'), 9)) where mobile_number is not null;
create index concurrently if not exists customers_by_their_number on fordran.customers (customer_number) where customer_number is not null;
create index concurrently if not exists customer_details_by_words on fordran.customer_details using gin (to_tsvector('simple', name_folded));
create index concurrently if not exists customer_details_by_email on fordran.customer_details (creditor_id, email_folded) where email_folded <> '';
create index concurrently if not exists customer_details_by_phone on fordran.customer_details (creditor_id, right(regexp_replace(mobile_number, '[^0-9]', '', 'g'), 9)) where mobile_number is not null;
create index concurrently if not exists cases_by_invoice_number on fordran.cases (invoice_number);
create index concurrently if not exists cases_by_reference on fordran.cases (debt_reference) where debt_reference is not null;
create index concurrently if not exists cases_by_capital on fordran.cases (initial_capital);
create index concurrently if not exists cases_by_owed on fordran.cases ((total_remaining_capital_amount + total_remaining_interest_amount + total_remaining_costs_amount)) where state <> 'closed';
create index concurrently if not exists invoices_by_number on fordran.invoices (invoice_number);
