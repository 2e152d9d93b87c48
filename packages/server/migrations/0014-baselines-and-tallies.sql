-- Agents carry a baseline instead of a mark for each conversation, and what lists and unread counts count is kept in
-- tallies; docs/decisions/0011-baselines-and-tallies.md.

alter table agents
  -- All that had come in when the agent was added counts as seen: whatever was last written into below this number. 0: nothing.
  add column baseline int not null default 0,
  -- How many countable messages there were then.
  add column baseline_messages bigint not null default 0;
create index agents_baseline on agents (baseline);

-- The newest agent's baseline when the first and when the last countable message came; without such messages they say nothing.
alter table conversations
  add column first_baseline int not null default 0,
  add column last_baseline int not null default 0;

-- The inbound number that a conversation had when the first message above a baseline came.
create table baseline_marks (
  conversation_id bigint not null references conversations,
  baseline int not null,
  seen_no int not null,
  primary key (conversation_id, baseline)
);

-- Rows of differences: a count is the sum of its rows. They are folded into few from time to time, so nobody waits for a row.
create table status_tallies (
  status text not null,
  -- 0 for nobody.
  assignee_id bigint not null,
  conversations bigint not null
);
-- Conversations with countable messages by the newest baseline at the last one, and the messages.
create table inbound_tallies (
  baseline int not null,
  conversations bigint not null,
  messages bigint not null
);
-- What an agent has seen above its baseline: messages, and conversations whose every message is seen.
create table mark_tallies (
  agent_id bigint not null,
  messages bigint not null,
  conversations bigint not null
);

insert into status_tallies (status, assignee_id, conversations)
  select status, coalesce(assignee_id, 0), count(*) from conversations group by 1, 2;
insert into inbound_tallies (baseline, conversations, messages)
  select 0, count(*), coalesce(sum(inbound_no), 0) from conversations where inbound_no > 0;
insert into mark_tallies (agent_id, messages, conversations)
  select k.agent_id, sum(k.seen_no), count(*) filter (where k.seen_no = c.inbound_no)
  from marks k join conversations c on c.id = k.conversation_id group by 1;

-- For the next file. It comes with PostgreSQL's own additions, and the owner of a database may make it.
create extension if not exists pg_trgm;

-- How far an agent without a mark has seen a conversation.
create function baseline_no(conversation bigint, first_baseline int, last_baseline int, inbound_no int, baseline int)
returns int language plpgsql stable as $$
begin
  if baseline > last_baseline then return inbound_no; end if;
  if baseline <= first_baseline then return 0; end if;
  return (
    select m.seen_no from baseline_marks m
    where m.conversation_id = conversation and m.baseline >= baseline_no.baseline
    order by m.baseline limit 1
  );
end $$;

-- Adding an agent takes the same lock alone: a message comes before or after it, never both.
create function note_baseline() returns trigger language plpgsql as $$
declare
  newest int;
begin
  perform pg_advisory_xact_lock_shared(7270152);
  select coalesce(max(baseline), 0) into newest from agents;
  if tg_op = 'INSERT' or old.inbound_no = 0 then
    new.first_baseline := newest;
  elsif old.last_baseline < newest then
    insert into baseline_marks (conversation_id, baseline, seen_no) values (new.id, newest, old.inbound_no);
  end if;
  new.last_baseline := newest;
  return new;
end $$;
create trigger note_first_baseline before insert on conversations
  for each row when (new.inbound_no > 0) execute function note_baseline();
create trigger note_baseline before update of inbound_no on conversations
  for each row when (new.inbound_no > old.inbound_no) execute function note_baseline();

create function tally_new_conversations() returns trigger language plpgsql as $$
begin
  insert into status_tallies (status, assignee_id, conversations)
    select status, coalesce(assignee_id, 0), count(*) from fresh group by 1, 2;
  insert into inbound_tallies (baseline, conversations, messages)
    select last_baseline, count(*), sum(inbound_no) from fresh where inbound_no > 0 group by 1;
  return null;
end $$;
create trigger tally_new after insert on conversations referencing new table as fresh
  for each statement execute function tally_new_conversations();

create function tally_status() returns trigger language plpgsql as $$
begin
  insert into status_tallies (status, assignee_id, conversations) values
    (old.status, coalesce(old.assignee_id, 0), -1),
    (new.status, coalesce(new.assignee_id, 0), 1);
  return null;
end $$;
create trigger tally_status after update of status, assignee_id on conversations
  for each row when (old.status <> new.status or old.assignee_id is distinct from new.assignee_id)
  execute function tally_status();

-- Whoever had seen all of it has not any more.
create function tally_inbound() returns trigger language plpgsql as $$
begin
  if old.inbound_no > 0 and old.last_baseline = new.last_baseline then
    insert into inbound_tallies (baseline, conversations, messages)
      values (new.last_baseline, 0, new.inbound_no - old.inbound_no);
  else
    insert into inbound_tallies (baseline, conversations, messages) values
      (old.last_baseline, case when old.inbound_no > 0 then -1 else 0 end, 0),
      (new.last_baseline, 1, new.inbound_no - old.inbound_no);
  end if;
  insert into mark_tallies (agent_id, messages, conversations)
    select agent_id, 0, -1 from marks where conversation_id = new.id and seen_no = old.inbound_no;
  return null;
end $$;
create trigger tally_inbound after update of inbound_no on conversations
  for each row when (new.inbound_no > old.inbound_no) execute function tally_inbound();

-- A mark is written under its conversation's lock, and stands above what the baseline says.
create function tally_new_marks() returns trigger language plpgsql as $$
begin
  insert into mark_tallies (agent_id, messages, conversations)
    select k.agent_id,
      sum(k.seen_no - baseline_no(c.id, c.first_baseline, c.last_baseline, c.inbound_no, a.baseline)),
      count(*) filter (where k.seen_no = c.inbound_no)
    from fresh k join conversations c on c.id = k.conversation_id join agents a on a.id = k.agent_id
    group by 1;
  return null;
end $$;
create trigger tally_new after insert on marks referencing new table as fresh
  for each statement execute function tally_new_marks();

create function tally_marks() returns trigger language plpgsql as $$
begin
  insert into mark_tallies (agent_id, messages, conversations)
    select k.agent_id, sum(k.seen_no - o.seen_no),
      sum((k.seen_no = c.inbound_no)::int - (o.seen_no = c.inbound_no)::int)
    from fresh k join stale o using (agent_id, conversation_id) join conversations c on c.id = k.conversation_id
    group by 1;
  return null;
end $$;
create trigger tally_raised after update on marks referencing old table as stale new table as fresh
  for each statement execute function tally_marks();
