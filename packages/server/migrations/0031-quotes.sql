-- Which message a message answers. WhatsApp's id of it is kept as it came, since webhooks come in any order: the message
-- may come later, or never. `quoted_id` is one of the same conversation.
alter table messages
  add column quoted_wamid text,
  add column quoted_id bigint references messages deferrable initially deferred,
  add column forwarded text check (forwarded in ('forwarded', 'frequently_forwarded'));
