-- What is unread is counted by who has the conversation too, for agents whose sight is bounded;
-- docs/decisions/0011-baselines-and-tallies.md.

-- Nobody counts while it is counted anew.
lock table conversations, marks, agents in share row exclusive mode;

-- 0 for nobody, as in the tallies of statuses.
alter table inbound_tallies add column assignee_id bigint not null default 0;
alter table mark_tallies add column assignee_id bigint not null default 0;
alter table inbound_tallies alter column assignee_id drop default;
alter table mark_tallies alter column assignee_id drop default;

-- How many messages of an owner's conversations lie below a baseline.
create table baseline_tallies (
  baseline int not null,
  assignee_id bigint not null,
  messages bigint not null
);

delete from inbound_tallies;
insert into inbound_tallies (baseline, assignee_id, conversations, messages)
  select last_baseline, coalesce(assignee_id, 0), count(*), sum(inbound_no) from conversations
  where inbound_no > 0 group by 1, 2;
delete from mark_tallies;
insert into mark_tallies (agent_id, assignee_id, messages, conversations)
  select k.agent_id, coalesce(c.assignee_id, 0),
    sum(k.seen_no - baseline_no(c.id, c.first_baseline, c.last_baseline, c.inbound_no, a.baseline)),
    count(*) filter (where k.seen_no = c.inbound_no)
  from marks k join conversations c on c.id = k.conversation_id join agents a on a.id = k.agent_id group by 1, 2;
insert into baseline_tallies (baseline, assignee_id, messages)
  select b.baseline, coalesce(c.assignee_id, 0),
    sum(baseline_no(c.id, c.first_baseline, c.last_baseline, c.inbound_no, b.baseline))
  from (select distinct baseline from agents) b join conversations c on b.baseline > c.first_baseline and c.inbound_no > 0
  group by 1, 2;

create or replace function tally_new_conversations() returns trigger language plpgsql as $$
begin
  insert into status_tallies (status, assignee_id, conversations)
    select status, coalesce(assignee_id, 0), count(*) from fresh group by 1, 2;
  insert into inbound_tallies (baseline, assignee_id, conversations, messages)
    select last_baseline, coalesce(assignee_id, 0), count(*), sum(inbound_no) from fresh where inbound_no > 0 group by 1, 2;
  return null;
end $$;

-- Under the owner before this update: where that changes too, the other trigger hands all of it on.
create or replace function tally_inbound() returns trigger language plpgsql as $$
declare
  owner bigint := coalesce(old.assignee_id, 0);
begin
  if old.inbound_no > 0 and old.last_baseline = new.last_baseline then
    insert into inbound_tallies (baseline, assignee_id, conversations, messages)
      values (new.last_baseline, owner, 0, new.inbound_no - old.inbound_no);
  else
    insert into inbound_tallies (baseline, assignee_id, conversations, messages) values
      (old.last_baseline, owner, case when old.inbound_no > 0 then -1 else 0 end, 0),
      (new.last_baseline, owner, 1, new.inbound_no - old.inbound_no);
  end if;
  insert into mark_tallies (agent_id, assignee_id, messages, conversations)
    select agent_id, owner, 0, -1 from marks where conversation_id = new.id and seen_no = old.inbound_no;
  return null;
end $$;

create or replace function tally_new_marks() returns trigger language plpgsql as $$
begin
  insert into mark_tallies (agent_id, assignee_id, messages, conversations)
    select k.agent_id, coalesce(c.assignee_id, 0),
      sum(k.seen_no - baseline_no(c.id, c.first_baseline, c.last_baseline, c.inbound_no, a.baseline)),
      count(*) filter (where k.seen_no = c.inbound_no)
    from fresh k join conversations c on c.id = k.conversation_id join agents a on a.id = k.agent_id
    group by 1, 2;
  return null;
end $$;

create or replace function tally_marks() returns trigger language plpgsql as $$
begin
  insert into mark_tallies (agent_id, assignee_id, messages, conversations)
    select k.agent_id, coalesce(c.assignee_id, 0), sum(k.seen_no - o.seen_no),
      sum((k.seen_no = c.inbound_no)::int - (o.seen_no = c.inbound_no)::int)
    from fresh k join stale o using (agent_id, conversation_id) join conversations c on c.id = k.conversation_id
    group by 1, 2;
  return null;
end $$;

-- A conversation's messages, and what each has seen of them, go with it to its new owner. No agent is added meanwhile,
-- whose baseline would be missed.
create function tally_owner() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock_shared(7270152);
  insert into inbound_tallies (baseline, assignee_id, conversations, messages)
    select new.last_baseline, side.owner, side.sign, side.sign * new.inbound_no
    from (values (coalesce(old.assignee_id, 0), -1), (coalesce(new.assignee_id, 0), 1)) side (owner, sign);
  insert into baseline_tallies (baseline, assignee_id, messages)
    select b.baseline, side.owner, side.sign * b.below
    from (
      select baseline, baseline_no(new.id, new.first_baseline, new.last_baseline, new.inbound_no, baseline) as below
      from (select distinct baseline from agents where baseline > new.first_baseline) known
    ) b, (values (coalesce(old.assignee_id, 0), -1), (coalesce(new.assignee_id, 0), 1)) side (owner, sign)
    where b.below <> 0;
  insert into mark_tallies (agent_id, assignee_id, messages, conversations)
    select k.agent_id, side.owner,
      side.sign * (k.seen_no - baseline_no(new.id, new.first_baseline, new.last_baseline, new.inbound_no, a.baseline)),
      side.sign * (k.seen_no = new.inbound_no)::int
    from marks k join agents a on a.id = k.agent_id,
      (values (coalesce(old.assignee_id, 0), -1), (coalesce(new.assignee_id, 0), 1)) side (owner, sign)
    where k.conversation_id = new.id;
  return null;
end $$;
create trigger tally_owner after update of assignee_id on conversations
  for each row when (old.assignee_id is distinct from new.assignee_id and new.inbound_no > 0)
  execute function tally_owner();
