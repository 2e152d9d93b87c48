-- The schema of Parley, by area. Needs PostgreSQL 15 or newer.
--
--   Accounts and sign-in · Customers · Conversations and their owners · Tickets · Issues · Messages and files · Delivery ·
--   Unread counters · Webhooks · Business numbers and templates · Applications · Ratings · Bot, routing and assist ·
--   Notes, reminders, views and canned replies · Notifications · Search · Event log · Reports ·
--   Settings, audit and retention
--
-- Conventions:
--   * Every resource takes its id from the sequence `ids`, so ids of two resources never collide.
--   * `client_…_id` is the console's id of a click. A repeated request finds the row that the first one made.
--   * `version` rises with every edit. An edit names the version that it is based on.
--   * A table with the column `one`, or with `check (id = 1)`, has exactly one row.

-- Trigram indexes find any part of a text. It ships with PostgreSQL, and the owner of a database may create it.
create extension if not exists pg_trgm;

create sequence ids as bigint start 1001;


-- ============================================================================
-- Accounts and sign-in
-- ============================================================================

-- People who work here. Workload and availability are computed from rows, never stored.
create table agents (
  id bigint primary key default nextval('ids'),
  email text not null,
  name text not null,
  password_hash text not null,
  -- What the account may do.
  role text not null default 'AGENT' check (role in ('AGENT', 'SUPERVISOR', 'ADMINISTRATOR')),
  department text,
  skills text[] not null default '{}',
  max_capacity int not null default 5 check (max_capacity >= 0),
  status text not null default 'OFFLINE',
  -- Why the agent is away, since when and until when, in the agent's own words.
  status_reason text check (char_length(status_reason) between 1 and 80),
  status_since timestamptz,
  status_until timestamptz,
  -- When the agent last came, left, changed status or answered an offer.
  last_activity_at timestamptz,
  -- The initial read position: messages that came before the account was added count as read. 0: none do.
  baseline int not null default 0,
  -- How many countable messages there were then.
  baseline_messages bigint not null default 0,
  -- Null: the command line or the demo made the account.
  created_by bigint references agents,
  created_at timestamptz not null,
  -- Set while the account waits for its first password.
  invited_at timestamptz,
  disabled_at timestamptz
);
-- Sign-in, and one account for each address.
create unique index agents_email on agents (lower(email));
-- The newest baseline, for each first message of a conversation.
create index agents_baseline on agents (baseline);
-- Statuses that have expired.
create index agents_status_until on agents (status_until) where status_until is not null;

-- An agent's open sockets, by server process. Rows that are not refreshed lapse and are swept.
create table presence (
  agent_id bigint not null references agents,
  process text not null,
  seen_at timestamptz not null,
  primary key (agent_id, process)
);

-- A signed-in browser: one family of refresh tokens. Only hashes of tokens are stored.
create table sessions (
  id bigint primary key default nextval('ids'),
  agent_id bigint not null references agents,
  family text not null unique,
  -- Rises with each renewal.
  generation int not null,
  refresh_hash text not null,
  -- The token before, and the renewal that replaced it: a renewal whose answer was lost may be repeated.
  previous_hash text,
  renewal_id text,
  cookie_hash text not null unique,
  -- What the owner recognises the session by.
  device text,
  address text,
  lifetime_seconds int not null,
  created_at timestamptz not null,
  -- Written at sign-in and renewal, not by every call.
  used_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz,
  end_reason text,
  -- A session ends thirty days after the password was given, however often it is renewed.
  constraint sessions_absolute_life check (expires_at <= created_at + interval '30 days')
);
-- An agent's open sessions: the list, and ending all of them.
create index sessions_agent on sessions (agent_id) where ended_at is null;

-- Opens one socket of a session, once. Only hashes are stored.
create table socket_tickets (
  token_hash text primary key,
  session_id bigint not null references sessions on delete cascade,
  expires_at timestamptz not null
);
-- Deleting a session.
create index socket_tickets_session on socket_tickets (session_id);
-- Deleting expired rows.
create index socket_tickets_over on socket_tickets (expires_at);

-- Links that set a password, for invitations and resets. Only hashes are stored.
create table password_resets (
  token_hash text primary key,
  agent_id bigint not null references agents,
  expires_at timestamptz not null,
  used_at timestamptz
);

-- The second factor of an account: the secret in its authenticator app, sealed under AUTH_SECRET.
create table second_factors (
  agent_id bigint primary key references agents,
  sealed_secret text not null,
  -- Null: set-up began and no code was entered yet. Sign-in does not ask for such a factor.
  confirmed_at timestamptz,
  -- The time step of the newest accepted code. No code of it or before is accepted again.
  last_step bigint not null default 0,
  created_at timestamptz not null
);

-- Each code opens the account once when the app is lost. Only hashes are stored.
create table recovery_codes (
  agent_id bigint not null references agents,
  code_hash text not null,
  used_at timestamptz,
  primary key (agent_id, code_hash)
);

-- Failed passwords: a counter for each account, each browser that signed in to it before, and a fixed number for unknown
-- names, so that guessing cannot add rows without end. What was typed is not stored.
create table sign_in_tries (
  -- 'agent 17', 'device ABC', 'nobody 1234'
  counter text primary key,
  -- Null: an unknown name.
  agent_id bigint references agents,
  failures int not null,
  last_at timestamptz not null,
  locked_until timestamptz,
  -- The lock that the owner was notified of.
  told_until timestamptz
);
-- Locks that the owner was not notified of yet.
create index sign_in_tries_untold on sign_in_tries (agent_id)
  where agent_id is not null and locked_until is not null and told_until is distinct from locked_until;


-- ============================================================================
-- Customers
-- ============================================================================

-- A customer is known by WhatsApp's number, by WhatsApp's user id, by a bridge's name for them, or by several of these.
-- A customer whose number now belongs to somebody else may be known by nothing.
create table customers (
  id bigint primary key default nextval('ids'),
  -- The code retries a write that breaks one of these two constraints, by its name.
  wa_id text constraint customers_wa_id_key unique,
  wa_user_id text constraint customers_wa_user_id_key unique,
  phone text,
  name text,
  account_type text,
  -- The customer's number in the business's own books.
  customer_number text,
  -- Null: the customer did not refuse marketing messages.
  marketing_opt_out_at timestamptz,
  -- WhatsApp's time of the customer's last choice: webhooks arrive in any order.
  marketing_told_at timestamptz,
  -- The customer that this one was merged into, which has all of their rows.
  merged_into bigint references customers,
  created_at timestamptz not null,
  -- Their personal data were erased. What was done for them still counts in the reports.
  erased_at timestamptz,
  erased_by bigint references agents
);
-- Customers that were merged into one.
create index customers_merged on customers (merged_into) where merged_into is not null;
-- Search by any part of the displayed name or the number. The expression is the same word for word in
-- src/conversations/search.ts.
create index customers_search on customers using gin (
  (coalesce(name, 'Customer (' || coalesce(phone, 'Unknown') || ')')) gin_trgm_ops, phone gin_trgm_ops
);
-- Search by any part of the customer number.
create index customers_number_found on customers using gin (customer_number gin_trgm_ops);

-- Numbers and user ids at which WhatsApp knew a customer before. A message from one still finds them.
create table customer_aliases (
  -- A number and a user id never look alike, but each is looked up among its own kind.
  kind text not null check (kind in ('number', 'user_id')),
  address text not null,
  customer_id bigint not null references customers,
  -- When the customer was last known by it.
  until timestamptz not null,
  primary key (kind, address)
);
-- A customer's former addresses, for merging, export and erasure.
create index customer_aliases_customer on customer_aliases (customer_id);

-- What a bridge calls a customer. `phone_number_id` is the id of the bridge.
create table bridge_customers (
  phone_number_id text not null,
  peer text not null,
  customer_id bigint not null references customers,
  -- When they last wrote there: replies go to the newest.
  wrote_at timestamptz not null,
  primary key (phone_number_id, peer)
);
-- A customer's names at bridges, for merging, export and erasure.
create index bridge_customers_customer on bridge_customers (customer_id);

-- Two customers that an agent merged. `kept_id` has everything that `gone_id` had.
create table merges (
  id bigint primary key default nextval('ids'),
  kept_id bigint not null references customers,
  gone_id bigint not null references customers,
  made_at timestamptz not null,
  made_by bigint not null references agents,
  undone_at timestamptz,
  undone_by bigint references agents,
  -- What undoing needs: both customers, and the conversations and applications that moved.
  before jsonb not null
);
-- Merges shown beside a conversation, and erasing either customer.
create index merges_kept on merges (kept_id);
create index merges_gone on merges (gone_id);

-- What agents know of a customer: one text beside each of their conversations. A deleted note is empty and keeps its
-- version, so that a late edit is noticed.
create table customer_notes (
  customer_id bigint primary key references customers,
  text text not null,
  version int not null default 1,
  updated_at timestamptz not null,
  updated_by bigint not null references agents
);

