-- Whether a claim is for a parking belongs to the claim: a person who parked may owe for other things too.
-- A column that is added has no default: a row without a value keeps the hash of what it holds.
alter table cases add column is_parking boolean;
update cases k set is_parking = true from customers c
where c.account_id = k.account_id and c.id = k.customer_id and c.car_registration is not null;
