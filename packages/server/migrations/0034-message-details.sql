-- What a message says beyond its words (docs/wire.md, Message.details); null for most. Not jsonb, which would bring the
-- fields of a form into an order of its own.
alter table messages add column details json;
