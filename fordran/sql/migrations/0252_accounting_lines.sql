-- The accounts that a payout is booked on in the accounting system of its creditor.

alter table fordran.accounting_entries add column lines jsonb;
