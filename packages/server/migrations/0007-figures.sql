-- The figures of today, and the rows behind any figure, are read from the messages by their time.
create index messages_at on messages (at, id);
create index tickets_created on tickets (created_at);

-- What customers said of their conversations when they were asked.
create table ratings (
  id bigint primary key default nextval('ids'),
  conversation_id bigint not null references conversations,
  -- Who had the conversation when it was resolved; null where nobody had.
  owner_id bigint references agents,
  rating int not null check (rating between 1 and 5),
  at timestamptz not null
);
create index ratings_at on ratings (at);
