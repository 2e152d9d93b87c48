-- Numbers rise from TCK-00001, behind those that are given already; a refused creation leaves a gap.
create sequence ticket_numbers as bigint;
select setval(
  'ticket_numbers',
  coalesce((select max(substr(ticket_number, 5)::bigint) from tickets where ticket_number ~ '^TCK-[0-9]{5,15}$'), 0) + 1,
  false
);

alter table tickets
  add column resolution text,
  add column resolved_at timestamptz,
  add column reopened_at timestamptz,
  -- Null for tickets that are older than this column.
  add column created_by bigint references agents,
  add column client_ticket_id text,
  add column version int not null default 1;
update tickets set resolved_at = updated_at where status in ('RESOLVED', 'CLOSED');
alter table tickets
  add check (status in ('NEW', 'ASSIGNED', 'IN_PROGRESS', 'WAITING_ON_CUSTOMER', 'WAITING_ON_THIRD_PARTY', 'RESOLVED', 'CLOSED', 'REOPENED')),
  add check (priority in ('LOW', 'MEDIUM', 'HIGH', 'URGENT')),
  add check ((resolved_at is not null) = (status in ('RESOLVED', 'CLOSED')));
create unique index tickets_client_id on tickets (created_by, client_ticket_id);
create index tickets_resolved on tickets (resolved_at);

-- For agents only.
create table ticket_notes (
  id bigint primary key default nextval('ids'),
  ticket_id bigint not null references tickets,
  agent_id bigint not null references agents,
  at timestamptz not null,
  text text not null
);
create index ticket_notes_ticket on ticket_notes (ticket_id, at, id);

-- Every change of a ticket's status, the first one from null when it was raised.
create table ticket_changes (
  id bigint primary key default nextval('ids'),
  ticket_id bigint not null references tickets,
  from_status text,
  to_status text not null,
  -- Null where it was not recorded.
  agent_id bigint references agents,
  at timestamptz not null
);
create index ticket_changes_ticket on ticket_changes (ticket_id, at, id);
create index ticket_changes_at on ticket_changes (at);
insert into ticket_changes (ticket_id, to_status, at) select id, 'NEW', created_at from tickets;
insert into ticket_changes (ticket_id, from_status, to_status, at)
  select id, 'NEW', status, updated_at from tickets where status <> 'NEW';
