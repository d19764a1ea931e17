-- Notes that the creditor may read; any other is the operator's alone.

set local search_path = fordran;

alter table case_notes add column shared boolean;
