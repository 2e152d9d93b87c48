-- Whether the customer was ever asked for the form: one that an agent began is not until the bot asks.
alter table application_drafts add column is_asked boolean not null default true;
