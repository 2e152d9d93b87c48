-- Addresses at which WhatsApp knew a customer before: what is written from one still finds them.
create table customer_aliases (
  wa_id text primary key,
  customer_id bigint not null references customers,
  -- When the customer was last known by it.
  until timestamptz not null
);
create index customer_aliases_customer on customer_aliases (customer_id);
