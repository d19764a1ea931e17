-- The key of an answer begins with its account.
alter table fordran.idempotent_answers drop constraint idempotent_answers_pkey,
    add constraint idempotent_answers_pkey primary key using index idempotent_answers_are_one_a_key;
