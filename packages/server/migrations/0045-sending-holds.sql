-- WhatsApp takes nothing more from a number for a while: it is too fast, or somebody has to see to the account. No row:
-- everything goes.
create table sending_holds (
  phone_number_id text primary key,
  kind text not null check (kind in ('number', 'account')),
  -- Whether WhatsApp said so in its answer, or later of a message that it had accepted; then acceptance proves nothing.
  told text not null check (told in ('answer', 'status')),
  -- {code, sentence, remedy}
  failure jsonb not null,
  refusals int not null,
  since timestamptz not null,
  -- Then one message tries again.
  until timestamptz not null
);

-- Why a queued message waits ({kind, code, sentence, remedy}) and until when. `give_up_at`: while it waits for a limit it fails
-- then, and not at its deadline.
alter table messages
  add column waits jsonb,
  add column waits_until timestamptz,
  add column give_up_at timestamptz;
create index messages_queued_of on messages (conversation_id, at, id) where status = 'queued';

-- By when the messages that went to this customer are paid back, by WhatsApp's limit for one of them.
alter table conversations add column pair_owed_until timestamptz;
