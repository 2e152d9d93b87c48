-- What the figures need of whole past days, computed from the messages and tickets; docs/decisions/0009-daily-roll-ups.md.
-- Days are numbers of days since 1970-01-01 in the workspace's time zone.

-- How far the roll-ups have come; its lock is held by whoever writes them.
create table report_state (
  one boolean primary key default true check (one),
  -- The log that was followed, and up to where; no log before the first time.
  log text not null,
  seq bigint not null,
  time_zone text not null,
  -- Every day up to this one is rolled up.
  through int not null
);
insert into report_state (log, seq, time_zone, through) values ('', 0, '', 0);

-- Who wrote in a conversation on a day: 1 the customer, 2 the bot, 4 an agent.
create table report_units (
  conversation_id bigint not null,
  day int not null,
  writer int not null check (writer in (1, 2, 4)),
  -- 0 for the customer and the bot.
  agent_id bigint not null,
  customer_id bigint not null,
  messages int not null,
  response_count int not null,
  response_seconds bigint not null,
  primary key (conversation_id, day, writer, agent_id)
);
create index report_units_customer on report_units (customer_id, day, writer);
create index report_units_day on report_units (day);

-- The units of a day, added up.
create table report_days (
  day int not null,
  writer int not null,
  agent_id bigint not null,
  messages bigint not null,
  response_count bigint not null,
  response_seconds bigint not null,
  primary key (day, writer, agent_id)
);

-- How many were active on a day and before that last on the previous one (-1000000: never). So the distinct ones of any
-- range are those of its days whose previous day lies before it. Series 1 to 7: customers for whom any of the writers of that
-- sum wrote; 8: conversations; 9: conversations in which the agent wrote.
create table report_returns (
  series int not null,
  agent_id bigint not null,
  day int not null,
  previous int not null,
  n int not null,
  primary key (series, agent_id, day, previous)
);

-- Tickets of all days, today's too.
create table report_tickets (
  ticket_id bigint primary key,
  conversation_id bigint not null,
  raised_day int not null,
  is_done boolean not null,
  -- The rest is null while the ticket is not done.
  resolved_day int,
  resolution_ms bigint,
  first_contact boolean
);
create index report_tickets_raised on report_tickets (raised_day);
create index report_tickets_resolved on report_tickets (resolved_day);
create index report_tickets_conversation on report_tickets (conversation_id);

-- The agents who ever wrote in a ticket's conversation: last on or before the day when it was raised, and first on or after it.
create table report_ticket_agents (
  ticket_id bigint not null,
  agent_id bigint not null,
  conversation_id bigint not null,
  raised_day int not null,
  is_done boolean not null,
  before_day int,
  after_day int,
  primary key (ticket_id, agent_id)
);
create index report_ticket_agents_conversation on report_ticket_agents (conversation_id);
create index report_ticket_agents_raised on report_ticket_agents (raised_day);
