-- Each time that a conversation was resolved where customers are asked for a rating, and whether this one was.
create table rating_asks (
  id bigint primary key default nextval('ids'),
  conversation_id bigint not null references conversations,
  -- Who had the conversation when it was resolved; null where nobody had.
  owner_id bigint references agents,
  -- How many messages of the customer had come by then.
  inbound_no int not null,
  due_at timestamptz not null,
  -- Why they were not asked; null: not decided yet, or asked.
  not_asked text check (not_asked in
    ('undone', 'off', 'erased', 'nothing-written', 'window-closed', 'unreachable', 'opted-out', 'asked-lately')),
  asked_at timestamptz,
  -- The question, and the language that it is in.
  message_id bigint references messages,
  language text check (language in ('en', 'lg', 'sw')),
  -- When the customer was asked why.
  why_at timestamptz,
  constraint rating_asks_asked check ((asked_at is null) = (message_id is null) and (asked_at is null) = (language is null)),
  constraint rating_asks_decided check (not_asked is null or asked_at is null)
);
create index rating_asks_due on rating_asks (due_at, id) where not_asked is null and asked_at is null;
create index rating_asks_conversation on rating_asks (conversation_id, id);

alter table ratings
  -- What it answers; null: it was not asked for by Parley.
  add column ask_id bigint unique references rating_asks,
  -- The customer's message that says it.
  add column message_id bigint references messages,
  -- The customer's message that says why, whose words are nowhere else but in the line. It may be the same.
  add column reason_id bigint references messages,
  -- The line in the thread.
  add column line_id bigint references messages;
create index ratings_conversation on ratings (conversation_id, at, id);

alter table conversations
  -- The newest question for a rating in it; null: there never was one, and no message is looked at for an answer.
  add column rating_ask_id bigint,
  -- The newest rating of it.
  add column rated int check (rated between 1 and 5);
update conversations c set rated = (
  select r.rating from ratings r where r.conversation_id = c.id order by r.at desc, r.id desc limit 1)
where exists (select 1 from ratings r where r.conversation_id = c.id);
