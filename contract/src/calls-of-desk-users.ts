import { csvSchema } from './csv.js';
import { journalQuerySchema, journalSchema } from './desk-journal.js';

const OF_MEMBERS = ['factor-needed', 'member-proof-needed'] as const;

/** The calls of admins about the acts of members and about users, as parts of `CALLS`. */
export const CALLS_OF_DESK_USERS = {
  journal: {
    tag: 'desk',
    summary: 'The acts of members, newest first',
    answers: 'A page of acts, and the members and kinds of acts that the journal has',
    query: journalQuerySchema,
    answer: journalSchema,
    problems: OF_MEMBERS,
  },
  exportJournal: {
    tag: 'desk',
    summary:
      'The acts of members as a table, newest first, up to 5,000. The next file begins after the position of the last row',
    answers: 'The table',
    query: journalQuerySchema,
    answer: csvSchema,
    problems: OF_MEMBERS,
  },
} as const;