-- SHA-256 of WhatsApp's ids of an erased customer's last messages. WhatsApp repeats a webhook for up to 7 days, and a
-- repeat must not add the customer again. An id holds 80 random bits, so its hash does not reveal the number.
create table erased_message_ids (
  hash text primary key,
  erased_at timestamptz not null
);
-- Deleting old rows.
create index erased_message_ids_at on erased_message_ids (erased_at);


-- ============================================================================
-- Conversations and their owners
-- ============================================================================

-- A customer's messages at one business number or bridge, and who answers them.
create table conversations (
  id bigint primary key default nextval('ids'),
  customer_id bigint not null references customers,
  -- The business number, or the id of the bridge.
  phone_number_id text not null,
  -- What the bridge calls the customer. Null: a conversation on WhatsApp. Empty: the customer was erased.
  peer text,
  status text not null check (status in ('ACTIVE', 'RESOLVED', 'DORMANT', 'ARCHIVED', 'TRANSFERRED')),
  -- The owner. Null: nobody.
  assignee_id bigint references agents,
  tags text[] not null default '{}',
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version int not null default 1,

  -- The thread. Foreign keys to messages stand below that table.
  last_activity timestamptz not null,
  last_message_id bigint,
  -- The newest message that an agent sent. Its row says whether it arrived.
  last_reply_id bigint,
  -- The number of the customer's newest countable message: they are numbered from 1.
  inbound_no int not null default 0,
  -- The newest agent's baseline at the first and at the last countable message. 0 without such messages.
  first_baseline int not null default 0,
  last_baseline int not null default 0,

  -- The queue. Since when the customer waits for a person. The first reply of an agent ends the wait.
  human_wait_started_at timestamptz,
  -- The priority of the most urgent open ticket, kept by a trigger on tickets. Null: no open ticket.
  ticket_priority text,
  snoozed_until timestamptz,
  snoozed_by bigint references agents,
  snooze_reason text,

  -- What WhatsApp accepts. Its window is open for 24 hours after the customer's newest message, by WhatsApp's clock.
  customer_wrote_at timestamptz,
  -- The window closes in less than four hours. A job keeps this, since no write happens at that moment.
  closing_soon boolean not null default false,
  -- The newest attempt that WhatsApp rejected as outside the window, whatever we computed.
  window_refused_at timestamptz,
  -- Why nothing reaches the customer, and the attempt that showed it. A later message of the customer ends it.
  unreachable text check (unreachable in ('not-on-whatsapp', 'blocked')),
  unreachable_at timestamptz,
  -- By when the messages sent to this customer are within WhatsApp's limit for one customer again.
  pair_owed_until timestamptz,
  -- The business number is not served any more: nothing can be sent.
  number_gone boolean not null default false,

  -- The bot. It answers, and no person owns the conversation or is waited for.
  with_bot boolean not null default false,
  -- The first message that the bot has not read. Null: none.
  bot_from bigint,
  -- Rises when a person takes the conversation and when the bot gets it. See messages.owner_generation.
  owner_generation int not null default 0,

  -- The newest rating request. Null: there was none, so no message can answer one.
  rating_ask_id bigint,
  -- The newest rating.
  rated int check (rated between 1 and 5),

  -- The conversation of the same customer in which this one continues, with its messages.
  continued_in bigint references conversations,
  -- When the customer was erased: repeated here, where every write takes its lock.
  erased_at timestamptz,
  constraint conversations_bot_hears check (with_bot or bot_from is null),
  constraint conversations_bot_has check (not with_bot or assignee_id is null)
);
-- A customer has one conversation at a business number that is not archived: the place of a new message.
create unique index conversations_open_number on conversations (customer_id, phone_number_id)
  where status <> 'ARCHIVED';
-- All conversations of a customer.
create index conversations_customer on conversations (customer_id);
-- The list of all conversations, newest first.
create index conversations_newest on conversations (last_activity desc, id desc);
-- The list of one status.
create index conversations_status on conversations (status, last_activity desc, id desc);
-- The list of one agent.
create index conversations_assignee_newest on conversations (assignee_id, last_activity desc, id desc);
-- An agent's workload, and what returns to the queue when the agent leaves.
create index conversations_open_assignee on conversations (assignee_id, status)
  where status not in ('RESOLVED', 'ARCHIVED');
-- An agent's conversations with an open ticket. The condition is the same in src/work/next-up.ts and src/tickets/list.ts.
create index conversations_with_tickets on conversations (assignee_id) where ticket_priority is not null;
-- Customers who wait, the longest first: reports and routing. The condition is the same in src/conversations/queue.ts.
create index conversations_waiting on conversations (human_wait_started_at, assignee_id)
  where human_wait_started_at is not null and status not in ('RESOLVED', 'ARCHIVED');
-- The queue: customers who wait, by urgency. The expression is the same word for word in src/conversations/queue.ts.
create index conversations_waiting_urgency on conversations
  ((case ticket_priority when 'URGENT' then 2 when 'HIGH' then 1 else 0 end), human_wait_started_at, id)
  where human_wait_started_at is not null and status not in ('RESOLVED', 'ARCHIVED');
-- The list of conversations whose window closes soon.
create index conversations_closing on conversations (customer_wrote_at, id) where closing_soon;
-- The list of snoozed conversations, and those whose time has come.
create index conversations_snoozed on conversations (snoozed_until, id) where snoozed_until is not null;
-- Messages that the bot has to answer.
create index conversations_bot_due on conversations (bot_from) where bot_from is not null;

-- An offer of a conversation to one agent, and how it ended. What an agent takes from the queue is accepted at once.
create table assignments (
  id bigint primary key default nextval('ids'),
  conversation_id bigint not null references conversations,
  agent_id bigint not null references agents,
  -- Who offered it; the agent themselves for what they took. Null: routing.
  by_id bigint references agents,
  -- The owner at that time, who keeps the conversation until the offer is accepted.
  previous_owner_id bigint references agents,
  state text not null check (state in ('offered', 'accepted', 'rejected', 'expired', 'withdrawn')),
  reason text,
  -- Which of the usual reasons it was rejected for. Null: another one, or not rejected.
  reason_code text check (reason_code in ('queue-full', 'language', 'break', 'field', 'other')),
  offered_at timestamptz not null,
  -- Null: accepted at once.
  deadline timestamptz,
  -- An offer to an online agent ends when they leave; an offer to an offline agent waits for its deadline.
  was_online boolean not null,
  ended_at timestamptz,
  check ((state = 'offered') = (ended_at is null)),
  check (state <> 'offered' or deadline is not null),
  constraint assignments_reason_code check (reason_code is null or state = 'rejected')
);
-- A conversation has one open offer.
create unique index assignments_open on assignments (conversation_id) where state = 'offered';
-- An agent's open offers.
create index assignments_open_agent on assignments (agent_id) where state = 'offered';
-- Offers that have expired.
create index assignments_deadline on assignments (deadline) where state = 'offered';
-- A conversation's assignment history, and the agents that routing passes over.
create index assignments_conversation on assignments (conversation_id, id);
-- Recently rejected and expired offers, for routing.
create index assignments_unanswered on assignments (ended_at) where state in ('rejected', 'expired');

-- Every change of a conversation's owner.
create table owner_changes (
  id bigint primary key default nextval('ids'),
  conversation_id bigint not null references conversations,
  -- Null with `to_id`: the conversation went back to the queue, without an offer.
  assignment_id bigint references assignments,
  from_id bigint references agents,
  to_id bigint references agents,
  -- Null: no agent did it.
  by_id bigint references agents,
  at timestamptz not null,
  constraint owner_changes_hand_back check ((to_id is null) = (assignment_id is null))
);
-- A conversation's owners in order: reports, routing and the handoff summary.
create index owner_changes_conversation on owner_changes (conversation_id, at);


-- ============================================================================
-- Tickets
-- ============================================================================

-- TCK-00001 and up. A rejected creation leaves a gap.
create sequence ticket_numbers as bigint;

