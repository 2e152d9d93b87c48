-- The words behind an @ by which a note mentions an agent: the name of then, of namesakes with what tells them apart.
alter table note_mentions add column written text;
update note_mentions m set written = a.name from agents a where a.id = m.agent_id;
alter table note_mentions alter column written set not null;
