-- Who waits for a person now, oldest first. Its condition stands word for word in src/reports/waits.ts.
create index conversations_waiting on conversations (human_wait_started_at, assignee_id)
  where human_wait_started_at is not null and status not in ('RESOLVED', 'ARCHIVED');
