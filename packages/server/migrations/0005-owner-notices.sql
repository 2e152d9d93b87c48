-- What a colleague does with an owner's ticket or conversation: one open notice for each, which says the newest.
alter table notifications drop constraint notifications_cause_check;
alter table notifications add constraint notifications_cause_check
  check (cause in ('offer', 'message', 'ticket', 'status', 'outcome', 'agent'));
alter table notifications add constraint notifications_ticket_check check ((cause = 'ticket') = (ticket_id is not null));
create unique index notifications_ticket on notifications (agent_id, ticket_id)
  where cause = 'ticket' and dismissed_at is null;
create unique index notifications_status on notifications (agent_id, conversation_id)
  where cause = 'status' and dismissed_at is null;
