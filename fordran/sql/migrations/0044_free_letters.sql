-- A person may write a letter in own words.
set local search_path = fordran;

alter table letters drop constraint letters_kind_is_known,
    add constraint letters_kind_is_known check (kind in (
        'reminder', 'debt_collection', 'surveillance_letter', 'amortization_plan', 'amortization_notice',
        'amortization_reminder', 'amortization_default', 'respite', 'dispute', 'dispute_answer', 'enforcement',
        'refund_notice', 'closing', 'free')) not valid;
