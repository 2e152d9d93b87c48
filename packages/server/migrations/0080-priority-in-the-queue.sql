-- The priority of a conversation's most urgent open ticket: what its place among those who wait goes by. Null: no open ticket.
alter table conversations add column ticket_priority text;

create function most_urgent_ticket(conversation bigint) returns text language sql stable as $$
  select priority from tickets where conversation_id = conversation and status not in ('RESOLVED', 'CLOSED')
  order by case priority when 'URGENT' then 3 when 'HIGH' then 2 when 'MEDIUM' then 1 else 0 end desc limit 1
$$;

-- Who writes a ticket holds its conversation's lock, so that two writers cannot both miss the other's ticket.
create function keep_ticket_priority() returns trigger language plpgsql as $$
begin
  update conversations set ticket_priority = most_urgent_ticket(new.conversation_id)
  where id = new.conversation_id and ticket_priority is distinct from most_urgent_ticket(new.conversation_id);
  return null;
end $$;

create trigger keep_ticket_priority after insert or update of status, priority on tickets
  for each row execute function keep_ticket_priority();

update conversations set ticket_priority = most_urgent_ticket(id)
where id in (select conversation_id from tickets where status not in ('RESOLVED', 'CLOSED'));

-- Who waits in each class of urgency, the longest first. The expression stands word for word in src/conversations/queue.ts.
create index conversations_waiting_urgency on conversations
  ((case ticket_priority when 'URGENT' then 2 when 'HIGH' then 1 else 0 end), human_wait_started_at, id)
  where human_wait_started_at is not null and status not in ('RESOLVED', 'ARCHIVED');
