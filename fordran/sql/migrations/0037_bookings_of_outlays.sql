-- outside a transaction
-- Cases on which the enforcement authority was paid.
create index concurrently if not exists bookings_of_outlays on fordran.bookings (account_id, case_id)
    where 1681 = any (ledger_accounts);
