-- The distinct ones of a long range are few of its rows: those whose previous day lies before it.
create index report_returns_previous on report_returns (series, previous, day);

-- All that a range asks of a ticket's agents, without going to the table.
drop index report_ticket_agents_raised;
create index report_ticket_agents_raised on report_ticket_agents (raised_day)
  include (agent_id, is_done, before_day, after_day);

-- The tickets of report_ticket_agents, added up. A range counts those raised in it, but not those whose agent wrote only
-- outside it; of a long range these are few, and the partial indexes find them.
create table report_ticket_days (
  agent_id bigint not null,
  raised_day int not null,
  raised int not null,
  done int not null,
  primary key (agent_id, raised_day)
);
create index report_ticket_agents_before on report_ticket_agents (before_day) include (raised_day, agent_id, is_done)
  where after_day is null;
create index report_ticket_agents_after on report_ticket_agents (after_day) include (raised_day, agent_id, is_done)
  where before_day is null;
create index report_ticket_agents_around on report_ticket_agents (before_day, after_day) include (raised_day, agent_id, is_done)
  where before_day is not null and after_day is not null;

-- What was rolled up without it is made anew.
update report_state set log = '';
