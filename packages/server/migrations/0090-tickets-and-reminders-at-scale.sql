-- concurrently
-- What stands on the first screen and in the list of tickets, where a year's rows are there (bench/scale.ts).

-- An agent's open reminders, by their time.
create index concurrently reminders_of on reminders (agent_id, due_at, id) where done_at is null;
-- An agent's conversations with an open ticket. The condition stands in src/work/next-up.ts and src/tickets/list.ts.
create index concurrently conversations_with_tickets on conversations (assignee_id) where ticket_priority is not null;
-- Tickets are counted without being read.
create index concurrently tickets_counted on tickets (conversation_id, status, priority);

-- The index of 0067 is not made, since one of its name is there from 0011 with other columns, and stays unmade: the queue of
-- routing goes by that one and by 0080's. Of 564 who waited among 200,000 conversations the look took 0.02 ms, a page of a
-- hundred 0.8, and with 0067's columns 0.04 and 0.1.
