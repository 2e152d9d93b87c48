-- Whether a bot answers first at this number or bridge.
alter table business_numbers add column bot_on boolean not null default false;

alter table conversations
  -- The bot answers, and no person has it or waits for it.
  add column with_bot boolean not null default false,
  -- The first message of the customer that the bot has not heard; null: there is none.
  add column bot_from bigint,
  -- Rises whenever a person takes the conversation or the bot is given it.
  add column owner_generation int not null default 0,
  add constraint conversations_bot_hears check (with_bot or bot_from is null),
  add constraint conversations_bot_has check (not with_bot or assignee_id is null);
create index conversations_bot_due on conversations (bot_from) where bot_from is not null;

-- Of a message of the bot: the conversation's generation that it was said under. Under another one it does not leave.
alter table messages add column owner_generation int;

-- What the bot remembers of a conversation.
create table bot_states (
  conversation_id bigint primary key references conversations,
  state jsonb not null,
  updated_at timestamptz not null
);

-- Each time that the bot gave a conversation to people, with what it knew then.
create table bot_handovers (
  id bigint primary key default nextval('ids'),
  conversation_id bigint not null references conversations,
  reason text not null check (reason in
    ('asked', 'complaint', 'not-understood', 'no-answer', 'needs-person', 'runaway', 'late', 'turned-off')),
  intent text,
  state jsonb not null,
  at timestamptz not null
);
create index bot_handovers_conversation on bot_handovers (conversation_id, at);
