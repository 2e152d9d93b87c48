-- When the address that WhatsApp calls was last verified, and when it last refused a caller that meant to be WhatsApp: one
-- row of each kind (verified, token-refused, signature-refused). A call that was signed well is a row of webhook_events.
create table webhook_signs (
  kind text primary key,
  at timestamptz not null
);

-- The number as people write it, as WhatsApp said when it was last asked.
alter table channel_health add column display_number text;
