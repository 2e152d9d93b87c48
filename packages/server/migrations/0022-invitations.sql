-- Since when an account waits for its first password; null once it has one.
alter table agents add column invited_at timestamptz;
