-- outside a transaction
create unique index concurrently if not exists idempotent_answers_are_one_a_key
    on fordran.idempotent_answers (account_id, user_id, key);
