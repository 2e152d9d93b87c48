-- concurrently
-- The head of each conversation's queue, without its thread.
create index concurrently messages_waiting on messages (conversation_id, at, id) where status = 'queued';
-- Raw webhooks are forgotten by when they were done.
create index concurrently webhook_events_done on webhook_events (done_at) where done_at is not null;
