-- What agents promised at a message: they are told of it when its time has come. Nothing that sends to a customer reads this.
create table reminders (
  id bigint primary key default nextval('ids'),
  conversation_id bigint not null references conversations (id),
  message_id bigint not null references messages (id),
  agent_id bigint not null references agents (id),
  -- Empty once it is erased or past its time, too.
  text text not null,
  due_at timestamptz not null,
  set_at timestamptz not null,
  -- Since when it is told of; null: not yet. A later time makes it null again.
  told_at timestamptz,
  -- The row stays, so that whoever holds the reminder hears that it is done.
  done_at timestamptz,
  done_by bigint references agents (id)
);
-- An agent has one open reminder at a message.
create unique index reminders_open on reminders (message_id, agent_id) where done_at is null;
create index reminders_conversation on reminders (conversation_id, due_at, id);
create index reminders_due on reminders (due_at, id) where told_at is null and done_at is null;
-- What is past its time is looked for at night.
create index reminders_kept on reminders (due_at, id) where done_at is null or text <> '';

-- A notice of a reminder leads to its message.
alter table notifications drop constraint notifications_cause_check;
alter table notifications add column reminder_id bigint references reminders (id) on delete cascade;
alter table notifications add constraint notifications_cause_check
  check (cause in ('offer', 'message', 'outcome', 'agent', 'ticket', 'status', 'lockout', 'account', 'snooze', 'mention', 'reminder'));
alter table notifications add constraint notifications_reminder_check
  check ((cause = 'reminder') = (reminder_id is not null) and (reminder_id is null or conversation_id is not null));
-- An agent has one open notice of a reminder.
create unique index notifications_reminder on notifications (agent_id, reminder_id)
  where cause = 'reminder' and dismissed_at is null;
create index notifications_reminder_of on notifications (reminder_id) where reminder_id is not null;
