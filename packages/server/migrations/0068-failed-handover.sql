-- The bot gives to people what it fails at.
alter table bot_handovers
  drop constraint bot_handovers_reason_check,
  add constraint bot_handovers_reason_check check (reason in
    ('asked', 'complaint', 'not-understood', 'no-answer', 'needs-person', 'runaway', 'rule', 'late', 'turned-off', 'failed'));
