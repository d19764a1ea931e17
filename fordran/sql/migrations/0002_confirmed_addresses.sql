-- People's addresses are compared in one form, and an address is confirmed by who reads its mail.

set local search_path = fordran;

create function folded_email(email text) returns text language sql immutable parallel safe strict
    return rtrim(lower(btrim(email, E' \t\r\n') collate "C"), '.');

alter table users add column confirmed_email words;
alter table sign_in_links add column mailed_to words;

create table confirming_mails (
    address_hash              bytea primary key,
    account_id                id,
    sent                      integer not null,
    last_sent                 timestamptz not null
);
comment on table confirming_mails is 'local: how many confirming mails an unconfirmed address was sent, for some months';
create index confirming_mails_by_age on confirming_mails (last_sent);
create index confirming_mails_of_account on confirming_mails (account_id, last_sent);

insert into audit_rules (table_name, records, reason, document, secret) values
    ('confirming_mails', 'nothing', 'Counted to bound what is sent.', '', '{}');

-- Who has signed in by the mailbox, by a provider or by a key of their own reads the address. A session or a key that came of a
-- link which somebody else made proves nothing of the address.
update users u set confirmed_email = folded_email(u.email_oauth)
where u.email_oauth is not null and not u."system_user"
  and (exists (select from sessions s where s.user_id = u.id and s.let_in_by is null)
       or exists (select from passkeys p where p.user_id = u.id and p.let_in_by is null));
