-- Which of the usual reasons an offer was rejected for; null: none of them, or it was not rejected.
alter table assignments add column reason_code text
  check (reason_code in ('queue-full', 'language', 'break', 'field', 'other')),
  add constraint assignments_reason_code check (reason_code is null or state = 'rejected');
