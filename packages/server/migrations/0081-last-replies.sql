-- The newest message that a person wrote to the customer: its row says whether it went. Of what was there before only those
-- conversations are filled in where one failed; in the others the next reply does it.
alter table conversations add column last_reply_id bigint references messages deferrable initially deferred;

update conversations c set last_reply_id = (
  select m.id from messages m where m.conversation_id = c.id and m.direction = 'OUTBOUND' and m.source = 'AGENT'
  order by m.at desc, m.id desc limit 1)
where c.id in (
  select conversation_id from messages where source = 'AGENT' and status in ('failed', 'unknown'));
