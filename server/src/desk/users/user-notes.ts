import { MAX_SHOWN_NOTES } from '@perkex/contract/desk-users.js';
import type pg from 'pg';
import { forgetRows } from '../../database/forget-rows.js';
import { float8, type RowOf, statement, text, timestamptz } from '../../database/statement.js';
import type { Transaction } from '../../database/transaction.js';
import { type ExportPart, listOf } from '../../users/user-export.js';

const READ_NOTES = statement({
  name: 'read-notes-of-user',
  text: 'select member, text, at from user_notes where user_id = $1 order by id desc limit $2',
  row: { member: text, text, at: timestamptz },
});

const EXPORT_NOTES = statement({
  name: 'export-notes-of-user',
  text: `select id::float8, text, at from user_notes where user_id = $1 and id > $2::float8::bigint
         order by user_notes.id limit $3`,
  row: { id: float8, text, at: timestamptz },
});

const SAVE_NOTE = statement({
  name: 'save-note-of-user',
  text: `insert into user_notes (user_id, note_id, member, text) values ($1, $2, $3, $4)
         on conflict (user_id, note_id) do nothing returning id::float8`,
  row: { id: float8 },
});

/** The newest notes of members about a user. */
export async function readNotes(pool: pg.Pool, userId: string) {
  const rows = await READ_NOTES.rows(pool, [userId, MAX_SHOWN_NOTES]);
  return rows.map(({ at, ...note }) => ({ ...note, at: at.toISOString() }));
}

/** A note of a member. `id` is created by the page. */
export interface NewNote {
  readonly id: string;
  readonly member: string;
  readonly words: string;
}

/** @returns the number of the note, which the journal has in place of its words; null if it is already stored */
export async function saveNote(
  tx: Transaction,
  userId: string,
  { id, member, words }: NewNote,
): Promise<number | null> {
  const saved = await SAVE_NOTE.row(tx, [userId, id, member, words]);
  return saved?.id ?? null;
}

/** Deletes the notes about a user whose account is erased or transferred. */
export const forgetNotes = forgetRows('forget-notes-of-user', 'user_notes');

/** The notes about a user, for their export, without the members' names. */
export function noteExport(pool: pg.Pool): ExportPart<'notes'> {
  return async (userId) => ({
    notes: listOf(
      (after: RowOf<typeof EXPORT_NOTES> | undefined, limit) =>
        EXPORT_NOTES.rows(pool, [userId, after?.id ?? 0, limit]),
      ({ text: words, at }) => ({ text: words, at: at.toISOString() }),
    ),
  });
}
