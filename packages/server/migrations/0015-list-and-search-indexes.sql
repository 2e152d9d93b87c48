-- concurrently

-- Who had seen all of a conversation is looked up with each message that comes.
create index concurrently marks_conversation on marks (conversation_id, seen_no) include (agent_id);

-- The lists of a status and of an agent, in their order.
create index concurrently conversations_status on conversations (status, last_activity desc, id desc);
create index concurrently conversations_assignee_newest on conversations (assignee_id, last_activity desc, id desc);
drop index concurrently if exists conversations_assignee;

-- Search finds any part of a name or number, three characters and more from these. What a customer is called stands here
-- word for word as in src/conversations/search.ts.
create index concurrently customers_search on customers using gin (
  (coalesce(name, 'Customer (' || coalesce(phone, 'Unknown') || ')')) gin_trgm_ops, phone gin_trgm_ops
);
create index concurrently applications_search on applications using gin (
  customer_name gin_trgm_ops, customer_phone gin_trgm_ops, customer_id_number gin_trgm_ops
);
