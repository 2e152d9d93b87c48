-- When WhatsApp takes what for the customer of a conversation. Its customer service window is open for 24 hours behind the
-- customer's newest message, by WhatsApp's own clock.
alter table conversations
  add column customer_wrote_at timestamptz,
  -- When the newest try that WhatsApp refused as outside the window was made: it knows better than we do.
  add column window_refused_at timestamptz,
  -- Why nothing reaches the customer, and when the try that told so was made; what the customer writes later ends it.
  add column unreachable text check (unreachable in ('not-on-whatsapp', 'blocked')),
  add column unreachable_at timestamptz;

update conversations c set customer_wrote_at = w.at
  from (select conversation_id, max(at) as at from messages where source = 'CUSTOMER' group by conversation_id) w
  where w.conversation_id = c.id;
