-- The queue: windows that close within an hour, then tickets' priorities, then waits; last, what cannot be delivered.

-- The window closes in less than an hour. Kept like closing_soon.
alter table conversations add column closing_within_hour boolean not null default false;

-- The newest message of an agent failed, or may have failed. Kept by the triggers below.
alter table conversations add column reply_failed boolean not null default false;

create function is_failed_reply(message bigint) returns boolean language sql stable as $$
  select coalesce((
    select status in ('failed', 'unknown') and revoked_at is null from messages where id = message), false)
$$;

update conversations set reply_failed = true where last_reply_id is not null and is_failed_reply(last_reply_id);

create function take_failed_reply() returns trigger language plpgsql as $$
begin
  new.reply_failed := is_failed_reply(new.last_reply_id);
  return new;
end $$;
create trigger take_failed_reply before update of last_reply_id on conversations
  for each row when (new.last_reply_id is distinct from old.last_reply_id) execute function take_failed_reply();

-- Whoever changes the state of an agent's message holds its conversation's lock.
create function keep_failed_reply() returns trigger language plpgsql as $$
begin
  update conversations set reply_failed = not reply_failed
  where id = new.conversation_id and last_reply_id = new.id and reply_failed is distinct from is_failed_reply(new.id);
  return null;
end $$;
create trigger keep_failed_reply after update of status, revoked_at on messages
  for each row when (new.source = 'AGENT' and (
    old.status in ('failed', 'unknown') or new.status in ('failed', 'unknown') or old.revoked_at is distinct from new.revoked_at))
  execute function keep_failed_reply();

-- The class of a waiting conversation, by its place in core's queueClasses.
alter table conversations add column queue_class int not null generated always as (case
  when number_gone or reply_failed or (unreachable is not null and coalesce(customer_wrote_at <= unreachable_at, true)) then 4
  when closing_within_hour and customer_wrote_at is not null
    and coalesce(window_refused_at <= customer_wrote_at, true) then 0
  when ticket_priority = 'URGENT' then 1
  when ticket_priority = 'HIGH' then 2
  else 3 end) stored;

drop index conversations_waiting_urgency;
-- The queue: customers who wait. The condition is the same in src/conversations/queue.ts.
create index conversations_waiting_class on conversations (queue_class, human_wait_started_at, id)
  where human_wait_started_at is not null and status not in ('RESOLVED', 'ARCHIVED');
-- The view of failed replies.
create index conversations_reply_failed on conversations (last_activity desc, id desc) where reply_failed;
