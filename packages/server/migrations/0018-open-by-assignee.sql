-- concurrently

-- An agent's conversations that are not over: the workload, and what goes back to the queue.
create index concurrently conversations_open_assignee on conversations (assignee_id, status)
  where status not in ('RESOLVED', 'ARCHIVED');
drop index concurrently if exists conversations_workload;

-- Notices are forgotten by when they were dismissed.
create index concurrently notifications_dismissed on notifications (dismissed_at) where dismissed_at is not null;