-- Work on a conversation that outlives it.
create table tickets (
  id bigint primary key default nextval('ids'),
  ticket_number text not null unique,
  conversation_id bigint not null references conversations,
  title text not null,
  description text not null default '',
  status text not null check (status in
    ('NEW', 'ASSIGNED', 'IN_PROGRESS', 'WAITING_ON_CUSTOMER', 'WAITING_ON_THIRD_PARTY', 'RESOLVED', 'CLOSED', 'REOPENED')),
  priority text not null check (priority in ('LOW', 'MEDIUM', 'HIGH', 'URGENT')),
  resolution text,
  created_by bigint references agents,
  client_ticket_id text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  resolved_at timestamptz,
  reopened_at timestamptz,
  version int not null default 1,
  check ((resolved_at is not null) = (status in ('RESOLVED', 'CLOSED')))
);
-- A repeated creation.
create unique index tickets_client_id on tickets (created_by, client_ticket_id);
-- A conversation's tickets.
create index tickets_conversation on tickets (conversation_id);
-- Counting tickets without reading their rows.
create index tickets_counted on tickets (conversation_id, status, priority);
-- Reports: tickets that were raised, and that were resolved, in a range.
create index tickets_created on tickets (created_at);
create index tickets_resolved on tickets (resolved_at);
-- The list of all tickets. The expression is the same word for word in src/tickets/list.ts.
create index tickets_listed on tickets
  ((case priority when 'URGENT' then 3 when 'HIGH' then 2 when 'MEDIUM' then 1 else 0 end) desc, updated_at desc, id desc);
-- The list of open tickets.
create index tickets_listed_open on tickets
  ((case priority when 'URGENT' then 3 when 'HIGH' then 2 when 'MEDIUM' then 1 else 0 end) desc, updated_at desc, id desc)
  where status not in ('RESOLVED', 'CLOSED');
-- Search by any part of number, title or description. The expression is the same word for word in src/search.
create index tickets_found on tickets using gin ((ticket_number || ' ' || title || ' ' || description) gin_trgm_ops);

-- The priority of a conversation's most urgent open ticket.
create function most_urgent_ticket(conversation bigint) returns text language sql stable as $$
  select priority from tickets where conversation_id = conversation and status not in ('RESOLVED', 'CLOSED')
  order by case priority when 'URGENT' then 3 when 'HIGH' then 2 when 'MEDIUM' then 1 else 0 end desc limit 1
$$;

-- Keeps conversations.ticket_priority, which the queue's index needs. Whoever writes a ticket holds its conversation's
-- lock, so two writers cannot both miss the other's ticket.
create function keep_ticket_priority() returns trigger language plpgsql as $$
begin
  update conversations set ticket_priority = most_urgent_ticket(new.conversation_id)
  where id = new.conversation_id and ticket_priority is distinct from most_urgent_ticket(new.conversation_id);
  return null;
end $$;
create trigger keep_ticket_priority after insert or update of status, priority on tickets
  for each row execute function keep_ticket_priority();

-- Notes on a ticket, for agents only.
create table ticket_notes (
  id bigint primary key default nextval('ids'),
  ticket_id bigint not null references tickets,
  agent_id bigint not null references agents,
  at timestamptz not null,
  text text not null
);
-- A ticket's notes in order.
create index ticket_notes_ticket on ticket_notes (ticket_id, at, id);
-- Search by any part of the text.
create index ticket_notes_found on ticket_notes using gin (text gin_trgm_ops);

-- Every status that a ticket had, the first one from null.
create table ticket_changes (
  id bigint primary key default nextval('ids'),
  ticket_id bigint not null references tickets,
  from_status text,
  to_status text not null,
  -- Null: not recorded.
  agent_id bigint references agents,
  at timestamptz not null
);
-- A ticket's history, and its status at a time.
create index ticket_changes_ticket on ticket_changes (ticket_id, at, id);
-- Reports: changes in a range.
create index ticket_changes_at on ticket_changes (at);


-- ============================================================================
-- Issues
-- ============================================================================

-- A customer's complaint or question that messages of the conversation are attached to.
create table issues (
  id bigint primary key default nextval('ids'),
  conversation_id bigint not null references conversations,
  title text not null,
  description text not null,
  status text not null check (status in ('OPEN', 'IN_PROGRESS', 'RESOLVED', 'REOPENED')),
  priority text not null check (priority in ('LOW', 'MEDIUM', 'HIGH')),
  category text not null check (category in ('CLAIMS', 'ACCOUNT', 'TECHNICAL', 'BENEFITS', 'PAYMENTS')),
  -- The agent who raised it and works on it.
  assigned_agent_id bigint not null references agents,
  client_issue_id text,
  resolution_summary text,
  -- Whole minutes from creation to the last resolution.
  resolution_minutes int,
  reopen_reason text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  closed_at timestamptz,
  check ((closed_at is not null) = (status = 'RESOLVED')),
  -- The target of the foreign key messages_issue; it also finds a conversation's issues.
  unique (conversation_id, id)
);
-- A repeated creation.
create unique index issues_client_id on issues (assigned_agent_id, client_issue_id);
-- Conversations with open issues.
create index issues_open on issues (conversation_id) where status <> 'RESOLVED';
-- Search by any part of title or description.
create index issues_found on issues using gin ((title || ' ' || description) gin_trgm_ops);


-- ============================================================================
-- Messages and files
-- ============================================================================

-- One message of a thread. The thread's order is (at, id).
create table messages (
  id bigint primary key default nextval('ids'),
  conversation_id bigint not null references conversations,
  direction text not null check (direction in ('INBOUND', 'OUTBOUND')),
  source text not null check (source in ('CUSTOMER', 'AGENT', 'BOT', 'SYSTEM')),
  message_type text not null,
  content text not null,
  -- What the message says beyond its words: Message.details in docs/wire.md. `json` keeps the order of a form's fields.
  details json,
  -- What the caller attached when it sent the message.
  metadata jsonb,
  agent_id bigint references agents,
  client_message_id text,
  -- Inbound: WhatsApp's time. Outbound: when we accepted it.
  at timestamptz not null,
  arrived_at timestamptz not null,
  -- The place among the conversation's countable inbound messages. Null: not counted.
  inbound_no int,
  -- When the first agent saw it.
  first_seen_at timestamptz,

  -- WhatsApp's id of the message, at this business number.
  phone_number_id text,
  wamid text,
  -- WhatsApp's id of the quoted message as it came. That message may arrive later, or never.
  quoted_wamid text,
  -- The quoted message, of the same conversation.
  quoted_id bigint references messages deferrable initially deferred,
  forwarded text check (forwarded in ('forwarded', 'frequently_forwarded')),
  issue_id bigint,

  -- Delivery. `received` for every inbound message.
  status text not null check (status in
    ('received', 'queued', 'sending', 'sent', 'delivered', 'read', 'played', 'failed', 'unknown')),
  failure jsonb,
  tries int not null default 0,
  next_try_at timestamptz,
  -- A queued message fails at this time.
  send_deadline timestamptz,
  -- Why a queued message waits ({kind, code, sentence, remedy}), and until when.
  waits jsonb,
  waits_until timestamptz,
  -- While it waits for a limit it fails at this time instead of its deadline.
  give_up_at timestamptz,
  -- The conversation's generation when the bot wrote it. It is not sent under another one.
  owner_generation int,

  -- The wait that this message ended: its length, and its start, so that a failed reply can restore it.
  response_time_seconds int,
  wait_started_at timestamptz,

  -- The result of the customer's reactions, edits and deletions; see message_folds.
  reaction text,
  reaction_at timestamptz,
  -- The words before the first edit. Null: never edited.
  original_content text,
  edited_at timestamptz,
  revoked_at timestamptz,
  check ((direction = 'INBOUND') = (status = 'received')),
  -- An attached message belongs to the issue's own conversation.
  constraint messages_issue foreign key (conversation_id, issue_id) references issues (conversation_id, id)
);
-- A repeated webhook, and the message that a status or a change is about.
create unique index messages_wamid on messages (phone_number_id, wamid);
-- A repeated send.
create unique index messages_client_id on messages (agent_id, client_message_id);
-- A page of a thread.
create index messages_thread on messages (conversation_id, at, id);
-- The place of each countable message.
create unique index messages_inbound_no on messages (conversation_id, inbound_no);
-- Reports: today's figures, and the rows behind a figure.
create index messages_at on messages (at, id);
-- Messages whose next attempt is due.
create index messages_queued on messages (next_try_at) where status = 'queued';
-- The first queued message of each conversation, without reading its thread.
create index messages_waiting on messages (conversation_id, at, id) where status = 'queued';
-- Messages that quote one that changed.
create index messages_quoting on messages (quoted_id) where quoted_id is not null;
-- Messages whose quoted message has not arrived yet.
create index messages_awaiting on messages (phone_number_id, quoted_wamid) where quoted_wamid is not null and quoted_id is null;
-- The messages of an issue.
create index messages_of_issue on messages (issue_id) where issue_id is not null;

-- Deferred: a message and its conversation are written together.
alter table conversations
  add foreign key (last_message_id) references messages deferrable initially deferred,
  add foreign key (last_reply_id) references messages deferrable initially deferred;

