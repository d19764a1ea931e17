-- A step that cannot be taken waits for a person.
alter table work_items drop constraint work_items_kind_is_known,
    add constraint work_items_kind_is_known check (kind in (
        'stopped', 'letter_stopped', 'letter_failed', 'step_failed')) not valid;
