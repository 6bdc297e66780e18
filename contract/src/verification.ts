import { KINDS } from '@perkex/core/finding/kinds.js';
import { MAX_POINT_LENGTH, MAX_POINTS } from '@perkex/core/verification/checklist.js';
import { REJECTION_REASONS } from '@perkex/core/verification/rejections.js';
import { EXPECTED_VERDICTS, VERDICTS } from '@perkex/core/verification/second-review.js';
import * as z from 'zod/mini';
import { photoSchema } from './desk-photos.js';
import { codeField, requiredLine, uidField } from './fields.js';

/** The points that the member checks; `id` names this version of the list. */
export const checklistSchema = z.object({ id: z.int(), points: z.array(z.string()) });

/** A point of a checklist as a member answered it. */
export const answeredPointSchema = z.object({ point: z.string(), isInOrder: z.boolean() });

/** The verdict of a member on a pair. */
export const reviewSchema = z.object({
  member: z.string(),
  verdict: z.enum(VERDICTS),
  reasons: z.array(z.enum(REJECTION_REASONS)),
  points: z.array(answeredPointSchema),
  date: z.string(),
});
export type Review = z.infer<typeof reviewSchema>;

/** The member who has a pair to check; `takenFrom` had reserved it before. */
export const reservationSchema = z.object({
  member: z.string(),
  until: z.string(),
  takenFrom: z.nullable(z.string()),
});

/** Names a pair by the code of its deal. */
export const pairBodySchema = z.strictObject({ uid: uidField, code: codeField });

/** The check of a pair, as the buyer and the seller see it. */
const dealReportSchema = z.object({
  verdict: z.enum(VERDICTS),
  reasons: z.array(z.enum(REJECTION_REASONS)),
  points: z.array(answeredPointSchema),
  photos: z.array(photoSchema),
  date: z.string(),
});
export type DealReport = z.infer<typeof dealReportSchema>;

/** Null until a verdict has taken effect. */
export const ownReportSchema = z.object({ report: z.nullable(dealReportSchema) });

export const verdictBodySchema = z.strictObject({
  uid: uidField,
  code: codeField,
  /** The version of the deal that the member saw. */
  version: z.int('must be a version').check(z.gte(0, 'must be a version')),
  verdict: z.enum(VERDICTS, `must be one of ${VERDICTS.join(', ')}`),
  /** The id of the checklist that the member saw. */
  checklist: z.int('must be the id of a checklist'),
  /** For each point, whether it is in order. */
  answers: z
    .array(z.boolean('must be true or false'), 'must be a list')
    .check(z.maxLength(MAX_POINTS, `must have at most ${MAX_POINTS} answers`)),
  /** Only for `fail`. */
  reasons: z
    .array(z.enum(REJECTION_REASONS, `must be one of ${REJECTION_REASONS.join(', ')}`), 'must be a list')
    .check(z.maxLength(REJECTION_REASONS.length, 'must name each reason once')),
});

/** An admin says what members must find in a pair: a pass, or a reason to reject it. */
export const expectVerdictBodySchema = z.strictObject({
  uid: uidField,
  code: codeField,
  expected: z.enum(EXPECTED_VERDICTS, `must be one of ${EXPECTED_VERDICTS.join(', ')}`),
});

/** How often a member found what was expected of test pairs. */
export const testResultSchema = z.object({
  member: z.string(),
  expected: z.enum(EXPECTED_VERDICTS),
  pairs: z.int(),
  right: z.int(),
});
export type TestResult = z.infer<typeof testResultSchema>;

const kindField = z.nullable(z.enum(KINDS, `must be null or one of ${KINDS.join(', ')}`));

/** How often a member's verdict was that of another member who reviewed the same pair. */
export const agreementSchema = z.object({
  member: z.string(),
  /** The pairs that they reviewed, and those of them with two reviews. */
  reviewed: z.int(),
  compared: z.int(),
  agreed: z.int(),
});

/** A list that an admin has written; `kind` null is that of all kinds without one. `id` names the version. */
export const writtenChecklistSchema = z.object({
  id: z.int(),
  kind: kindField,
  points: z.array(z.string()),
  member: z.string(),
  date: z.string(),
});

/** The checklists, and how far members agree over the last 90 days. */
export const verificationSchema = z.object({
  /** The list that holds where nothing was written. */
  standard: z.array(z.string()),
  checklists: z.array(writtenChecklistSchema),
  agreement: z.array(agreementSchema),
  /** For admins; null for others, who know of no test. */
  tests: z.nullable(z.array(testResultSchema)),
});
export type Verification = z.infer<typeof verificationSchema>;

/** `seen` is the id of the list that the admin saw; 0 if there was none. Without points, the list of this kind ends. */
export const changeChecklistBodySchema = z.strictObject({
  uid: uidField,
  kind: kindField,
  seen: z.int('must be the id of a checklist').check(z.gte(0, 'must be the id of a checklist')),
  points: z
    .array(requiredLine(MAX_POINT_LENGTH, 'must not be empty'), 'must be a list')
    .check(z.maxLength(MAX_POINTS, `must have at most ${MAX_POINTS} points`)),
});