-- A file: uploaded by an agent, or sent by a customer and fetched from WhatsApp.
create table attachments (
  id bigint primary key default nextval('ids'),
  -- Null: a customer sent it.
  uploaded_by bigint references agents,
  name text not null,
  mime_type text not null,
  size bigint,
  document_type text not null default 'OTHER',
  description text not null default '',
  state text not null check (state in ('pending', 'ready', 'failed')),
  failure text,
  -- SHA-256 of the bytes, which is the file's name in the store. Null until the bytes are stored.
  storage_key text,
  has_thumbnail boolean not null default false,
  -- Pixels of a picture.
  width int,
  height int,
  -- WhatsApp's id and hash of a file that is still to be fetched.
  wa_media_id text,
  wa_sha256 text,
  tries int not null default 0,
  next_try_at timestamptz,
  created_at timestamptz not null
);
-- Files to fetch.
create index attachments_pending on attachments (next_try_at) where state = 'pending';

-- The files of a message, in order.
create table message_attachments (
  message_id bigint not null references messages,
  attachment_id bigint not null references attachments,
  position int not null,
  primary key (message_id, position)
);
-- The message that a file belongs to: whether an agent may open it.
create index message_attachments_attachment on message_attachments (attachment_id);

-- What a customer did to a message: reacted, edited or deleted. Each is stored as it came, so that the newest by WhatsApp's
-- time wins in whatever order they arrive.
create table message_folds (
  id bigint primary key default nextval('ids'),
  phone_number_id text not null,
  -- WhatsApp's id of this change, and of the message that it changes.
  wamid text not null,
  target_wamid text not null,
  kind text not null check (kind in ('reaction', 'edit', 'revoke')),
  -- An emoji, or the new words. Null: the reaction was removed.
  content text,
  at timestamptz not null,
  arrived_at timestamptz not null,
  -- The customer, while the message is unknown.
  wa_id text,
  wa_user_id text,
  -- Null: the message has not arrived yet.
  message_id bigint references messages,
  unique (phone_number_id, wamid)
);
-- All changes of a message.
create index message_folds_of_message on message_folds (message_id) where message_id is not null;
-- Changes that wait for a message.
create index message_folds_waiting on message_folds (phone_number_id, target_wamid) where message_id is null;

-- An agent's unsent draft in a conversation. A sent or emptied draft stays for a day without its words: its version and
-- write number tell a late write, which then restores nothing.
create table message_drafts (
  agent_id bigint not null references agents,
  conversation_id bigint not null references conversations,
  text text not null,
  -- The message that it replies to.
  quoted_id bigint references messages on delete set null,
  -- From the sequence of all ids, so that no version is used twice, even after the row was deleted.
  version bigint not null,
  -- The page that wrote it last, and the number of that write.
  page_id text not null,
  write_no bigint not null,
  updated_at timestamptz not null,
  primary key (agent_id, conversation_id)
);
-- Erasing a customer.
create index message_drafts_conversation on message_drafts (conversation_id);
-- Deleting old and empty drafts.
create index message_drafts_updated on message_drafts (updated_at);
-- Deleting a message.
create index message_drafts_quoted on message_drafts (quoted_id) where quoted_id is not null;


-- ============================================================================
-- Delivery
-- ============================================================================

-- One attempt to hand a message to WhatsApp or to a bridge. Its id travels with the call and returns with every status.
create table attempts (
  id bigint primary key default nextval('ids'),
  message_id bigint not null references messages,
  conversation_id bigint not null references conversations,
  -- Attempts of a message are numbered from 1.
  no int not null,
  state text not null
    check (state in ('sending', 'unknown', 'sent', 'delivered', 'read', 'played', 'failed', 'withdrawn')),
  -- The process that sends has until then. After that the outcome is unknown.
  lease_until timestamptz not null,
  phone_number_id text not null,
  wamid text,
  failure jsonb,
  -- WhatsApp's price: {billable, model, type, category}.
  pricing jsonb,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- Accepted by our clock, the others by WhatsApp's. Null: it did not happen, or was not reported.
  accepted_at timestamptz,
  sent_at timestamptz,
  delivered_at timestamptz,
  read_at timestamptz,
  played_at timestamptz,
  failed_at timestamptz,
  unique (message_id, no)
);
-- A conversation sends one message at a time.
create unique index attempts_sending on attempts (conversation_id) where state = 'sending';
-- The attempt that a status is about.
create unique index attempts_wamid on attempts (phone_number_id, wamid);
-- Attempts whose process did not report back.
create index attempts_lease on attempts (lease_until) where state = 'sending';

-- Statuses that arrived before the id that they are about.
create table early_statuses (
  phone_number_id text not null,
  wamid text not null,
  status text not null,
  at timestamptz not null,
  failure jsonb,
  pricing jsonb,
  primary key (phone_number_id, wamid, status)
);

-- The business's reaction to a message: what agents want it to be, and what WhatsApp has.
create table agent_reactions (
  message_id bigint primary key references messages on delete cascade,
  -- The wanted one. Empty: none.
  emoji text not null,
  agent_id bigint not null references agents,
  at timestamptz not null,
  -- Rises when another one is wanted.
  version int not null,
  -- The one that WhatsApp took last. Empty: none.
  told text not null default '',
  told_agent_id bigint references agents,
  told_at timestamptz,
  -- Null: WhatsApp has the wanted one, or it failed.
  next_try_at timestamptz,
  deadline timestamptz not null,
  tries int not null default 0,
  -- A process sends it, until this time at most.
  busy_until timestamptz,
  failure jsonb
);
-- Reactions to send.
create index agent_reactions_due on agent_reactions (next_try_at) where next_try_at is not null;

-- A business number that may send nothing for a while: it was too fast, or its account needs attention. No row: it may send.
create table sending_holds (
  phone_number_id text primary key,
  kind text not null check (kind in ('number', 'account')),
  -- 'answer': WhatsApp rejected the call. 'status': it accepted the message first, so acceptance proves nothing.
  told text not null check (told in ('answer', 'status')),
  -- {code, sentence, remedy}
  failure jsonb not null,
  refusals int not null,
  since timestamptz not null,
  -- Then one message tries again.
  until timestamptz not null
);


-- ============================================================================
-- Unread counters: docs/decisions/0011-baselines-and-tallies.md
--
-- An agent's read position in a conversation is a mark. Without a mark it follows from the agent's baseline. Lists and
-- totals read counters, which are rows of differences: a count is their sum, so no writer waits for another one's row. A
-- job adds rows up. These are triggers because every write of these columns must count, in its own transaction.
-- ============================================================================

-- Up to which inbound message an agent has read a conversation. No row: what the baseline says.
create table marks (
  agent_id bigint not null references agents,
  conversation_id bigint not null references conversations,
  seen_no int not null,
  primary key (agent_id, conversation_id)
);
-- Agents who had read all of a conversation, for each message that arrives.
create index marks_conversation on marks (conversation_id, seen_no) include (agent_id);

-- The inbound number that a conversation had when the first message above a baseline arrived.
create table baseline_marks (
  conversation_id bigint not null references conversations,
  baseline int not null,
  seen_no int not null,
  primary key (conversation_id, baseline)
);

-- In each counter, `assignee_id` 0 stands for no owner.

-- Conversations by status and owner.
create table status_tallies (
  status text not null,
  assignee_id bigint not null,
  conversations bigint not null
);

-- Conversations with countable messages, and these messages, by the newest baseline at the last one, and by owner.
create table inbound_tallies (
  baseline int not null,
  assignee_id bigint not null,
  conversations bigint not null,
  messages bigint not null
);

-- What an agent has read above the baseline: messages, and conversations that are read to the end.
create table mark_tallies (
  agent_id bigint not null,
  assignee_id bigint not null,
  messages bigint not null,
  conversations bigint not null
);

-- Messages below a baseline, by the owner of their conversation.
create table baseline_tallies (
  baseline int not null,
  assignee_id bigint not null,
  messages bigint not null
);

-- How far an agent without a mark has read a conversation.
create function baseline_no(conversation bigint, first_baseline int, last_baseline int, inbound_no int, baseline int)
returns int language plpgsql stable as $$
begin
  if baseline > last_baseline then return inbound_no; end if;
  if baseline <= first_baseline then return 0; end if;
  return (
    select m.seen_no from baseline_marks m
    where m.conversation_id = conversation and m.baseline >= baseline_no.baseline
    order by m.baseline limit 1
  );
end $$;

-- Records the newest baseline with each countable message. Adding an agent takes the same lock exclusively: a message
-- arrives before or after it.
create function note_baseline() returns trigger language plpgsql as $$
declare
  newest int;
begin
  perform pg_advisory_xact_lock_shared(7270152);
  select coalesce(max(baseline), 0) into newest from agents;
  if tg_op = 'INSERT' or old.inbound_no = 0 then
    new.first_baseline := newest;
  elsif old.last_baseline < newest then
    insert into baseline_marks (conversation_id, baseline, seen_no) values (new.id, newest, old.inbound_no);
  end if;
  new.last_baseline := newest;
  return new;
end $$;
create trigger note_first_baseline before insert on conversations
  for each row when (new.inbound_no > 0) execute function note_baseline();
