-- The sign that a business has on a message, which is one: what agents want it to be, and what WhatsApp has of it.
create table agent_reactions (
  message_id bigint primary key references messages (id) on delete cascade,
  -- What is wanted; empty: none.
  emoji text not null,
  agent_id bigint not null references agents (id),
  at timestamptz not null,
  -- Rises whenever something else is wanted.
  version int not null,
  -- What WhatsApp took last; empty: none.
  told text not null default '',
  told_agent_id bigint references agents (id),
  told_at timestamptz,
  -- Null: WhatsApp has what is wanted, or it failed.
  next_try_at timestamptz,
  deadline timestamptz not null,
  tries int not null default 0,
  -- Somebody hands it over, at most until then.
  busy_until timestamptz,
  failure jsonb
);
create index agent_reactions_due on agent_reactions (next_try_at) where next_try_at is not null;
