-- What is put off until a time, and who can soon not be answered any more.
alter table conversations
  -- In less than four hours only templates go: kept by a loop, since no write happens when it begins to be so.
  add column closing_soon boolean not null default false,
  add column snoozed_until timestamptz,
  add column snoozed_by bigint references agents,
  add column snooze_reason text;

create index conversations_closing on conversations (customer_wrote_at, id) where closing_soon;
create index conversations_snoozed on conversations (snoozed_until, id) where snoozed_until is not null;

alter table notifications drop constraint notifications_cause_check;
alter table notifications add constraint notifications_cause_check
  check (cause in ('offer', 'message', 'outcome', 'agent', 'ticket', 'status', 'lockout', 'account', 'snooze'));
create unique index notifications_open_snooze on notifications (agent_id, conversation_id)
  where cause = 'snooze' and dismissed_at is null;
