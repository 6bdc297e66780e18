import { isDay } from '@perkex/core/figures/days.js';
import * as z from 'zod/mini';
import { line } from './fields.js';
import { ROLES } from './roles.js';

/** The acts of a page. */
export const MAX_JOURNAL_PAGE = 50;
/** The acts of one file. The next file begins before its last one. */
export const MAX_EXPORTED_ACTS = 5_000;

const MAX_SUBJECT_LENGTH = 200;
const NAME = /^[a-z][a-z0-9-]{0,39}$/;
const none = z.literal('');

const nameField = z.string().check(z.refine((text) => NAME.test(text), 'must be a name'));
const dayField = z.string('must be a day').check(z.refine(isDay, 'must be a day such as 2026-11-26'));
const positionField = z
  .string()
  .check(z.refine((text) => /^\d{1,15}$/.test(text), 'must be the next of a page'));

/**
 * The acts that a member wants to see. `subject` is the code of a deal, or a subject as the journal has it, such as
 * `product/12`. `from` and `to` are UTC days, both included. `before` is the `next` of the page before, or the position
 * of the last row of a file.
 */
export const journalQuerySchema = z.object({
  member: z.optional(z.union([none, line(40)], 'must be a member')),
  act: z.optional(z.union([none, nameField], 'must be an act')),
  subject: z.optional(line(MAX_SUBJECT_LENGTH)),
  from: z.optional(z.union([none, dayField], 'must be a day')),
  to: z.optional(z.union([none, dayField], 'must be a day')),
  before: z.optional(z.union([none, positionField], 'must be the next of a page')),
});
export type JournalQuery = z.infer<typeof journalQuerySchema>;

/** A value that an act has changed; null where it did not exist. */
const changeSchema = z.object({
  name: z.string(),
  before: z.nullable(z.string()),
  after: z.nullable(z.string()),
});

/** `role` and `requestId` are null for what the operator did by a command. */
export const journalActSchema = z.object({
  position: z.string(),
  at: z.string(),
  member: z.string(),
  role: z.nullable(z.enum(ROLES)),
  act: z.string(),
  subject: z.string(),
  changes: z.array(changeSchema),
  requestId: z.nullable(z.string()),
});
export type JournalAct = z.infer<typeof journalActSchema>;

/** `members` and `kinds` are those that the whole journal has. */
export const journalSchema = z.object({
  acts: z.array(journalActSchema),
  next: z.nullable(z.string()),
  members: z.array(z.string()),
  kinds: z.array(z.string()),
});
export type Journal = z.infer<typeof journalSchema>;
