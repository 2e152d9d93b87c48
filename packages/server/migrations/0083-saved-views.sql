-- Views of the list of conversations under a name: each agent's own, and what all of them share.
create table saved_views (
  id bigint primary key default nextval('ids'),
  -- Whose own it is; null: it is shared.
  owner_id bigint references agents (id),
  name text not null,
  -- As the list's call takes it: status, search, assignee_id, has_open_issues.
  filter jsonb not null
);
-- One agent's own has a name once, and so have the shared ones.
create unique index saved_views_name on saved_views (coalesce(owner_id, 0), lower(name));
