-- What an account may do; core's words/policy says what that means.
alter table agents add column role text not null default 'AGENT' check (role in ('AGENT', 'SUPERVISOR', 'ADMINISTRATOR'));
-- Who made the account; null: the command line, or the demo.
alter table agents add column created_by bigint references agents;
-- Until now there was one kind of account, which could do everything: somebody must still be able to.
update agents set role = 'ADMINISTRATOR' where id = (select min(id) from agents where disabled_at is null);

-- What the workspace decides for everybody, in one row. What is not in `value` has its default.
create table settings (
  id int primary key default 1 check (id = 1),
  value jsonb not null default '{}',
  version int not null default 1
);
insert into settings default values;

-- What was done and by whom. Rows are added, and deleted by retention once they are old; nothing changes one.
create table audit (
  id bigint primary key default nextval('ids'),
  at timestamptz not null,
  action text not null,
  -- Null: nobody who was signed in.
  agent_id bigint references agents,
  -- Null: at the server itself.
  address text,
  noun text not null,
  object_id bigint,
  before jsonb,
  after jsonb
);
create index audit_newest on audit (at desc, id desc);
create index audit_agent on audit (agent_id, at desc, id desc);
create index audit_object on audit (object_id, at desc, id desc);

create function audit_is_kept() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and current_setting('parley.retention', true) = 'on' then return old; end if;
  raise exception 'Entries of the audit log are neither changed nor deleted';
end $$;
create trigger audit_is_kept before update or delete on audit for each row execute function audit_is_kept();
create trigger audit_is_not_emptied before truncate on audit for each statement execute function audit_is_kept();
