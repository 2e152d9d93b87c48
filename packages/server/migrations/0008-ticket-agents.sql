-- The tickets of an agent are counted from report_ticket_agents by its index of the day they were raised.
drop table report_ticket_days;
drop index report_ticket_agents_before, report_ticket_agents_after, report_ticket_agents_around;
