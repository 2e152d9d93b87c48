-- When the customer was reminded of a form that they left; once for each.
alter table application_drafts add column reminded_at timestamptz;
create index application_drafts_to_remind on application_drafts (updated_at)
  where reminded_at is null and state->>'status' in ('asking', 'paused');
