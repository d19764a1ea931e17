-- Protected persons: how they are reached lies apart, and what was stored of it before is not shown.

set local search_path = fordran;

alter table users add column may_see_protected boolean;
alter table invoice_registrations add column is_protected boolean;
alter table case_registrations add column is_protected boolean;
alter table media_files add column is_protected boolean;
alter table request_logs add column is_protected boolean;

create table protected_details (
    account_id                id not null,
    id                        id not null,  -- of the row of customers or customer_details that it is apart from
    created                   timestamptz not null,
    updated                   timestamptz not null,
    revision                  integer not null default 1,
    customer_id               id not null,
    creditor_id               id,
    address                   jsonb not null,
    mobile_number             words,
    email                     words,
    e_invoice_address         words,
    primary key (account_id, id),
    constraint protected_details_customer_is_there foreign key (account_id, customer_id) references customers
);
comment on table protected_details is 'tenant: how protected persons are reached, which only named staff reads';
create index protected_details_of_customer on protected_details (account_id, customer_id);

insert into audit_rules (table_name, records, reason, resource, derived, secret) values
    ('protected_details', 'changes', 'Moved from customers, whose change is recorded.', null, '{}',
        '{address,mobile_number,email,e_invoice_address}');

-- What a registration says of a customer, without how a protected person is reached.
create function without_contacts(customer jsonb) returns jsonb language sql immutable parallel safe strict
    return (customer - '{mobile_number,email,e_invoice_address}'::text[]) ||
        '{"address": {"address_line_1": "Skatteverket", "address_line_2": "Box 2820", "zip_code": "403 20", "city": "Göteborg", "country": "SE"}}';

-- The changes in an entry of the audit log, without how a protected person is reached.
create function shown_changes(resource text, account text, document text, changes jsonb) returns jsonb language plpgsql stable as $$
begin
    if changes is null or resource not in ('customers', 'customer_details') or not changes ?| '{address,mobile_number,email,e_invoice_address}' then
        return changes;
    end if;
    if exists (select 1 from fordran.protected_details p where p.account_id = account and p.id = document) then
        return changes - '{address,mobile_number,email,e_invoice_address,warnings}'::text[];
    end if;
    return changes;
end $$;

create or replace function document_made(resource text, account text, document text) returns jsonb language plpgsql stable as $$
declare
    hidden constant text[] := '{id,created,updated,revision,account_id,creditor_id,content_hash}';
begin
    case resource
        when 'invoice--registrations' then
            return (select case when r.is_protected then r.document || jsonb_build_object('customer', fordran.without_contacts(r.document -> 'customer'))
                    else r.document end from fordran.invoice_registrations r where r.account_id = account and r.id = $3);
        when 'case--registrations' then
            return (select case when r.is_protected then r.document || jsonb_build_object('customer', fordran.without_contacts(r.document -> 'customer'))
                    else r.document end from fordran.case_registrations r where r.account_id = account and r.id = $3);
        when 'creditor--payments' then
            return (select fordran.side_of(fordran.changes_between(null, to_jsonb(p), hidden, '{}'), 1)
                    from fordran.creditor_payments p where p.account_id = account and p.id = $3);
        when 'creditor--creditings' then
            return (select fordran.side_of(fordran.changes_between(null, to_jsonb(p), hidden, '{}'), 1)
                    from fordran.creditor_creditings p where p.account_id = account and p.id = $3);
        when 'creditor--cancellations' then
            return (select fordran.side_of(fordran.changes_between(null, to_jsonb(p), hidden, '{}'), 1)
                    from fordran.creditor_cancellations p where p.account_id = account and p.id = $3);
        else
            return null;
    end case;
end $$;
