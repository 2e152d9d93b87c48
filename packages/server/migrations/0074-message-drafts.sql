-- What an agent has begun to say in a conversation and not sent. A row whose words were sent or emptied stays for a day
-- without them: whatever is late of it is known by its version, and by its page's step, and brings nothing back.
create table message_drafts (
  agent_id bigint not null references agents (id),
  conversation_id bigint not null references conversations (id),
  text text not null,
  -- The message that it answers; null: none.
  quoted_id bigint references messages (id) on delete set null,
  -- Of the sequence of all ids, so that none is ever used again, also after the row is gone.
  version bigint not null,
  -- The page that wrote it last, and which of its steps that was.
  page_id text not null,
  write_no bigint not null,
  updated_at timestamptz not null,
  primary key (agent_id, conversation_id)
);
-- For a customer who is erased.
create index message_drafts_conversation on message_drafts (conversation_id);
-- For what is past its time, and for those without words.
create index message_drafts_updated on message_drafts (updated_at);
-- For a message that goes.
create index message_drafts_quoted on message_drafts (quoted_id) where quoted_id is not null;
