-- The id that the same line has if it is booked by hand, or comes in a file of another kind. Null where it is the id
-- itself, where the bank has no number, and for earlier lines.
alter table bank_lines add column hand_id text;
alter table bank_unmatched_lines add column hand_id text;
create index bank_lines_by_hand on bank_lines (hand_id) where hand_id is not null;
create index bank_unmatched_lines_by_hand on bank_unmatched_lines (hand_id) where hand_id is not null;
