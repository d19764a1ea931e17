set local search_path = fordran;

-- PostgreSQL vacuums a table when a fifth of it has changed: of ten million cases, two million. Large tables that are changed
-- all the time are vacuumed and analyzed earlier. A row that is changed again soon has room for it in its block.
alter table cases set (fillfactor = 90, autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02);
alter table deliveries set (fillfactor = 90, autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02);
alter table events set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.05);
alter table invoices set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02);
alter table bookings set (autovacuum_vacuum_insert_scale_factor = 0.05, autovacuum_analyze_scale_factor = 0.05);
alter table audit_log set (autovacuum_vacuum_insert_scale_factor = 0.05, autovacuum_analyze_scale_factor = 0.05);
alter table webhook_deliveries set (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.02);
alter table bank_transactions set (fillfactor = 90, autovacuum_vacuum_scale_factor = 0.05);
-- Small tables of which rows come and go, or change every second.
alter table idempotent_answers set (autovacuum_vacuum_scale_factor = 0.05, autovacuum_vacuum_threshold = 500);
alter table tally_changes set (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);
alter table tallies set (fillfactor = 50, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 500);
alter table event_stream set (fillfactor = 10, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 500);
alter table webhook_states set (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.05);
alter table job_runs set (fillfactor = 50, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 500);
alter table worker_heartbeats set (fillfactor = 50, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 500);
