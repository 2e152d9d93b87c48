-- Every noun draws its id from one sequence, so ids of two kinds never collide.
create sequence ids as bigint start 1001;

create table agents (
  id bigint primary key default nextval('ids'),
  email text not null,
  name text not null,
  password_hash text not null,
  created_at timestamptz not null,
  disabled_at timestamptz
);
create unique index agents_email on agents (lower(email));

-- A session is one family of refresh tokens; only hashes are kept.
create table sessions (
  id bigint primary key default nextval('ids'),
  agent_id bigint not null references agents,
  family text not null unique,
  generation int not null,
  refresh_hash text not null,
  previous_hash text,
  renewal_id text,
  cookie_hash text not null unique,
  lifetime_seconds int not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz,
  end_reason text
);
create index sessions_agent on sessions (agent_id) where ended_at is null;

create table password_resets (
  token_hash text primary key,
  agent_id bigint not null references agents,
  expires_at timestamptz not null,
  used_at timestamptz
);

-- A customer is known by WhatsApp's number, by WhatsApp's user id, or by both.
create table customers (
  id bigint primary key default nextval('ids'),
  wa_id text unique,
  wa_user_id text unique,
  phone text,
  name text,
  account_type text,
  customer_number text,
  created_at timestamptz not null,
  check (wa_id is not null or wa_user_id is not null)
);

create table conversations (
  id bigint primary key default nextval('ids'),
  customer_id bigint not null references customers,
  phone_number_id text not null,
  status text not null check (status in ('ACTIVE', 'RESOLVED', 'DORMANT', 'ARCHIVED', 'TRANSFERRED')),
  assignee_id bigint references agents,
  tags text[] not null default '{}',
  inbound_no int not null default 0,
  last_message_id bigint,
  last_activity timestamptz not null,
  -- Since when a customer waits for a person; null while nobody waits. The first agent message ends it.
  human_wait_started_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version int not null default 1
);
-- A customer has at most one conversation that is not archived: the place where a new message goes.
create unique index conversations_open on conversations (customer_id) where status <> 'ARCHIVED';
create index conversations_newest on conversations (last_activity desc, id desc);
create index conversations_customer on conversations (customer_id);
create index conversations_assignee on conversations (assignee_id);

create table messages (
  id bigint primary key default nextval('ids'),
  conversation_id bigint not null references conversations,
  direction text not null check (direction in ('INBOUND', 'OUTBOUND')),
  source text not null check (source in ('CUSTOMER', 'AGENT', 'BOT', 'SYSTEM')),
  message_type text not null,
  content text not null,
  agent_id bigint references agents,
  -- WhatsApp's time for inbound, our acceptance for outbound: the thread's order is (at, id).
  at timestamptz not null,
  arrived_at timestamptz not null,
  inbound_no int,
  phone_number_id text,
  wamid text,
  client_message_id text,
  status text not null check (status in ('received', 'queued', 'sending', 'sent', 'delivered', 'read', 'failed', 'unknown')),
  failure jsonb,
  send_deadline timestamptz,
  next_try_at timestamptz,
  tries int not null default 0,
  response_time_seconds int,
  -- The start of the wait that this message ended, so that a failed answer can give it back.
  wait_started_at timestamptz,
  issue_id bigint,
  metadata jsonb,
  first_seen_at timestamptz,
  check ((direction = 'INBOUND') = (status = 'received'))
);
create unique index messages_wamid on messages (phone_number_id, wamid);
create unique index messages_client_id on messages (agent_id, client_message_id);
create index messages_thread on messages (conversation_id, at, id);
create unique index messages_inbound_no on messages (conversation_id, inbound_no);
create index messages_queued on messages (next_try_at) where status = 'queued';

alter table conversations add foreign key (last_message_id) references messages deferrable initially deferred;

create table attachments (
  id bigint primary key default nextval('ids'),
  uploaded_by bigint references agents,
  name text not null,
  mime_type text not null,
  size bigint,
  document_type text not null default 'OTHER',
  description text not null default '',
  state text not null check (state in ('pending', 'ready', 'failed')),
  failure text,
  -- The file's place in the store; null until the bytes are there.
  storage_key text,
  has_thumbnail boolean not null default false,
  width int,
  height int,
  -- What WhatsApp calls an inbound file until it is fetched.
  wa_media_id text,
  wa_sha256 text,
  tries int not null default 0,
  next_try_at timestamptz,
  created_at timestamptz not null
);
create index attachments_pending on attachments (next_try_at) where state = 'pending';

create table message_attachments (
  message_id bigint not null references messages,
  attachment_id bigint not null references attachments,
  position int not null,
  primary key (message_id, position)
);
create index message_attachments_attachment on message_attachments (attachment_id);

-- One try to hand a message to WhatsApp. Its id travels with the call and comes back with every status.
create table attempts (
  id bigint primary key default nextval('ids'),
  message_id bigint not null references messages,
  conversation_id bigint not null references conversations,
  no int not null,
  state text not null check (state in ('sending', 'unknown', 'sent', 'delivered', 'read', 'failed', 'withdrawn')),
  lease_until timestamptz not null,
  phone_number_id text not null,
  wamid text,
  failure jsonb,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (message_id, no)
);
create unique index attempts_sending on attempts (conversation_id) where state = 'sending';
create unique index attempts_wamid on attempts (phone_number_id, wamid);
create index attempts_lease on attempts (lease_until) where state = 'sending';

-- Statuses that came before the id they speak of.
create table early_statuses (
  phone_number_id text not null,
  wamid text not null,
  status text not null,
  at timestamptz not null,
  failure jsonb,
  primary key (phone_number_id, wamid, status)
);

-- What each agent has seen: the conversation's inbound number up to which nothing is unread. No row means 0.
create table marks (
  agent_id bigint not null references agents,
  conversation_id bigint not null references conversations,
  seen_no int not null,
  primary key (agent_id, conversation_id)
);

create table tickets (
  id bigint primary key default nextval('ids'),
  ticket_number text not null unique,
  conversation_id bigint not null references conversations,
  title text not null,
  description text not null default '',
  status text not null,
  priority text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index tickets_conversation on tickets (conversation_id);

-- Raw webhooks, stored before anything is made of them.
create table webhook_events (
  id bigint primary key default nextval('ids'),
  received_at timestamptz not null,
  body text not null,
  done_at timestamptz
);
create index webhook_events_unfinished on webhook_events (id) where done_at is null;

-- Items that a reader or a rule refused, with the reason.
create table webhook_refusals (
  event_id bigint not null references webhook_events on delete cascade,
  item_no int not null,
  reason text not null,
  primary key (event_id, item_no)
);

-- The one ordered log of changes. The clock row is the last lock of every writing transaction, so number order is commit order.
create table live_clock (
  one boolean primary key default true check (one),
  seq bigint not null,
  log text not null
);
insert into live_clock (seq, log) values (0, gen_random_uuid()::text);

create table live_log (
  seq bigint primary key,
  noun text not null,
  entity_id bigint not null,
  kind text not null,
  -- Whose change it is to see; null for everybody.
  agent_id bigint,
  at timestamptz not null
);
create index live_log_at on live_log (at);
