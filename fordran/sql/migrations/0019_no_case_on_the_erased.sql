-- A case is never opened on a customer who is erased, be it in the very moment of the registration.

set local search_path = fordran;

create function refuse_case_of_erased() returns trigger language plpgsql as $$
begin
    perform from fordran.customers c
    where c.account_id = new.account_id and c.id = new.customer_id and c.erasure is null for key share;
    if not found then
        raise exception 'the customer of case % was erased', new.id
            using errcode = 'integrity_constraint_violation', constraint = tg_name;
    end if;
    return null;
end $$;
create constraint trigger cases_customer_is_not_erased after insert on cases for each row when (new.erasure is null)
    execute function refuse_case_of_erased();
