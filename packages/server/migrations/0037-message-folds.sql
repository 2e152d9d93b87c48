-- What a customer did to a message that is there: reacted to it, edited it, deleted it. Each as it came, so that the newest
-- by WhatsApp's time wins in whatever order they come. `message_id` is null while the message is not known.
create table message_folds (
  id bigint primary key default nextval('ids'),
  phone_number_id text not null,
  -- WhatsApp's id of this change, and of the message that it changes.
  wamid text not null,
  target_wamid text not null,
  kind text not null check (kind in ('reaction', 'edit', 'revoke')),
  -- An emoji, null: taken back. The new words of an edited message.
  content text,
  at timestamptz not null,
  arrived_at timestamptz not null,
  -- Whose it is, for one whose message is not known.
  wa_id text,
  wa_user_id text,
  message_id bigint references messages,
  unique (phone_number_id, wamid)
);
create index message_folds_of_message on message_folds (message_id) where message_id is not null;
create index message_folds_waiting on message_folds (phone_number_id, target_wamid) where message_id is null;

-- What has become of the message by them. `original_content`: its words before the first edit; null: never edited.
alter table messages
  add column reaction text,
  add column reaction_at timestamptz,
  add column original_content text,
  add column edited_at timestamptz,
  add column revoked_at timestamptz;
