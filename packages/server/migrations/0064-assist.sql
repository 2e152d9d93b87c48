-- How often assist was asked on a day of the workspace, "2026-11-24". The cap is kept by this row.
create table assist_days (
  day text primary key,
  calls integer not null
);
-- Each use of assist, without what was asked or answered.
create table assist_uses (
  id bigint primary key default nextval('ids'),
  agent_id bigint not null references agents,
  kind text not null check (kind in ('translate', 'summarise', 'draft', 'intent')),
  -- Null: words that an agent had not sent, or that were sent in to be recognised.
  conversation_id bigint references conversations,
  at timestamptz not null,
  -- Until it was over. Null in both: it is under way, or its process ended.
  ms integer,
  outcome text,
  constraint assist_uses_over check ((ms is null) = (outcome is null))
);
create index assist_uses_at on assist_uses (at);
create index assist_uses_conversation on assist_uses (conversation_id) where conversation_id is not null;
