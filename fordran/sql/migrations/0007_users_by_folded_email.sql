-- outside a transaction
-- Addresses are found in the form that they are compared in.
create index concurrently if not exists users_by_folded_email on fordran.users (fordran.folded_email(email_oauth))
    where email_oauth is not null;