create trigger note_baseline before update of inbound_no on conversations
  for each row when (new.inbound_no > old.inbound_no) execute function note_baseline();

-- Counts new conversations.
create function tally_new_conversations() returns trigger language plpgsql as $$
begin
  insert into status_tallies (status, assignee_id, conversations)
    select status, coalesce(assignee_id, 0), count(*) from fresh group by 1, 2;
  insert into inbound_tallies (baseline, assignee_id, conversations, messages)
    select last_baseline, coalesce(assignee_id, 0), count(*), sum(inbound_no) from fresh where inbound_no > 0 group by 1, 2;
  return null;
end $$;
create trigger tally_new after insert on conversations referencing new table as fresh
  for each statement execute function tally_new_conversations();

-- Counts a change of status or owner.
create function tally_status() returns trigger language plpgsql as $$
begin
  insert into status_tallies (status, assignee_id, conversations) values
    (old.status, coalesce(old.assignee_id, 0), -1),
    (new.status, coalesce(new.assignee_id, 0), 1);
  return null;
end $$;
create trigger tally_status after update of status, assignee_id on conversations
  for each row when (old.status <> new.status or old.assignee_id is distinct from new.assignee_id)
  execute function tally_status();

-- Counts countable messages, under the owner before this update: if the owner changes too, tally_owner moves all of them.
-- Agents who had read all of the conversation have not any more.
create function tally_inbound() returns trigger language plpgsql as $$
declare
  owner bigint := coalesce(old.assignee_id, 0);
begin
  if old.inbound_no > 0 and old.last_baseline = new.last_baseline then
    insert into inbound_tallies (baseline, assignee_id, conversations, messages)
      values (new.last_baseline, owner, 0, new.inbound_no - old.inbound_no);
  else
    insert into inbound_tallies (baseline, assignee_id, conversations, messages) values
      (old.last_baseline, owner, case when old.inbound_no > 0 then -1 else 0 end, 0),
      (new.last_baseline, owner, 1, new.inbound_no - old.inbound_no);
  end if;
  insert into mark_tallies (agent_id, assignee_id, messages, conversations)
    select agent_id, owner, 0, -1 from marks where conversation_id = new.id and seen_no = old.inbound_no;
  return null;
end $$;
create trigger tally_inbound after update of inbound_no on conversations
  for each row when (new.inbound_no > old.inbound_no) execute function tally_inbound();

-- Moves a conversation's messages, and what each agent has read of them, to its new owner. The lock keeps out new agents,
-- whose baselines would be missed.
create function tally_owner() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock_shared(7270152);
  insert into inbound_tallies (baseline, assignee_id, conversations, messages)
    select new.last_baseline, side.owner, side.sign, side.sign * new.inbound_no
    from (values (coalesce(old.assignee_id, 0), -1), (coalesce(new.assignee_id, 0), 1)) side (owner, sign);
  insert into baseline_tallies (baseline, assignee_id, messages)
    select b.baseline, side.owner, side.sign * b.below
    from (
      select baseline, baseline_no(new.id, new.first_baseline, new.last_baseline, new.inbound_no, baseline) as below
      from (select distinct baseline from agents where baseline > new.first_baseline) known
    ) b, (values (coalesce(old.assignee_id, 0), -1), (coalesce(new.assignee_id, 0), 1)) side (owner, sign)
    where b.below <> 0;
  insert into mark_tallies (agent_id, assignee_id, messages, conversations)
    select k.agent_id, side.owner,
      side.sign * (k.seen_no - baseline_no(new.id, new.first_baseline, new.last_baseline, new.inbound_no, a.baseline)),
      side.sign * (k.seen_no = new.inbound_no)::int
    from marks k join agents a on a.id = k.agent_id,
      (values (coalesce(old.assignee_id, 0), -1), (coalesce(new.assignee_id, 0), 1)) side (owner, sign)
    where k.conversation_id = new.id;
  return null;
end $$;
create trigger tally_owner after update of assignee_id on conversations
  for each row when (old.assignee_id is distinct from new.assignee_id and new.inbound_no > 0)
  execute function tally_owner();

-- Counts new marks. A mark is written under its conversation's lock, and is never below the baseline.
create function tally_new_marks() returns trigger language plpgsql as $$
begin
  insert into mark_tallies (agent_id, assignee_id, messages, conversations)
    select k.agent_id, coalesce(c.assignee_id, 0),
      sum(k.seen_no - baseline_no(c.id, c.first_baseline, c.last_baseline, c.inbound_no, a.baseline)),
      count(*) filter (where k.seen_no = c.inbound_no)
    from fresh k join conversations c on c.id = k.conversation_id join agents a on a.id = k.agent_id
    group by 1, 2;
  return null;
end $$;
create trigger tally_new after insert on marks referencing new table as fresh
  for each statement execute function tally_new_marks();

-- Counts marks that rise.
create function tally_marks() returns trigger language plpgsql as $$
begin
  insert into mark_tallies (agent_id, assignee_id, messages, conversations)
    select k.agent_id, coalesce(c.assignee_id, 0), sum(k.seen_no - o.seen_no),
      sum((k.seen_no = c.inbound_no)::int - (o.seen_no = c.inbound_no)::int)
    from fresh k join stale o using (agent_id, conversation_id) join conversations c on c.id = k.conversation_id
    group by 1, 2;
  return null;
end $$;
create trigger tally_raised after update on marks referencing old table as stale new table as fresh
  for each statement execute function tally_marks();


-- ============================================================================
-- Webhooks
-- ============================================================================

-- Raw webhooks, stored before anything else happens. Once done, items = shown + folded + noted + refused.
create table webhook_events (
  id bigint primary key default nextval('ids'),
  received_at timestamptz not null,
  body text not null,
  done_at timestamptz,
  items int not null default 0,
  shown int not null default 0,
  folded int not null default 0,
  noted int not null default 0,
  refused int not null default 0
);
-- Webhooks to process after a restart.
create index webhook_events_unfinished on webhook_events (id) where done_at is null;
-- Deleting old webhooks.
create index webhook_events_done on webhook_events (done_at) where done_at is not null;

-- Items of a webhook that have a row of their own: all but those that were shown. A webhook that was processed item by item
-- has rows of shown ones too.
create table webhook_items (
  event_id bigint not null references webhook_events on delete cascade,
  item_no int not null,
  -- 'shown', 'folded', 'noted' or 'refused'.
  ended text not null,
  -- What it is: message, status, error, or the name of another field.
  noun text not null,
  -- Why it was refused: a label of the metric, and a sentence.
  code text,
  reason text,
  -- The message that it was folded into.
  message_id bigint,
  -- Hash of the content of a noted or refused item: WhatsApp's repetition of it has the same, and is folded.
  digest text,
  primary key (event_id, item_no)
);
-- A repeated item.
create unique index webhook_items_once on webhook_items (digest) where ended in ('noted', 'refused');
-- The list of noted and refused items.
create index webhook_items_kept on webhook_items (event_id, item_no) where ended in ('noted', 'refused');

-- When a caller of the webhook's address was last verified, and when one was last refused: one row for each kind (verified,
-- token-refused, signature-refused). A call with a good signature is a row of webhook_events.
create table webhook_signs (
  kind text primary key,
  at timestamptz not null
);


-- ============================================================================
-- Business numbers and templates
-- ============================================================================

-- The business numbers and bridges of this workspace, and former ones, as configured at the last start.
create table business_numbers (
  phone_number_id text primary key,
  is_served boolean not null,
  -- What agents see. Null: there is only one.
  shown_as text,
  -- The business account whose templates it sends. Null: not configured.
  account_id text,
  -- The bot answers first here.
  bot_on boolean not null default false
);

-- What WhatsApp last said of a business number.
create table channel_health (
  phone_number_id text primary key,
  -- A process that finds the row due moves this time first, so that one process asks.
  next_check_at timestamptz not null,
  -- Null: never answered.
  checked_at timestamptz,
  -- Since when no answer arrives. It changes nothing else.
  unreached_since timestamptz,
  -- 'good' or 'refused', since when, and why it was refused.
  access text,
  access_since timestamptz,
  refusal jsonb,
  -- WhatsApp's ratings, its own words about them, and since when they are these.
  quality text,
  standing text,
  sending text,
  said text,
  standing_since timestamptz,
  -- The number as people write it.
  display_number text
);

-- The templates of each business account: a copy of WhatsApp's list, always replaced as a whole.
create table message_templates (
  account_id text not null,
  name text not null,
  language text not null,
  category text not null,
  status text not null,
  quality text not null,
  -- The rest of core's Template: header, body, footer, buttons, examples.
  content json not null,
  primary key (account_id, name, language)
);

-- When the templates of a business account were read.
create table template_readings (
  account_id text primary key,
  -- The last success.
  read_at timestamptz,
  -- Why the newest attempt failed, for a person. Null: it succeeded.
  problem text
);


