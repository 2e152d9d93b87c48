-- The business numbers that this workspace answers from, and those that it did before: as they were configured when it
-- started last.
create table business_numbers (
  phone_number_id text primary key,
  is_served boolean not null,
  -- What agents see of it; null where there is nothing to tell apart.
  shown_as text,
  -- The business account whose templates go from it; null: nobody said.
  account_id text
);
insert into business_numbers (phone_number_id, is_served) select distinct phone_number_id, true from conversations;

-- The number that it came to is not served any more: nothing can be sent from there.
alter table conversations add column number_gone boolean not null default false;
