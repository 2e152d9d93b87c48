-- "Maybe Later" is a rejection with a code of its own: the queue offers its agent nothing for five minutes.
alter table assignments drop constraint assignments_reason_code_check;
alter table assignments add constraint assignments_reason_code_check
  check (reason_code in ('queue-full', 'language', 'break', 'field', 'later', 'other'));
