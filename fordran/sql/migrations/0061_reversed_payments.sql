-- A payment that a creditor reported by mistake is reversed, with a reason.

alter table fordran.creditor_payments add column reversed_date timestamptz, add column reversal_reason fordran.words;
