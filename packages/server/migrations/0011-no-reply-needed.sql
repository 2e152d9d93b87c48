-- Customers who only thank or agree, and waits that an agent ended without a reply.

-- The wait whose messages only close the conversation, by its start, and the least confidence of the recogniser. It counts while
-- human_wait_started_at has the same value: a wait that starts anew, or has its earlier start again, is not closed by them.
alter table conversations add column acknowledged_wait timestamptz;
alter table conversations add column acknowledged_confidence real;

-- The wait that an agent ended without a reply, by its start, with its agent, its time, and the last message of that moment. It
-- counts while no wait runs and no other message is the last one.
alter table conversations add column no_reply_wait timestamptz;
alter table conversations add column no_reply_by bigint references agents;
alter table conversations add column no_reply_at timestamptz;
alter table conversations add column no_reply_message_id bigint;

-- The class of a waiting conversation, by its place in core's queueClasses.
drop index conversations_waiting_class;
alter table conversations drop column queue_class;
alter table conversations add column queue_class int not null generated always as (case
  when number_gone or reply_failed or (unreachable is not null and coalesce(customer_wrote_at <= unreachable_at, true)) then 5
  when human_wait_started_at = acknowledged_wait then 4
  when closing_within_hour and customer_wrote_at is not null
    and coalesce(window_refused_at <= customer_wrote_at, true) then 0
  when ticket_priority = 'URGENT' then 1
  when ticket_priority = 'HIGH' then 2
  else 3 end) stored;
-- The queue: customers who wait. The condition is the same in src/conversations/queue.ts.
create index conversations_waiting_class on conversations (queue_class, human_wait_started_at, id)
  where human_wait_started_at is not null and status not in ('RESOLVED', 'ARCHIVED');
