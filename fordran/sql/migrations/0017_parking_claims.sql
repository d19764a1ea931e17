-- Whether a claim is for a parking belongs to the claim: a person who parked may owe for other things too.
alter table cases add column is_parking boolean not null default false;
update cases k set is_parking = true from customers c
where c.account_id = k.account_id and c.id = k.customer_id and c.car_registration is not null;
