-- What agents write for each other in a conversation's thread. Nothing that sends to a customer reads these tables.
create table conversation_notes (
  id bigint primary key default nextval('ids'),
  conversation_id bigint not null references conversations (id),
  agent_id bigint not null references agents (id),
  -- The console's own id of the click that made it; the same again makes no second one.
  client_note_id text,
  -- Empty once it is deleted, erased or past its time.
  text text not null,
  at timestamptz not null,
  edited_at timestamptz,
  -- The row stays, so that whoever holds the note hears that it is gone.
  deleted_at timestamptz,
  unique (agent_id, client_note_id)
);
create index conversation_notes_thread on conversation_notes (conversation_id, at, id);
-- What is past its time is looked for at night.
create index conversation_notes_kept on conversation_notes (at) where deleted_at is null;
-- Any part of their words, as src/search asks.
create index conversation_notes_found on conversation_notes using gin (text gin_trgm_ops);

-- Whom a note mentions.
create table note_mentions (
  note_id bigint not null references conversation_notes (id) on delete cascade,
  agent_id bigint not null references agents (id),
  primary key (note_id, agent_id)
);

-- Colleagues' signs on a note, each once for each of them.
create table note_reactions (
  note_id bigint not null references conversation_notes (id) on delete cascade,
  agent_id bigint not null references agents (id),
  emoji text not null,
  at timestamptz not null,
  primary key (note_id, agent_id, emoji)
);

-- A notice of a mention leads to its note, within the conversation.
alter table notifications drop constraint notifications_cause_check;
alter table notifications add column note_id bigint references conversation_notes (id) on delete cascade;
alter table notifications add constraint notifications_cause_check
  check (cause in ('offer', 'message', 'outcome', 'agent', 'ticket', 'status', 'lockout', 'account', 'snooze', 'mention'));
alter table notifications add constraint notifications_note_check
  check ((cause = 'mention') = (note_id is not null) and (note_id is null or conversation_id is not null));
-- An agent has one open notice of a note.
create unique index notifications_mention on notifications (agent_id, note_id)
  where cause = 'mention' and dismissed_at is null;
create index notifications_note on notifications (note_id) where note_id is not null;
