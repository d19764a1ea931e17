-- outside a transaction
-- A payout is ordered once an attempt: the next attempt begins when the bank has rejected the one before it.
create unique index concurrently if not exists bank_order_lines_pay_each_thing_once_an_attempt
    on fordran.bank_order_lines (kind, subject_id, coalesce(attempt, 1));
