-- A webhook may be a partner's, for the events of all its accounts. Its account is then twenty-four zeros.

alter table fordran.webhooks drop constraint webhooks_account_is_there, add column partner_id fordran.id;
alter table fordran.webhooks add constraint webhooks_are_of_an_account_or_a_partner
    check ((partner_id is null) = (account_id <> repeat('0', 24))) not valid;
alter table fordran.webhook_deliveries add column partner_id fordran.id, add column event_account_id fordran.id;
