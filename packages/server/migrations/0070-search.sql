-- What messages are found by. Filled behind the log, a moment after they came, so that taking one in pays nothing for it.
create table message_words (
  message_id bigint primary key,
  at timestamptz not null,
  words tsvector not null
);
-- From the newest on, for words that are everywhere.
create index message_words_newest on message_words (at desc, message_id desc);
create index message_words_found on message_words using gin (words);

-- Every word of theirs, with how many messages have it: what a part of a word stands for, and whether it is rare. One that
-- no message has any more goes, so that nothing of an erased customer stays here.
create table search_words (
  word text collate "C" primary key,
  messages bigint not null
) with (fillfactor = 80);
create index search_words_parts on search_words using gin (word gin_trgm_ops);

-- How far the log was followed, and which messages from before that are still to come: those with lower ids than this.
-- Its one row is made once the server has started; it is also the lock of whoever writes either table above.
create table search_state (
  one boolean primary key default true check (one),
  seq bigint not null,
  older_than bigint not null
);

-- Any part of what agents wrote. Of these there are few and they seldom change, so they are indexed as they are written;
-- the expressions stand word for word in src/search.
create index tickets_found on tickets using gin ((ticket_number || ' ' || title || ' ' || description) gin_trgm_ops);
create index ticket_notes_found on ticket_notes using gin (text gin_trgm_ops);
create index application_notes_found on application_notes using gin (content gin_trgm_ops);
create index issues_found on issues using gin ((title || ' ' || description) gin_trgm_ops);
create index customers_number_found on customers using gin (customer_number gin_trgm_ops);
