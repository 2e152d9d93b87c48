-- What a session's owner knows it by, and when it was last used: written at sign-in and renewal, not by every call.
alter table sessions add column device text;
alter table sessions add column address text;
alter table sessions add column used_at timestamptz;
update sessions set used_at = greatest(created_at, expires_at - make_interval(secs => lifetime_seconds));
alter table sessions alter column used_at set not null;
-- However often it is renewed, a session ends thirty days after its password was given.
update sessions set expires_at = least(expires_at, created_at + interval '30 days');
alter table sessions add constraint sessions_absolute_life check (expires_at <= created_at + interval '30 days');

-- A ticket opens one socket of its session, once. Only hashes are kept.
create table socket_tickets (
  token_hash text primary key,
  session_id bigint not null references sessions on delete cascade,
  expires_at timestamptz not null
);
create index socket_tickets_session on socket_tickets (session_id);
create index socket_tickets_over on socket_tickets (expires_at);