-- ============================================================================
-- Applications
-- ============================================================================

-- What lists and searches read of an application. Its form has a table of its own, so that long lists stay quick.
create table applications (
  id bigint primary key default nextval('ids'),
  kind text not null check (kind in ('ipp', 'lib')),
  customer_id bigint not null references customers,
  -- The conversation that it came through.
  conversation_id bigint not null references conversations,
  form_type text not null,
  form_name text not null,
  policy_type text,
  status text not null check (status in ('DRAFT', 'SUBMITTED', 'PENDING_DOCUMENTS', 'UNDER_REVIEW', 'APPROVED', 'REJECTED')),
  -- The customer as the form says, and the number that it came from, in canonical form.
  customer_name text not null,
  customer_phone text,
  customer_email text,
  customer_id_number text,
  verification_flags jsonb not null,
  -- When the form was begun, and when it was submitted.
  created_at timestamptz not null,
  submitted_at timestamptz,
  updated_at timestamptz not null,
  version int not null default 1
);
-- The list of a kind, newest first.
create index applications_newest on applications (kind, coalesce(submitted_at, created_at) desc, id desc);
-- The list of a kind and status.
create index applications_status on applications (kind, status, coalesce(submitted_at, created_at) desc, id desc);
-- A customer's applications.
create index applications_customer on applications (customer_id);
-- Applications from a number.
create index applications_phone on applications (customer_phone);
-- Applications of a conversation.
create index applications_conversation on applications (conversation_id);
-- Search by any part of name, number or id number.
create index applications_search on applications using gin (
  customer_name gin_trgm_ops, customer_phone gin_trgm_ops, customer_id_number gin_trgm_ops
);

-- The filled-in form.
create table application_forms (
  application_id bigint primary key references applications,
  form_data jsonb not null,
  -- Where each value came from, by the path of its field.
  provenance jsonb not null
);

-- An application that a customer fills in by chat, and what the bot asks next. Kept as long as the application.
create table application_drafts (
  application_id bigint primary key references applications,
  state jsonb not null,
  -- The customer was asked to fill it in. False: an agent began it.
  is_asked boolean not null default true,
  updated_at timestamptz not null,
  -- The customer is reminded once of a form that they left.
  reminded_at timestamptz
);
-- Forms to remind of.
create index application_drafts_to_remind on application_drafts (updated_at)
  where reminded_at is null and state->>'status' in ('asking', 'paused');

-- Every status that an application had, the first one from null.
create table application_status_changes (
  id bigint primary key default nextval('ids'),
  application_id bigint not null references applications,
  from_status text,
  to_status text not null,
  notes text,
  -- What was still missing when it was approved: [{code, field, sentence}]. Null: nothing.
  despite jsonb,
  -- Null: no agent did it.
  agent_id bigint references agents,
  client_change_id text,
  at timestamptz not null,
  -- The message that informed the customer, or why there was none. Neither: nothing to tell.
  told_message_id bigint references messages,
  untold text check (untold in (
    'not-wanted', 'no-conversation', 'unreachable', 'no-template', 'template-unknown', 'template-unfit')),
  constraint told_or_not check (told_message_id is null or untold is null)
);
-- An application's history.
create index application_status_changes_application on application_status_changes (application_id, at, id);
-- A repeated change.
create unique index application_status_changes_client_id on application_status_changes (agent_id, client_change_id);

-- Verification flags that an agent set or removed.
create table application_flag_changes (
  id bigint primary key default nextval('ids'),
  application_id bigint not null references applications,
  flag text not null,
  value boolean not null,
  agent_id bigint not null references agents,
  at timestamptz not null
);
-- An application's history.
create index application_flag_changes_application on application_flag_changes (application_id, at, id);

-- Notes on an application, for agents only.
create table application_notes (
  id bigint primary key default nextval('ids'),
  application_id bigint not null references applications,
  agent_id bigint not null references agents,
  content text not null,
  client_note_id text,
  at timestamptz not null
);
-- An application's notes in order.
create index application_notes_application on application_notes (application_id, at, id);
-- A repeated note.
create unique index application_notes_client_id on application_notes (agent_id, client_note_id);
-- Search by any part of the text.
create index application_notes_found on application_notes using gin (content gin_trgm_ops);

-- The documents of an application, in order.
create table application_documents (
  application_id bigint not null references applications,
  attachment_id bigint not null references attachments,
  position int not null,
  primary key (application_id, position)
);
-- The application that a file belongs to: whether an agent may open it.
create index application_documents_attachment on application_documents (attachment_id);

-- A document that an agent asked a customer for, with the message that asked and the one that brought it.
create table application_document_asks (
  id bigint primary key default nextval('ids'),
  application_id bigint not null references applications,
  document_type text not null,
  agent_id bigint not null references agents,
  message_id bigint not null references messages,
  at timestamptz not null,
  brought_by bigint references messages,
  brought_at timestamptz,
  constraint document_asks_brought check ((brought_by is null) = (brought_at is null))
);
-- An application's requests in order.
create index application_document_asks_application on application_document_asks (application_id, at, id);


-- ============================================================================
-- Ratings
-- ============================================================================

-- Each time a conversation was resolved where customers are asked for a rating, and whether this one was asked.
create table rating_asks (
  id bigint primary key default nextval('ids'),
  conversation_id bigint not null references conversations,
  -- The owner at that time.
  owner_id bigint references agents,
  -- The number of the customer's newest message by then.
  inbound_no int not null,
  due_at timestamptz not null,
  -- Why the customer was not asked. Null: not decided yet, or asked.
  not_asked text check (not_asked in
    ('undone', 'off', 'erased', 'nothing-written', 'window-closed', 'unreachable', 'opted-out', 'asked-lately')),
  asked_at timestamptz,
  -- The question and its language.
  message_id bigint references messages,
  language text check (language in ('en', 'lg', 'sw')),
  -- When the customer was asked why.
  why_at timestamptz,
  constraint rating_asks_asked check ((asked_at is null) = (message_id is null) and (asked_at is null) = (language is null)),
  constraint rating_asks_decided check (not_asked is null or asked_at is null)
);
-- Requests that are due.
create index rating_asks_due on rating_asks (due_at, id) where not_asked is null and asked_at is null;
-- A conversation's requests.
create index rating_asks_conversation on rating_asks (conversation_id, id);

-- What customers said of their conversations.
create table ratings (
  id bigint primary key default nextval('ids'),
  conversation_id bigint not null references conversations,
  -- The owner when the conversation was resolved.
  owner_id bigint references agents,
  rating int not null check (rating between 1 and 5),
  at timestamptz not null,
  -- The request that it answers. Null: Parley did not ask.
  ask_id bigint unique references rating_asks,
  -- The customer's messages with the rating and with the reason, which may be the same one.
  message_id bigint references messages,
  reason_id bigint references messages,
  -- The line in the thread.
  line_id bigint references messages
);
-- Reports: ratings in a range.
create index ratings_at on ratings (at);
-- A conversation's ratings.
create index ratings_conversation on ratings (conversation_id, at, id);


-- ============================================================================
-- Bot, routing and assist
-- ============================================================================

-- What the bot remembers of a conversation.
create table bot_states (
  conversation_id bigint primary key references conversations,
  state jsonb not null,
  updated_at timestamptz not null
);

-- Each handover from the bot to people, with what it knew.
create table bot_handovers (
  id bigint primary key default nextval('ids'),
  conversation_id bigint not null references conversations,
  reason text not null check (reason in
    ('asked', 'complaint', 'not-understood', 'no-answer', 'needs-person', 'runaway', 'rule', 'late', 'turned-off', 'failed')),
  intent text,
  state jsonb not null,
  at timestamptz not null
);
-- A conversation's newest handover: routing and the handoff summary.
create index bot_handovers_conversation on bot_handovers (conversation_id, at);

-- Messages that the bot did not understand. The words stay with the message, so erasing it erases them here.
create table unclear_texts (
  message_id bigint primary key references messages,
  -- SHA-256 of the words as the recogniser sees them: the same words have the same hash.
  words_sum text not null,
  -- The likeliest intent, which was not likely enough, and its probability.
  guess text,
  confidence double precision not null,
  at timestamptz not null,
  -- A supervisor's label: an intent, 'outside' of all, or 'aside' for nothing to learn. Null: unlabelled.
  meaning text,
  judged_at timestamptz,
  judged_by bigint references agents,
  constraint unclear_texts_judged check ((meaning is null) = (judged_at is null))
);
-- All messages with the same words.
create index unclear_texts_words on unclear_texts (words_sum);
-- The list by time.
create index unclear_texts_at on unclear_texts (at);

