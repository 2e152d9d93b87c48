-- The templates of each business account as WhatsApp last told them: a copy, read anew whole. `content` is the rest of
-- core's Template (header, body, footer, buttons, examples).
create table message_templates (
  account_id text not null,
  name text not null,
  language text not null,
  category text not null,
  status text not null,
  quality text not null,
  content json not null,
  primary key (account_id, name, language)
);

-- When WhatsApp was asked for them.
create table template_readings (
  account_id text primary key,
  -- With success, last.
  read_at timestamptz,
  -- Why the newest try brought nothing, for a person; null: it did.
  problem text
);
