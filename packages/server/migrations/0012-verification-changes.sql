-- Who vouched for what, and who took it back. What was set before this table has no rows.
create table application_flag_changes (
  id bigint primary key default nextval('ids'),
  application_id bigint not null references applications,
  flag text not null,
  value boolean not null,
  agent_id bigint not null references agents,
  at timestamptz not null
);
create index application_flag_changes_application on application_flag_changes (application_id, at, id);