-- An answer of the bot: what customers get, and the draft of the next version.
create table knowledge_answers (
  id bigint primary key default nextval('ids'),
  client_id text unique,
  published jsonb,
  -- Null: no changes since it was published.
  draft jsonb,
  version int not null default 1,
  -- How often it was published.
  published_version int,
  published_at timestamptz,
  updated_at timestamptz not null,
  -- Null: no signed-in agent.
  updated_by bigint references agents,
  removed_at timestamptz
);
-- An intent has one answer.
create unique index knowledge_by_intent on knowledge_answers ((published ->> 'intent'))
  where removed_at is null and published ->> 'intent' is not null;

-- Every published version of an answer.
create table knowledge_versions (
  answer_id bigint not null references knowledge_answers,
  version int not null,
  content jsonb not null,
  by_id bigint references agents,
  at timestamptz not null,
  primary key (answer_id, version)
);

-- Rises when customers get other answers. Publishing locks the row, so one agent publishes at a time.
create table knowledge_edition (
  id int primary key default 1 check (id = 1),
  edition int not null default 0
);
insert into knowledge_edition default values;

-- When people are available. Null: nobody has set it.
create table business_hours (
  id int primary key default 1 check (id = 1),
  value jsonb,
  version int not null default 1,
  updated_at timestamptz,
  updated_by bigint references agents
);
insert into business_hours default values;

-- Whom routing offers the queue to. Null: nobody has set it.
create table routing (
  id int primary key default 1 check (id = 1),
  value jsonb,
  version int not null default 1,
  updated_at timestamptz,
  updated_by bigint references agents
);
insert into routing default values;

-- How often assist was asked on a day of the workspace, as '2026-11-24'. The row enforces the daily limit.
create table assist_days (
  day text primary key,
  calls integer not null
);

-- Each use of assist, without the question and the answer.
create table assist_uses (
  id bigint primary key default nextval('ids'),
  agent_id bigint not null references agents,
  kind text not null check (kind in ('translate', 'summarise', 'draft', 'intent')),
  -- Null: words that belong to no conversation.
  conversation_id bigint references conversations,
  at timestamptz not null,
  -- Duration and outcome. Null in both: it is running, or its process ended.
  ms integer,
  outcome text,
  constraint assist_uses_over check ((ms is null) = (outcome is null))
);
-- Usage since a time, and deleting old rows.
create index assist_uses_at on assist_uses (at);
-- Erasing a customer.
create index assist_uses_conversation on assist_uses (conversation_id) where conversation_id is not null;


-- ============================================================================
-- Notes, reminders, views and canned replies
-- ============================================================================

-- Notes that agents write to each other in a thread. No code that sends to customers reads these tables.
create table conversation_notes (
  id bigint primary key default nextval('ids'),
  conversation_id bigint not null references conversations,
  agent_id bigint not null references agents,
  client_note_id text,
  -- Empty: deleted, erased, or past its retention.
  text text not null,
  at timestamptz not null,
  edited_at timestamptz,
  -- The row stays, so that consoles which cached the note learn that it is gone.
  deleted_at timestamptz,
  unique (agent_id, client_note_id)
);
-- The notes of a thread in order.
create index conversation_notes_thread on conversation_notes (conversation_id, at, id);
-- Retention: old notes.
create index conversation_notes_kept on conversation_notes (at) where deleted_at is null;
-- Search by any part of the text.
create index conversation_notes_found on conversation_notes using gin (text gin_trgm_ops);

-- The agents that a note mentions.
create table note_mentions (
  note_id bigint not null references conversation_notes on delete cascade,
  agent_id bigint not null references agents,
  at timestamptz not null,
  -- The agent opened the conversation or replied there, or the note is gone.
  seen_at timestamptz,
  primary key (note_id, agent_id)
);
-- An agent's unseen mentions.
create index note_mentions_unseen on note_mentions (agent_id, note_id) where seen_at is null;

-- Reactions of agents to a note.
create table note_reactions (
  note_id bigint not null references conversation_notes on delete cascade,
  agent_id bigint not null references agents,
  emoji text not null,
  at timestamptz not null,
  primary key (note_id, agent_id, emoji)
);

-- A reminder that an agent set at a message. No code that sends to customers reads it.
create table reminders (
  id bigint primary key default nextval('ids'),
  conversation_id bigint not null references conversations,
  message_id bigint not null references messages,
  agent_id bigint not null references agents,
  -- Empty: no words, erased, or past its retention.
  text text not null,
  due_at timestamptz not null,
  set_at timestamptz not null,
  -- When the agent was notified. A new time resets it.
  told_at timestamptz,
  -- The row stays, so that consoles which cached the reminder learn that it is done.
  done_at timestamptz,
  done_by bigint references agents
);
-- An agent has one open reminder at a message.
create unique index reminders_open on reminders (message_id, agent_id) where done_at is null;
-- An agent's open reminders by time.
create index reminders_of on reminders (agent_id, due_at, id) where done_at is null;
-- A conversation's reminders.
create index reminders_conversation on reminders (conversation_id, due_at, id);
-- Reminders to notify of.
create index reminders_due on reminders (due_at, id) where told_at is null and done_at is null;
-- Retention: old reminders that are open or have words.
create index reminders_kept on reminders (due_at, id) where done_at is null or text <> '';

-- Named filters of the list of conversations.
create table saved_views (
  id bigint primary key default nextval('ids'),
  -- Null: shared by all.
  owner_id bigint references agents,
  name text not null,
  -- Parameters of the list's call: status, search, assignee_id, has_open_issues.
  filter jsonb not null
);
-- A name is unique among an agent's own views, and among the shared ones.
create unique index saved_views_name on saved_views (coalesce(owner_id, 0), lower(name));

-- Texts that agents send often.
create table canned_replies (
  id bigint primary key default nextval('ids'),
  client_id text,
  -- Null: shared by all.
  owner_id bigint references agents,
  shortcut text not null,
  title text not null,
  body text not null,
  language text check (language in ('en', 'lg', 'sw')),
  version int not null default 1,
  created_at timestamptz not null,
  -- Null: no signed-in agent.
  created_by bigint references agents,
  updated_at timestamptz not null,
  updated_by bigint references agents,
  unique (created_by, client_id)
);
-- A shortcut is unique among an agent's own replies, and among the shared ones.
create unique index canned_replies_shortcut on canned_replies (coalesce(owner_id, 0), shortcut);

-- The files of a canned reply, in order. An agent who chooses one gets a row of attachments of their own with the same bytes,
-- so that what is sent does not depend on the reply.
create table canned_reply_files (
  reply_id bigint not null references canned_replies,
  attachment_id bigint not null references attachments,
  position int not null,
  primary key (reply_id, position)
);
-- A file belongs to one canned reply.
create unique index canned_reply_files_attachment on canned_reply_files (attachment_id);

-- How many messages were sent from a canned reply, by the conversation's intent then. '': no intent.
create table canned_reply_uses (
  reply_id bigint not null references canned_replies on delete cascade,
  intent text not null,
  uses int not null,
  primary key (reply_id, intent)
);


-- ============================================================================
-- Notifications
-- ============================================================================

-- What an agent is notified of.
create table notifications (
  id bigint primary key default nextval('ids'),
  agent_id bigint not null references agents,
  -- What it is about. The end of an offer, reading the messages and the like dismiss it; others end with nothing.
  cause text not null check (cause in (
    'offer', 'message', 'outcome', 'agent', 'ticket', 'status', 'lockout', 'account', 'snooze', 'mention', 'reminder')),
  type text not null,
  title text not null,
  message text not null,
  -- Where it leads.
  conversation_id bigint references conversations,
  ticket_id bigint references tickets,
  note_id bigint references conversation_notes on delete cascade,
  reminder_id bigint references reminders on delete cascade,
  importance text not null default 'medium' check (importance in ('high', 'medium', 'low')),
  auto_close boolean not null default true,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  read_at timestamptz,
  dismissed_at timestamptz,
  constraint notifications_ticket_check check ((cause = 'ticket') = (ticket_id is not null)),
  constraint notifications_note_check
    check ((cause = 'mention') = (note_id is not null) and (note_id is null or conversation_id is not null)),
  constraint notifications_reminder_check
    check ((cause = 'reminder') = (reminder_id is not null) and (reminder_id is null or conversation_id is not null))
);
-- An agent's open notifications, newest first.
create index notifications_open on notifications (agent_id, updated_at desc, id desc) where dismissed_at is null;
-- The open notifications of a conversation, to dismiss.
create index notifications_conversation on notifications (conversation_id) where dismissed_at is null;
-- Deleting a note or a reminder.
create index notifications_note on notifications (note_id) where note_id is not null;
create index notifications_reminder_of on notifications (reminder_id) where reminder_id is not null;
-- Deleting old notifications.
create index notifications_dismissed on notifications (dismissed_at) where dismissed_at is not null;
-- An agent has one open notification of each cause about the same thing; it says the newest.
create unique index notifications_message on notifications (agent_id, conversation_id)
  where cause = 'message' and dismissed_at is null;
