create table issues (
  id bigint primary key default nextval('ids'),
  conversation_id bigint not null references conversations,
  title text not null,
  description text not null,
  status text not null check (status in ('OPEN', 'IN_PROGRESS', 'RESOLVED', 'REOPENED')),
  priority text not null check (priority in ('LOW', 'MEDIUM', 'HIGH')),
  category text not null check (category in ('CLAIMS', 'ACCOUNT', 'TECHNICAL', 'BENEFITS', 'PAYMENTS')),
  -- Who raised it, and has it.
  assigned_agent_id bigint not null references agents,
  client_issue_id text,
  resolution_summary text,
  -- Whole minutes from its creation to its last resolution.
  resolution_minutes int,
  reopen_reason text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  closed_at timestamptz,
  check ((closed_at is not null) = (status = 'RESOLVED')),
  -- For the messages' key below.
  unique (conversation_id, id)
);
create unique index issues_client_id on issues (assigned_agent_id, client_issue_id);
create index issues_open on issues (conversation_id) where status <> 'RESOLVED';

-- An attached message is one of the issue's own conversation.
alter table messages
  add constraint messages_issue foreign key (conversation_id, issue_id) references issues (conversation_id, id);
create index messages_of_issue on messages (issue_id) where issue_id is not null;
