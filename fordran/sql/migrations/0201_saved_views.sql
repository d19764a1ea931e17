-- Lists of the console that people save with their filters.

set local search_path = fordran;

create table saved_views (
    id                        id primary key,
    created                   timestamptz not null,
    updated                   timestamptz not null,
    revision                  integer not null default 1,
    name                      words not null,
    address                   words not null,
    shared                    boolean not null,
    user_id                   id not null
);
comment on table saved_views is 'local: lists of the console that people save with their filters';
create index saved_views_of_user on saved_views (user_id);

insert into audit_rules (table_name, records, reason, resource) values
    ('saved_views', 'everything', 'Somebody saves each.', 'saved--views');
