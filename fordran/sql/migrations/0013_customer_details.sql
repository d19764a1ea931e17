-- Contact details belong to a creditor and its customer: what one creditor tells, no other sees or changes.

set local search_path = fordran;

-- What a creditor has told us of a customer. Each sees and prints its own; `customers` has what is known by all together, for
-- those who handle a customer across creditors.
create table customer_details (
    account_id                id not null,
    id                        id not null,
    created                   timestamptz not null,
    updated                   timestamptz not null,
    revision                  integer not null default 1,
    customer_id               id not null,
    creditor_id               id not null,
    name                      words not null,
    name_folded               words not null,
    id_number                 words not null default '',
    id_number_status          words not null
        constraint customer_details_id_number_status_is_known check (id_number_status in ('valid', 'invalid', 'missing', 'foreign')),
    is_person                 boolean not null,
    is_company                boolean not null default false,
    is_foreign                boolean not null default false,
    customer_number           words,
    car_registration          jsonb,
    address                   jsonb not null,
    mobile_number             words,
    email                     words,
    email_folded              words not null default '',
    warnings                  jsonb,
    primary key (account_id, id),
    constraint customer_details_are_one_a_creditor unique (account_id, customer_id, creditor_id),
    constraint customer_details_customer_is_there foreign key (account_id, customer_id) references customers,
    constraint customer_details_creditor_is_there foreign key (account_id, creditor_id) references creditors
);
comment on table customer_details is 'tenant: what each creditor has told of its customers';
create index customer_details_by_id on customer_details (id);
create index customer_details_of_creditor on customer_details (creditor_id, customer_id);
create index customer_details_by_name on customer_details (creditor_id, name nulls first, customer_id);
create index customer_details_by_number on customer_details (account_id, creditor_id, customer_number)
    where customer_number is not null;

insert into audit_rules (table_name, records, reason, resource, document, derived) values
    ('customer_details', 'changes', 'Made by a registration, which is recorded.', 'customers', 'customer_id',
        '{name_folded,email_folded}');

-- Whoever registers tells who the customer is before the case is made. The version before, which may still serve, does not:
-- its creditor is then taken to have told what is known.
create function tell_of_customers() returns trigger language plpgsql as $$
begin
    insert into fordran.customer_details (
        account_id, id, created, updated, customer_id, creditor_id, name, name_folded, id_number, id_number_status, is_person,
        is_company, is_foreign, customer_number, car_registration, address, mobile_number, email, email_folded, warnings)
    select distinct c.account_id, left(md5(c.account_id || c.id || m.creditor_id), 24), c.created, c.updated, c.id, m.creditor_id,
        c.name, c.name_folded, c.id_number, c.id_number_status, c.is_person, c.is_company, c.is_foreign, c.customer_number,
        c.car_registration, c.address, c.mobile_number, c.email, c.email_folded, c.warnings
    from made m join fordran.customers c on c.account_id = m.account_id and c.id = m.customer_id
    where not exists (
        select from fordran.customer_details t
        where t.account_id = m.account_id and t.customer_id = m.customer_id and t.creditor_id = m.creditor_id)
    on conflict on constraint customer_details_are_one_a_creditor do nothing;
    return null;
end $$;
create trigger cases_have_customers_that_were_told_of after insert on cases referencing new table as made
    for each statement execute function tell_of_customers();

-- Each creditor that has a case with a customer is taken to have told what is known of it.
insert into customer_details (account_id, id, created, updated, revision, customer_id, creditor_id, name, name_folded, id_number, id_number_status, is_person, is_company, is_foreign, customer_number,
    car_registration, address, mobile_number, email, email_folded, warnings)
select c.account_id, left(md5(c.account_id || c.id || k.creditor_id), 24), c.created, c.updated, c.revision, c.id, k.creditor_id,
    c.name, c.name_folded, c.id_number, c.id_number_status, c.is_person, c.is_company, c.is_foreign, c.customer_number, c.car_registration, c.address, c.mobile_number, c.email, c.email_folded, c.warnings
from (select distinct account_id, customer_id, creditor_id from cases) k
join customers c on c.account_id = k.account_id and c.id = k.customer_id
on conflict on constraint customer_details_are_one_a_creditor do nothing;
