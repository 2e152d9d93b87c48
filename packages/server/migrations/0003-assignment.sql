-- What an agent can take on. Workload and availability are computed from the rows, never stored.
alter table agents
  add column status text not null default 'OFFLINE',
  add column max_capacity int not null default 5 check (max_capacity >= 0),
  add column department text,
  add column skills text[] not null default '{}',
  -- When the agent last came, went, changed status or answered an offer.
  add column last_activity_at timestamptz;

-- An agent has a socket open at a process. Rows that are not refreshed lapse and are swept.
create table presence (
  agent_id bigint not null references agents,
  process text not null,
  seen_at timestamptz not null,
  primary key (agent_id, process)
);

-- An offer of a conversation to one agent, and how it ended. What an agent takes by itself is accepted at once.
create table assignments (
  id bigint primary key default nextval('ids'),
  conversation_id bigint not null references conversations,
  agent_id bigint not null references agents,
  -- Who offered it: the agent itself for what it took from the queue or assigned to itself.
  by_id bigint not null references agents,
  -- Who had the conversation then, and keeps it unless the offer is accepted.
  previous_owner_id bigint references agents,
  state text not null check (state in ('offered', 'accepted', 'rejected', 'expired', 'withdrawn')),
  reason text,
  offered_at timestamptz not null,
  -- Null for what was accepted at once.
  deadline timestamptz,
  -- An offer to somebody who was online ends when they go; one to somebody who was not waits for its deadline.
  was_online boolean not null,
  ended_at timestamptz,
  check ((state = 'offered') = (ended_at is null)),
  check (state <> 'offered' or deadline is not null)
);
create unique index assignments_open on assignments (conversation_id) where state = 'offered';
create index assignments_open_agent on assignments (agent_id) where state = 'offered';
create index assignments_deadline on assignments (deadline) where state = 'offered';
create index assignments_conversation on assignments (conversation_id, id);

-- Every change of a conversation's owner, kept for the figures.
create table owner_changes (
  id bigint primary key default nextval('ids'),
  conversation_id bigint not null references conversations,
  assignment_id bigint not null references assignments,
  from_id bigint references agents,
  to_id bigint not null references agents,
  by_id bigint not null references agents,
  at timestamptz not null
);
create index owner_changes_conversation on owner_changes (conversation_id, at);

create table notifications (
  id bigint primary key default nextval('ids'),
  -- The audience.
  agent_id bigint not null references agents,
  -- What brought it about and, once done, dismisses it: an open offer, unread messages; the others end with nothing.
  cause text not null check (cause in ('offer', 'message', 'outcome', 'agent')),
  type text not null,
  title text not null,
  message text not null,
  conversation_id bigint references conversations,
  ticket_id bigint references tickets,
  importance text not null default 'medium' check (importance in ('high', 'medium', 'low')),
  auto_close boolean not null default true,
  read_at timestamptz,
  dismissed_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create unique index notifications_message on notifications (agent_id, conversation_id)
  where cause = 'message' and dismissed_at is null;
create index notifications_open on notifications (agent_id, updated_at desc, id desc) where dismissed_at is null;
create index notifications_conversation on notifications (conversation_id) where dismissed_at is null;

-- An agent's workload: open conversations of theirs.
create index conversations_workload on conversations (assignee_id) where status = 'ACTIVE';
