-- The day on which the payer's bank had the order, where the bank's file names it.

alter table fordran.bank_transactions add column order_date date;
