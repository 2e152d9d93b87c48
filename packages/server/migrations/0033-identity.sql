-- Whatever WhatsApp called a customer by before finds them: numbers, and user ids too.
alter table customer_aliases rename column wa_id to address;
alter table customer_aliases
  -- `number` or `user_id`; what both look like never coincides, but each is looked for among its own.
  add column kind text not null default 'number' check (kind in ('number', 'user_id')),
  drop constraint customer_aliases_pkey,
  add primary key (kind, address);
alter table customer_aliases alter column kind drop default;

alter table customers
  -- Whose number is somebody else's now, and who has no user id, is known by nothing: nobody can be reached there.
  drop constraint customers_known,
  -- The customer that this one turned out to be; everything of theirs is there.
  add column merged_into bigint references customers;
create index customers_merged on customers (merged_into) where merged_into is not null;

alter table conversations
  -- The conversation of the same customer in which this one goes on: its messages are there.
  add column continued_in bigint references conversations;
