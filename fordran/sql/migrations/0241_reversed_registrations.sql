-- A crediting or a cancellation that a creditor reported by mistake is reversed, with a reason.

alter table fordran.creditor_creditings add column reversed_date timestamptz, add column reversal_reason fordran.words;
alter table fordran.creditor_cancellations add column reversed_date timestamptz, add column reversal_reason fordran.words;
