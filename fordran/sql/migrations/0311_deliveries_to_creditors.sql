-- Invoices of the operator and documents of payouts leave by the machinery of deliveries. Their receiver is the creditor.

set local search_path = fordran;

alter table creditors add column billing jsonb;
alter table deliveries add column operator_invoice_id id, add column payout_id id;
alter table deliveries alter column customer_id drop not null;
alter table deliveries drop constraint deliveries_are_of_one_thing;
alter table deliveries
    add constraint deliveries_are_of_one_thing
        check (num_nonnulls(invoice_id, envelope_id, operator_invoice_id, payout_id) = 1) not valid,
    add constraint deliveries_have_one_receiver
        check ((customer_id is null) = (num_nonnulls(operator_invoice_id, payout_id) = 1)) not valid,
    add constraint deliveries_operator_invoice_is_there
        foreign key (account_id, operator_invoice_id) references operator_invoices not valid,
    add constraint deliveries_payout_is_there foreign key (account_id, payout_id) references payouts not valid;
