-- Search finds any part of a name or number: three letters or digits and more by an index. The extension comes with
-- PostgreSQL's own additions, and the owner of a database may make it.
create extension if not exists pg_trgm;

-- What a customer is called stands here word for word as in src/conversations/search.ts.
create index customers_search on customers using gin (
  (coalesce(name, 'Customer (' || coalesce(phone, 'Unknown') || ')')) gin_trgm_ops, phone gin_trgm_ops
);
create index applications_search on applications using gin (
  customer_name gin_trgm_ops, customer_phone gin_trgm_ops, customer_id_number gin_trgm_ops
);
