import { areValid, type EntryChanges } from './change-kind.js';

/** One row of the feed. */
export interface FeedEntry {
  /** The id of its stream. */
  readonly stream: string;
  /** Its number in its stream, from 1 without gaps. */
  readonly seq: number;
  readonly changes: EntryChanges;
}

/** A feed entry with an invalid payload, from a faulty server or a manual change of the table. */
export class UnreadableEntryError extends Error {
  override readonly name = 'UnreadableEntryError';

  constructor({ stream, seq }: FeedEntry) {
    super(`Entry ${seq} of the feed's stream ${stream} is invalid, and is skipped.`);
  }
}

/** True if the entry's payload is valid. */
export function isReadable({ changes }: FeedEntry): boolean {
  return areValid(changes);
}
