-- An application that a customer fills in in the chat, as the conversation about it stands. Kept until the application goes.
create table application_drafts (
  application_id bigint primary key references applications,
  state jsonb not null,
  updated_at timestamptz not null
);
