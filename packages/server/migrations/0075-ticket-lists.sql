-- Lists over the tickets of all conversations, in their order. The expression stands word for word in src/tickets/list.ts.
create index tickets_listed on tickets
  ((case priority when 'URGENT' then 3 when 'HIGH' then 2 when 'MEDIUM' then 1 else 0 end) desc, updated_at desc, id desc);
create index tickets_listed_open on tickets
  ((case priority when 'URGENT' then 3 when 'HIGH' then 2 when 'MEDIUM' then 1 else 0 end) desc, updated_at desc, id desc)
  where status not in ('RESOLVED', 'CLOSED');
