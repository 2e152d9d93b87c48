-- What the bot answers: what customers get, and what was drafted since.
create table knowledge_answers (
  id bigint primary key default nextval('ids'),
  -- The console's own id of the click that made it; the same again makes no second one.
  client_id text unique,
  published jsonb,
  -- Null: nothing but what is published.
  draft jsonb,
  -- Rises with every edit; an edit names the one that it is based on.
  version int not null default 1,
  -- How often it was published.
  published_version int,
  published_at timestamptz,
  updated_at timestamptz not null,
  -- Null: nobody who was signed in.
  updated_by bigint references agents (id),
  removed_at timestamptz
);
-- One intent has one answer.
create unique index knowledge_by_intent on knowledge_answers ((published ->> 'intent'))
  where removed_at is null and published ->> 'intent' is not null;

-- All that an answer has said to customers.
create table knowledge_versions (
  answer_id bigint not null references knowledge_answers (id),
  version int not null,
  content jsonb not null,
  by_id bigint references agents (id),
  at timestamptz not null,
  primary key (answer_id, version)
);

-- Rises with everything that customers are answered otherwise; whoever publishes holds the row, so one does at a time.
create table knowledge_edition (
  id int primary key default 1 check (id = 1),
  edition int not null default 0
);
insert into knowledge_edition default values;

-- When people are there, in one row. Null: as it is until somebody decides.
create table business_hours (
  id int primary key default 1 check (id = 1),
  value jsonb,
  version int not null default 1,
  updated_at timestamptz,
  updated_by bigint references agents (id)
);
insert into business_hours default values;
