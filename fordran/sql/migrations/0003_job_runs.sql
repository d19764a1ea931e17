-- Runs of jobs and heartbeats of workers, for the metrics.

set local search_path = fordran;

-- How often each job has run, for the metrics. A worker adds its runs every few seconds; commands add theirs.
create table job_runs (
    job                       words primary key,
    runs                      bigint not null,
    failures                  bigint not null,
    done                      bigint not null,  -- how much the runs did
    microseconds              bigint not null,
    last_run                  timestamptz not null,
    last_success              timestamptz
);
comment on table job_runs is 'local: how often each job has run, how long it took and what it did';

create table worker_heartbeats (
    worker                    words primary key,
    version                   words not null,
    started                   timestamptz not null,
    beat                      timestamptz not null
);
comment on table worker_heartbeats is 'local: the workers, and when each last reported that it works';

insert into audit_rules (table_name, records, reason, document) values
    ('job_runs', 'nothing', 'Counted from what happens.', ''),
    ('worker_heartbeats', 'nothing', 'Which workers there are.', '');
