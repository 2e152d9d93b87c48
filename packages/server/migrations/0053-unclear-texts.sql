-- Customers' messages that the bot did not understand. The words stay with the message: what is erased there is gone here.
create table unclear_texts (
  message_id bigint primary key references messages,
  -- SHA-256 of the words as the recogniser sees them: the same words have the same.
  words_sum text not null,
  -- The likeliest intent, which was not likely enough, and how likely.
  guess text,
  confidence double precision not null,
  at timestamptz not null,
  -- What a supervisor said that it means: an intent, 'outside' of all, or 'aside' for nothing to learn from. Null: not said yet.
  meaning text,
  judged_at timestamptz,
  judged_by bigint references agents (id),
  constraint unclear_texts_judged check ((meaning is null) = (judged_at is null))
);
create index unclear_texts_words on unclear_texts (words_sum);
create index unclear_texts_at on unclear_texts (at);
