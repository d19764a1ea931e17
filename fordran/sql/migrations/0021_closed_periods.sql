-- Months of the operator's ledger that are closed, and the bank's days of postings.

set local search_path = fordran;

alter table bookings add column days date[];

-- Months of the operator's ledger that are closed: nothing is dated into them any more. A row begins as a proposal.
create table closed_periods (
    month                     date primary key constraint closed_periods_month_is_its_first_day check (extract(day from month) = 1),
    last_day                  date not null,
    proposed                  timestamptz not null,
    proposed_by               id,  -- nobody where the command line proposed it
    closed                    timestamptz,
    closed_on                 date,  -- the business day
    confirmed_by              id,
    vouchers                  integer,
    file                      bytea,  -- the export, which never changes
    file_hash                 text,
    constraint closed_periods_have_a_file check ((closed is null) = (file is null))
);
comment on table closed_periods is 'local: months of the operator''s ledger that are closed, with their exports';

-- Bookings of the last two days before a closing that it counts. Others of these days came after it.
create table closed_period_bookings (
    month                     date not null constraint closed_period_bookings_month_is_there references closed_periods,
    booking_id                id not null,
    primary key (month, booking_id)
);
comment on table closed_period_bookings is 'local: which bookings of its last two days a closing counts';

create function refuse_reopening() returns trigger language plpgsql as $$
begin
    if old.closed is null then
        return case when tg_op = 'DELETE' then old else new end;
    end if;
    raise exception 'a closed period is not opened again' using errcode = 'restrict_violation';
end $$;
create trigger closed_periods_stay_closed before update or delete on closed_periods
    for each row execute function refuse_reopening();
create trigger closed_periods_are_not_truncated before truncate on closed_periods
    for each statement execute function refuse_change();
create trigger closed_period_bookings_are_append_only before update or delete on closed_period_bookings
    for each row execute function refuse_change();
create trigger closed_period_bookings_are_not_truncated before truncate on closed_period_bookings
    for each statement execute function refuse_change();

insert into audit_rules (table_name, records, reason, resource, document, derived) values
    ('closed_periods', 'everything', 'Who closed the books must be seen.', 'closed-periods', 'month', '{file}');
insert into audit_rules (table_name, records, reason, document) values
    ('closed_period_bookings', 'nothing', 'They follow from closing a period.', 'month');
