-- concurrently
-- Who quotes a message that changed.
create index concurrently messages_quoting on messages (quoted_id) where quoted_id is not null;
-- Who waits for the message that they quote.
create index concurrently messages_awaiting on messages (phone_number_id, quoted_wamid) where quoted_wamid is not null and quoted_id is null;
