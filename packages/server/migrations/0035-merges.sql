-- What an agent merged, and how it was before, so that it can be undone.
create table merges (
  id bigint primary key default nextval('ids'),
  kept_id bigint not null references customers,
  gone_id bigint not null references customers,
  made_at timestamptz not null,
  made_by bigint not null references agents,
  undone_at timestamptz,
  undone_by bigint references agents,
  -- Who both were, and the conversations and applications that moved: what undoing needs.
  before jsonb not null
);
create index merges_kept on merges (kept_id);
create index merges_gone on merges (gone_id);
