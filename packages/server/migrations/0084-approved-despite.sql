-- What stood open as an application was approved all the same, as it was said then: [{code, field, sentence}]. Null: nothing did.
alter table application_status_changes add column despite jsonb;
