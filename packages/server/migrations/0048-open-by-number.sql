-- concurrently
-- A customer has at most one conversation with each business number that is not archived: the place where a new message goes.
create unique index concurrently conversations_open_number on conversations (customer_id, phone_number_id)
  where status <> 'ARCHIVED';
drop index concurrently if exists conversations_open;
