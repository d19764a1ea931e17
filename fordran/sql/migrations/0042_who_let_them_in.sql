-- Who made a link to sign in by is kept with it, and with the session, the passkeys and the approvals that come of it. And a
-- debtor who has proved who it is sees all its cases, without a code.
set local search_path = fordran;

alter table sign_in_links add column made_by words[];
alter table sessions add column let_in_by words[];
alter table passkeys add column let_in_by words[];
alter table payout_approvals add column let_in_by words[];

alter table debtor_sessions alter column code_mark drop not null;
alter table debtor_sessions add column customers words[];
alter table debtor_sessions
    add constraint debtor_sessions_are_of_a_code_or_a_person check ((code_mark is null) <> (customers is null)) not valid;
