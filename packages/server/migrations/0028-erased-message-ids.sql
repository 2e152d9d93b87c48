-- WhatsApp's ids of an erased customer's last messages, as SHA-256 in hexadecimal digits: WhatsApp repeats a webhook for
-- up to 7 days, and a repeat must not make the customer anew. An id holds the number beside 80 bits of chance, so that
-- nobody comes from its sum to the number.
create table erased_message_ids (
  hash text primary key,
  erased_at timestamptz not null
);
create index erased_message_ids_at on erased_message_ids (erased_at);
