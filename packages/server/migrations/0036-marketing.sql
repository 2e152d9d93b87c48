alter table customers
  -- Since when the customer wants no marketing messages; null: they have not said so.
  add column marketing_opt_out_at timestamptz,
  -- WhatsApp's time of what was said last: webhooks come in any order.
  add column marketing_told_at timestamptz;
