-- What a duty could not do for one thing waits for a person, by itself. It need not be about one case.
alter table work_items alter column case_id drop not null,
    drop constraint work_items_kind_is_known,
    add constraint work_items_kind_is_known check (kind in (
        'stopped', 'letter_stopped', 'letter_failed', 'invoice_failed', 'step_failed', 'duty_failed')) not valid;
update work_items set kind = 'invoice_failed'
where kind = 'letter_failed' and letter_id is null and starts_with(reason, 'invoice ');
