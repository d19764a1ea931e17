-- outside a transaction
-- Payments of the enforcement authority name its case number.
create index concurrently if not exists enforcements_by_case_number
    on fordran.enforcements (regexp_replace(upper(case_number), '[^0-9A-Z]', '', 'g'));
