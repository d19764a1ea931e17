-- The index of attempts takes the place of this constraint.

alter table fordran.bank_order_lines drop constraint bank_order_lines_pay_each_thing_once;