create unique index notifications_status on notifications (agent_id, conversation_id)
  where cause = 'status' and dismissed_at is null;
create unique index notifications_open_snooze on notifications (agent_id, conversation_id)
  where cause = 'snooze' and dismissed_at is null;
create unique index notifications_ticket on notifications (agent_id, ticket_id)
  where cause = 'ticket' and dismissed_at is null;
create unique index notifications_mention on notifications (agent_id, note_id)
  where cause = 'mention' and dismissed_at is null;
create unique index notifications_reminder on notifications (agent_id, reminder_id)
  where cause = 'reminder' and dismissed_at is null;
create unique index notifications_lockout on notifications (agent_id)
  where cause = 'lockout' and dismissed_at is null;


-- ============================================================================
-- Search: docs/decisions/0022-words-of-messages.md
-- ============================================================================

-- The words of each message. A job follows the event log, so storing a message costs nothing for search.
create table message_words (
  message_id bigint primary key,
  at timestamptz not null,
  words tsvector not null
);
-- Frequent words: messages from the newest on.
create index message_words_newest on message_words (at desc, message_id desc);
-- Rare words.
create index message_words_found on message_words using gin (words);

-- Every word in message_words, with the number of messages that have it. A word without messages is deleted, so that nothing
-- of an erased customer stays.
create table search_words (
  word text collate "C" primary key,
  messages bigint not null
) with (fillfactor = 80);
-- Words that contain a part.
create index search_words_parts on search_words using gin (word gin_trgm_ops);

-- How far the event log was followed, and which older messages are still to come: those with lower ids than `older_than`.
-- The server adds the row at its first start. Writing either table above locks it.
create table search_state (
  one boolean primary key default true check (one),
  seq bigint not null,
  older_than bigint not null
);


-- ============================================================================
-- Event log: docs/decisions/0002-one-ordered-log.md
-- ============================================================================

-- The event sequence. Its row is the last lock of every writing transaction, so that number order is commit order.
create table live_clock (
  one boolean primary key default true check (one),
  seq bigint not null,
  -- The id of the log. A new one makes consoles fetch everything again.
  log text not null,
  -- The database that the log was written in. A restored dump finds another place, and takes a new id.
  place text
);
insert into live_clock (seq, log) values (0, gen_random_uuid()::text);

-- The numbered events: which resource changed. Consoles read the state itself.
create table live_log (
  seq bigint primary key,
  noun text not null,
  entity_id bigint not null,
  kind text not null,
  -- The only agent who may see it. Null: everybody.
  agent_id bigint,
  at timestamptz not null
);
-- Deleting old events.
create index live_log_at on live_log (at);


-- ============================================================================
-- Reports: docs/decisions/0009-daily-roll-ups.md
--
-- Daily aggregates of messages and tickets, so that a long range is a few rows. A day is its number since 1970-01-01 in the
-- workspace's time zone.
-- ============================================================================

-- How far the aggregates have come. Writing them locks this row.
create table report_state (
  one boolean primary key default true check (one),
  -- The event log that was followed, and how far. '': none yet.
  log text not null,
  seq bigint not null,
  time_zone text not null,
  -- Every day up to this one is aggregated.
  through int not null
);
insert into report_state (log, seq, time_zone, through) values ('', 0, '', 0);

-- Who wrote in a conversation on a day: 1 the customer, 2 the bot, 4 an agent.
create table report_units (
  conversation_id bigint not null,
  day int not null,
  writer int not null check (writer in (1, 2, 4)),
  -- 0: the customer or the bot.
  agent_id bigint not null,
  customer_id bigint not null,
  messages int not null,
  response_count int not null,
  response_seconds bigint not null,
  primary key (conversation_id, day, writer, agent_id)
);
-- A customer's days, for returning visitors.
create index report_units_customer on report_units (customer_id, day, writer);
-- All units of a day.
create index report_units_day on report_units (day);

-- The units of a day, added up.
create table report_days (
  day int not null,
  writer int not null,
  agent_id bigint not null,
  messages bigint not null,
  response_count bigint not null,
  response_seconds bigint not null,
  primary key (day, writer, agent_id)
);

-- How many were active on a day and before that last on `previous` (-1000000: never). A range counts each once: on the days
-- whose previous day lies before the range. Series 1 to 7: customers for whom a writer of that sum wrote. Series 8:
-- conversations. Series 9: conversations in which the agent wrote.
create table report_returns (
  series int not null,
  agent_id bigint not null,
  day int not null,
  previous int not null,
  n int not null,
  primary key (series, agent_id, day, previous)
);
-- A long range: the few rows whose previous day lies before it.
create index report_returns_previous on report_returns (series, previous, day);

-- Every ticket, of today too.
create table report_tickets (
  ticket_id bigint primary key,
  conversation_id bigint not null,
  raised_day int not null,
  is_done boolean not null,
  -- Null while the ticket is not done.
  resolved_day int,
  resolution_ms bigint,
  first_contact boolean
);
-- Tickets that were raised in a range.
create index report_tickets_raised on report_tickets (raised_day);
-- Tickets that were resolved in a range.
create index report_tickets_resolved on report_tickets (resolved_day);
-- Tickets of a conversation that changed.
create index report_tickets_conversation on report_tickets (conversation_id);

-- The agents who ever wrote in a ticket's conversation: their last day up to the day it was raised, and their first from it.
create table report_ticket_agents (
  ticket_id bigint not null,
  agent_id bigint not null,
  conversation_id bigint not null,
  raised_day int not null,
  is_done boolean not null,
  before_day int,
  after_day int,
  primary key (ticket_id, agent_id)
);
-- Rows of a conversation that changed.
create index report_ticket_agents_conversation on report_ticket_agents (conversation_id);
-- A short range, without reading the table.
create index report_ticket_agents_raised on report_ticket_agents (raised_day)
  include (agent_id, is_done, before_day, after_day);
-- A long range counts report_ticket_days less the agents who wrote only outside of it: only before, only after, or both.
create index report_ticket_agents_before on report_ticket_agents (before_day) include (raised_day, agent_id, is_done)
  where after_day is null;
create index report_ticket_agents_after on report_ticket_agents (after_day) include (raised_day, agent_id, is_done)
  where before_day is null;
create index report_ticket_agents_around on report_ticket_agents (before_day, after_day) include (raised_day, agent_id, is_done)
  where before_day is not null and after_day is not null;

-- The rows of report_ticket_agents, added up.
create table report_ticket_days (
  agent_id bigint not null,
  raised_day int not null,
  raised int not null,
  done int not null,
  primary key (agent_id, raised_day)
);


-- ============================================================================
-- Settings, audit and retention
-- ============================================================================

-- The workspace's settings. What `value` does not have is at its default.
create table settings (
  id int primary key default 1 check (id = 1),
  value jsonb not null default '{}',
  version int not null default 1
);
insert into settings default values;

-- The audit log: what was done, and by whom.
create table audit (
  id bigint primary key default nextval('ids'),
  at timestamptz not null,
  action text not null,
  -- Null: no signed-in agent.
  agent_id bigint references agents,
  -- Null: at the server itself.
  address text,
  -- The resource.
  noun text not null,
  object_id bigint,
  before jsonb,
  after jsonb
);
-- The list, newest first.
create index audit_newest on audit (at desc, id desc);
-- The list of one agent.
create index audit_agent on audit (agent_id, at desc, id desc);
-- The list of one object.
create index audit_object on audit (object_id, at desc, id desc);

-- Protects the audit log from every statement. Retention may delete old entries. Erasure may remove the values that an
-- erased customer could be known by.
create function audit_is_kept() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and current_setting('parley.retention', true) = 'on' then return old; end if;
  if tg_op = 'UPDATE' and current_setting('parley.erasure', true) = 'on' and new.before is null and new.after is null
    and (new.id, new.at, new.action, new.agent_id, new.address, new.noun, new.object_id)
      is not distinct from (old.id, old.at, old.action, old.agent_id, old.address, old.noun, old.object_id)
  then return new; end if;
  raise exception 'Entries of the audit log are neither changed nor deleted';
end $$;
create trigger audit_is_kept before update or delete on audit for each row execute function audit_is_kept();
create trigger audit_is_not_emptied before truncate on audit for each statement execute function audit_is_kept();

-- How far retention has come, so that several servers do the work once a night.
create table retention_state (
  one boolean primary key default true check (one),
  -- Words and files of messages up to this time are deleted.
  messages_through timestamptz not null default '-infinity',
  -- The day of the last run, as days since 1970-01-01.
  ran_on int not null default 0
);
insert into retention_state default values;

-- A row here: a demo filled this database. Its passwords are public, so production refuses it.
create table demo_marks (made_at timestamptz not null);
