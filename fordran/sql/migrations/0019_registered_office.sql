-- The registered office of creditors, which invoices show.

set local search_path = fordran;

alter table creditors add column registered_office words;

-- The registered office of a creditor, as it is shown: the city of its sender address unless it is given.
create function shown_office(office words, sender_address jsonb) returns words language sql immutable parallel safe
    return coalesce(nullif(office, ''), nullif(sender_address ->> 'city', ''));
