-- What lists and searches read of an application; its form stands apart, so that reading a long list stays quick.
create table applications (
  id bigint primary key default nextval('ids'),
  kind text not null check (kind in ('ipp', 'lib')),
  customer_id bigint not null references customers,
  -- The one that it came through.
  conversation_id bigint not null references conversations,
  form_type text not null,
  form_name text not null,
  policy_type text,
  status text not null check (status in ('DRAFT', 'SUBMITTED', 'PENDING_DOCUMENTS', 'UNDER_REVIEW', 'APPROVED', 'REJECTED')),
  -- The customer as the form has it, and the number that it came from, canonical.
  customer_name text not null,
  customer_phone text,
  customer_email text,
  customer_id_number text,
  verification_flags jsonb not null,
  -- When the form was begun, and when it was sent in; null for what never was.
  created_at timestamptz not null,
  submitted_at timestamptz,
  updated_at timestamptz not null,
  -- Rises with every change of status and flags.
  version int not null default 1
);
create index applications_newest on applications (kind, coalesce(submitted_at, created_at) desc, id desc);
create index applications_status on applications (kind, status, coalesce(submitted_at, created_at) desc, id desc);
create index applications_customer on applications (customer_id);
create index applications_phone on applications (customer_phone);
create index applications_conversation on applications (conversation_id);

create table application_forms (
  application_id bigint primary key references applications,
  form_data jsonb not null,
  -- By the path of a form field, where its value came from.
  provenance jsonb not null
);

-- Every change of status, the first one from null.
create table application_status_changes (
  id bigint primary key default nextval('ids'),
  application_id bigint not null references applications,
  from_status text,
  to_status text not null,
  notes text,
  -- Null where it was nobody of ours.
  agent_id bigint references agents,
  client_change_id text,
  at timestamptz not null
);
create index application_status_changes_application on application_status_changes (application_id, at, id);
create unique index application_status_changes_client_id on application_status_changes (agent_id, client_change_id);

-- For agents only.
create table application_notes (
  id bigint primary key default nextval('ids'),
  application_id bigint not null references applications,
  agent_id bigint not null references agents,
  content text not null,
  client_note_id text,
  at timestamptz not null
);
create index application_notes_application on application_notes (application_id, at, id);
create unique index application_notes_client_id on application_notes (agent_id, client_note_id);

create table application_documents (
  application_id bigint not null references applications,
  attachment_id bigint not null references attachments,
  position int not null,
  primary key (application_id, position)
);
create index application_documents_attachment on application_documents (attachment_id);
