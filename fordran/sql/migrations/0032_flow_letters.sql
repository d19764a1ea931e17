-- A missed instalment is told of before the plan ends, and a closing is confirmed to who paid after a demand.
set local search_path = fordran;

alter table letters drop constraint letters_kind_is_known,
    add constraint letters_kind_is_known check (kind in (
        'reminder', 'debt_collection', 'surveillance_letter', 'amortization_plan', 'amortization_notice',
        'amortization_reminder', 'amortization_default', 'respite', 'dispute', 'dispute_answer', 'enforcement', 'refund_notice',
        'closing')) not valid;
alter table cases drop constraint cases_next_step_is_known,
    add constraint cases_next_step_is_known check (next_step in (
        'reminder', 'debt_collection', 'enforcement', 'surveillance', 'surveillance_letter', 'respite_end',
        'amortization_notice', 'amortization_reminder', 'amortization_default', 'close_time_barred', 'start', 'dispute_answer',
        'letter', 'enforcement_reply', 'review', 'delivery')) not valid;
alter table steps drop constraint steps_step_is_known,
    add constraint steps_step_is_known check (step in (
        'reminder', 'debt_collection', 'enforcement', 'surveillance', 'surveillance_letter', 'respite_end',
        'amortization_notice', 'amortization_reminder', 'amortization_default', 'close_time_barred')) not valid;
