-- outside a transaction
-- Payments name the reference of a collector before us.
create unique index concurrently if not exists cases_by_old_payment_reference
    on fordran.cases ((particulars ->> 'old_payment_reference'), account_id) where particulars ? 'old_payment_reference';
