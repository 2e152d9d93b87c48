-- A customer whose data were erased: who they were is known nowhere any more; what was done for them stays in the figures.
alter table customers
  add column erased_at timestamptz,
  add column erased_by bigint references agents,
  drop constraint customers_check,
  add constraint customers_known check (erased_at is not null or wa_id is not null or wa_user_id is not null);
-- The same moment, where the lock of every write is taken.
alter table conversations add column erased_at timestamptz;

-- An entry of the audit log may lose the values that an erased customer could be known by, and nothing else.
create or replace function audit_is_kept() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and current_setting('parley.retention', true) = 'on' then return old; end if;
  if tg_op = 'UPDATE' and current_setting('parley.erasure', true) = 'on' and new.before is null and new.after is null
    and (new.id, new.at, new.action, new.agent_id, new.address, new.noun, new.object_id)
      is not distinct from (old.id, old.at, old.action, old.agent_id, old.address, old.noun, old.object_id)
  then return new; end if;
  raise exception 'Entries of the audit log are neither changed nor deleted';
end $$;
