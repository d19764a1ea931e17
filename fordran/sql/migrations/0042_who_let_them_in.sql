-- Who made a link to sign in by is kept with it, and with the session, the passkeys and the approvals that come of it.
set local search_path = fordran;

alter table sign_in_links add column made_by words[];
alter table sessions add column let_in_by words[];
alter table passkeys add column let_in_by words[];
alter table payout_approvals add column let_in_by words[];
