-- Who is offered what waits in the queue, in one row. Null: as it is until somebody decides.
create table routing (
  id int primary key default 1 check (id = 1),
  value jsonb,
  version int not null default 1,
  updated_at timestamptz,
  updated_by bigint references agents (id)
);
insert into routing default values;

-- Null: nobody offered it, it waited in the queue.
alter table assignments alter column by_id drop not null;
-- Who let offers lapse lately, and of which conversations.
create index assignments_unanswered on assignments (ended_at) where state in ('rejected', 'expired');

alter table owner_changes
  drop constraint owner_changes_hand_back,
  add constraint owner_changes_hand_back check ((to_id is null) = (assignment_id is null));

alter table bot_handovers
  drop constraint bot_handovers_reason_check,
  add constraint bot_handovers_reason_check check (reason in
    ('asked', 'complaint', 'not-understood', 'no-answer', 'needs-person', 'runaway', 'rule', 'late', 'turned-off'));
