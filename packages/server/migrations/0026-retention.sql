-- How far retention has come, in one row: the messages up to which words and files are gone, and the workspace's day of
-- the last run (days since 1970-01-01), so that several servers do the work once a night.
create table retention_state (
  one boolean primary key default true check (one),
  messages_through timestamptz not null default '-infinity',
  ran_on int not null default 0
);
insert into retention_state default values;
