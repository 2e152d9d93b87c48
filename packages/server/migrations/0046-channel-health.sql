-- How a business number stands with WhatsApp, as it said when it was last asked.
create table channel_health (
  phone_number_id text primary key,
  -- Whoever finds it due asks; it is put off first, so that one process does.
  next_check_at timestamptz not null,
  -- Null: never asked. An answer that did not come changes only `unreached_since`.
  checked_at timestamptz,
  unreached_since timestamptz,
  -- What it said, and since when it says so.
  access text,
  access_since timestamptz,
  refusal jsonb,
  quality text,
  standing text,
  sending text,
  said text,
  standing_since timestamptz
);
