-- Visits of a branch office that customers announced.
create table visits (
  id bigint primary key default nextval('ids'),
  conversation_id bigint not null references conversations,
  -- The agent who noted it.
  agent_id bigint not null references agents,
  client_visit_id text,
  -- Empty: erased, or past its retention.
  branch text not null,
  at timestamptz not null,
  note text,
  status text not null default 'PLANNED' check (status in ('PLANNED', 'DONE', 'MISSED')),
  version int not null default 1
);
-- A repeated creation.
create unique index visits_client_id on visits (agent_id, client_visit_id);
-- A conversation's visits.
create index visits_conversation on visits (conversation_id, at, id);
-- Retention.
create index visits_kept on visits (at, id) where branch <> '';
