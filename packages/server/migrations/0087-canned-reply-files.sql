-- The files of a canned reply, in their order. Each is the reply's own: who chooses one gets a row of their own with the
-- same bytes, so that what is sent knows nothing of the reply any more.
create table canned_reply_files (
  reply_id bigint not null references canned_replies (id),
  attachment_id bigint not null references attachments (id),
  position int not null,
  primary key (reply_id, position)
);
-- A file belongs to one canned reply alone.
create unique index canned_reply_files_attachment on canned_reply_files (attachment_id);
