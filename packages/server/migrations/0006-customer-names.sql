-- `name` is the name that is shown: an agent's where `name_set_by` is somebody, else that of the customer's profile.
alter table customers
  add column name_set_by bigint references agents,
  -- As the newest message brought it, and when that was written: messages arrive in any order.
  add column profile_name text,
  add column profile_name_at timestamptz;
update customers set profile_name = name where erased_at is null;
