-- What agents know of a customer, in one text that stands beside each of their conversations. One that was taken away is
-- empty; its version stays, so that an edit of what was there before is noticed.
create table customer_notes (
  customer_id bigint primary key references customers (id),
  text text not null,
  version int not null default 1,
  updated_at timestamptz not null,
  updated_by bigint not null references agents (id)
);
