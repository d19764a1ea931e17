-- outside a transaction
create index concurrently if not exists cases_to_confirm on fordran.cases (closed)
    where close_reason = 'paid' and erasure is null and flow -> 'sent' ? 'debt_collection' and not flow ? 'confirmed';
