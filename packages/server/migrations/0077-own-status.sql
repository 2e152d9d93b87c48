-- What agents say of themselves beside being available: why, since when, and until when.
alter table agents
  add column status_reason text check (char_length(status_reason) between 1 and 80),
  add column status_since timestamptz,
  add column status_until timestamptz;
create index agents_status_until on agents (status_until) where status_until is not null;
