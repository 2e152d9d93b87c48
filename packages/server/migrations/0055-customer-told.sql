-- What the customer heard of a change of status: by which message, or why by none. Neither: there was nothing to tell.
alter table application_status_changes
  add column told_message_id bigint references messages,
  add column untold text check (untold in (
    'not-wanted', 'no-conversation', 'unreachable', 'no-template', 'template-unknown', 'template-unfit')),
  add constraint told_or_not check (told_message_id is null or untold is null);
