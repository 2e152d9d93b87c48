-- concurrently
-- What waits for a person and nobody has, the longest first.
create index concurrently conversations_waiting on conversations (human_wait_started_at, id)
  where assignee_id is null and not with_bot and status = 'ACTIVE' and human_wait_started_at is not null;
