-- outside a transaction
-- Transfers are found by the id that the bank's files name them by.
create index concurrently if not exists bank_order_lines_by_transfer
    on fordran.bank_order_lines (coalesce(transfer_id, subject_id));
