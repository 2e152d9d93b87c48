-- Whether the queue offers conversations to the account by itself. A colleague can still offer it one, and it can take one.
alter table agents add column takes_conversations boolean not null default true;
update agents set takes_conversations = false where role <> 'AGENT';
