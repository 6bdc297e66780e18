-- The id that the page gives a note, so that one that is sent again is stored once. Null for earlier notes.
alter table user_notes add column note_id uuid;
create unique index user_notes_by_id on user_notes (user_id, note_id);
