-- How many items a raw webhook held, and how they ended. Once it is done, items = shown + folded + noted + refused.
alter table webhook_events
  add column items int not null default 0,
  add column shown int not null default 0,
  add column folded int not null default 0,
  add column noted int not null default 0,
  add column refused int not null default 0;

-- Items with a row of their own: all but those that were shown, and in a webhook that was taken item by item those too.
alter table webhook_refusals rename to webhook_items;
alter table webhook_items
  add column ended text not null default 'refused',
  -- What it was: message, status, error, or the name of another field.
  add column noun text not null default 'item',
  -- Why it was refused: a label of the metric.
  add column code text,
  -- The message that it was folded into.
  add column message_id bigint,
  -- Of a noted or refused one's content; when WhatsApp repeats it, the repetition has the same and is folded.
  add column digest text,
  alter column reason drop not null;
alter table webhook_items alter column ended drop default, alter column noun drop default;
create unique index webhook_items_once on webhook_items (digest) where ended in ('noted', 'refused');
create index webhook_items_kept on webhook_items (event_id, item_no) where ended in ('noted', 'refused');

update webhook_events e set items = r.count, refused = r.count
  from (select event_id, count(*)::int as count from webhook_items group by event_id) r where r.event_id = e.id;
