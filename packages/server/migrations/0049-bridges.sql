-- Channels beside WhatsApp, each behind a bridge of its own: its id stands where a business number's does.

-- By what a bridge knows a customer. Who was merged since is the customer that they turned out to be.
create table bridge_customers (
  phone_number_id text not null,
  peer text not null,
  customer_id bigint not null references customers,
  -- When they were last heard of there: answers go to the newest.
  wrote_at timestamptz not null,
  primary key (phone_number_id, peer)
);
create index bridge_customers_customer on bridge_customers (customer_id);

-- By what the bridge knows the customer to whom answers go; null: it is a conversation on WhatsApp. Empty once the customer
-- was erased.
alter table conversations add column peer text;
