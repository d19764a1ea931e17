-- A table that is copied to a node while it is written to needs rows that can be told apart; this one has no primary key.
alter table fordran.client_uses replica identity full;
