-- What happens to an account's password or second factor is told to its owner.
alter table notifications drop constraint notifications_cause_check;
alter table notifications add constraint notifications_cause_check
  check (cause in ('offer', 'message', 'outcome', 'agent', 'ticket', 'status', 'lockout', 'account'));
