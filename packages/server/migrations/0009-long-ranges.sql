-- The distinct ones of a long range are few of its rows: those whose previous day lies before it.
create index report_returns_previous on report_returns (series, previous, day);

-- All that a range asks of a ticket's agents, without going to the table.
drop index report_ticket_agents_raised;
create index report_ticket_agents_raised on report_ticket_agents (raised_day)
  include (agent_id, is_done, before_day, after_day)
