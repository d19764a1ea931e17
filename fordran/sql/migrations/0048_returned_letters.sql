-- Letters that came back, and the address that they came back from.

set local search_path = fordran;

create function address_hash(address jsonb) returns text language sql immutable parallel safe strict
    return encode(sha256(convert_to(address::text, 'UTF8')), 'hex');

alter table customer_details add column returned_address words;
alter table letters add column returned_on date, add column returned_reason words;
