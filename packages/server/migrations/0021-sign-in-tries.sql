-- Passwords that were tried: one count for each account, one for each browser that signed in to it before, and a fixed
-- number for names that nobody has, so that no guesser makes rows without end. What was typed is not kept.
create table sign_in_tries (
  -- 'agent 17', 'device ABC', 'nobody 1234'
  counter text primary key,
  -- Whose account; null for a name that nobody has.
  agent_id bigint references agents,
  failures int not null,
  last_at timestamptz not null,
  locked_until timestamptz,
  -- The lock that the owner was told of.
  told_until timestamptz
);
-- What the loop that tells owners looks for.
create index sign_in_tries_untold on sign_in_tries (agent_id)
  where agent_id is not null and locked_until is not null and told_until is distinct from locked_until;

-- A notice about the account itself. Of locks an agent has one open notice, which says the newest.
alter table notifications drop constraint notifications_cause_check;
alter table notifications add constraint notifications_cause_check
  check (cause in ('offer', 'message', 'outcome', 'agent', 'ticket', 'status', 'lockout'));
create unique index notifications_lockout on notifications (agent_id)
  where cause = 'lockout' and dismissed_at is null;
