-- Since when a note mentions somebody, and when they have seen it since: by opening its conversation, by answering there, or
-- because the note is gone. What was mentioned before is seen where its notice was done.
alter table note_mentions add column at timestamptz;
alter table note_mentions add column seen_at timestamptz;

update note_mentions m set at = n.at, seen_at = case when not exists (
  select 1 from notifications o where o.note_id = m.note_id and o.agent_id = m.agent_id
    and o.cause = 'mention' and o.dismissed_at is null) then n.at end
from conversation_notes n where n.id = m.note_id;

alter table note_mentions alter column at set not null;

-- Few at a time: an agent's view, and what conversations say of whom.
create index note_mentions_unseen on note_mentions (agent_id, note_id) where seen_at is null;
