-- A conversation may go back to the queue, since who had it may not sign in any more: nobody has it then, no offer
-- brought it about, and nobody of ours did it.
alter table owner_changes
  alter column assignment_id drop not null,
  alter column to_id drop not null,
  alter column by_id drop not null,
  add constraint owner_changes_hand_back check (
    (to_id is null) = (assignment_id is null) and (to_id is null or by_id is not null));
