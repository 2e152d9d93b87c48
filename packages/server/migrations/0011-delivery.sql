-- The head of each conversation's queue, without its thread.
create index messages_waiting on messages (conversation_id, at, id) where status = 'queued';

-- Addresses at which WhatsApp knew a customer before: what is written from one still finds them.
create table customer_aliases (
  wa_id text primary key,
  customer_id bigint not null references customers,
  -- When the customer was last known by it.
  until timestamptz not null
);
create index customer_aliases_customer on customer_aliases (customer_id);

-- Raw webhooks are forgotten by when they were done.
create index webhook_events_done on webhook_events (done_at) where done_at is not null;
