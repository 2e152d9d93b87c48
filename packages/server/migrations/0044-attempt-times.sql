-- When each thing happened to an attempt: by our clock when WhatsApp took it, by WhatsApp's own what it says of it, where a
-- thing that is said twice happened at its earlier time. Null: it has not happened, nobody said so, or it was before these
-- were kept.
alter table attempts
  add column accepted_at timestamptz,
  add column sent_at timestamptz,
  add column delivered_at timestamptz,
  add column read_at timestamptz,
  add column played_at timestamptz,
  add column failed_at timestamptz,
  -- What WhatsApp says of its price: {billable, model, type, category}.
  add column pricing jsonb,
  drop constraint attempts_state_check,
  add constraint attempts_state_check
    check (state in ('sending', 'unknown', 'sent', 'delivered', 'read', 'played', 'failed', 'withdrawn'));

alter table early_statuses add column pricing jsonb;

alter table messages
  drop constraint messages_status_check,
  add constraint messages_status_check check (status in
    ('received', 'queued', 'sending', 'sent', 'delivered', 'read', 'played', 'failed', 'unknown'));
