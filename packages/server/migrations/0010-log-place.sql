-- Which database the log was written in. A restored dump brings the log's id along but finds another place here, and takes
-- a new id, since its numbers go on from an older point.
alter table live_clock add column place text;
