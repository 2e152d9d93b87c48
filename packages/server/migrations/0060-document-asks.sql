-- A document that an agent asked a customer for, by which message, and the customer's message that brought it. Null: none did.
create table application_document_asks (
  id bigint primary key default nextval('ids'),
  application_id bigint not null references applications,
  document_type text not null,
  agent_id bigint not null references agents,
  message_id bigint not null references messages,
  at timestamptz not null,
  brought_by bigint references messages,
  brought_at timestamptz,
  constraint document_asks_brought check ((brought_by is null) = (brought_at is null))
);
create index application_document_asks_application on application_document_asks (application_id, at, id);
