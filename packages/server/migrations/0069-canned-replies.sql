-- What agents say again and again: each agent's own, and what all of them share.
create table canned_replies (
  id bigint primary key default nextval('ids'),
  -- The console's own id of the click that made it; the same again makes no second one.
  client_id text,
  -- Whose own it is; null: it is shared.
  owner_id bigint references agents (id),
  shortcut text not null,
  title text not null,
  body text not null,
  language text check (language in ('en', 'lg', 'sw')),
  -- Rises with every edit; an edit names the one that it is based on.
  version int not null default 1,
  created_at timestamptz not null,
  -- Null: nobody who was signed in.
  created_by bigint references agents (id),
  updated_at timestamptz not null,
  updated_by bigint references agents (id),
  unique (created_by, client_id)
);
-- One agent's own has a shortcut once, and so have the shared ones.
create unique index canned_replies_shortcut on canned_replies (coalesce(owner_id, 0), shortcut);

-- How many messages were sent from each, by the intent that the conversation had then; '' where it had none.
create table canned_reply_uses (
  reply_id bigint not null references canned_replies (id) on delete cascade,
  intent text not null,
  uses int not null,
  primary key (reply_id, intent)
);
