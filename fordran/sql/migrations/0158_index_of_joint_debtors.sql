-- outside a transaction
-- The cases of which a customer is a further debtor.
create index concurrently if not exists case_parties_of_customer on fordran.case_parties (account_id, customer_id)
    where customer_id is not null;
