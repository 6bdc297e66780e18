import * as z from 'zod/mini';
import { uidField } from './fields.js';

/** The states of a seller's asks: listed as usual, being paused, paused, being brought back, and brought back. */
const VACATION_STATES = ['none', 'pausing', 'away', 'returning', 'back'] as const;

/** `start` pauses all asks, `end` brings them back or tries the refused ones again, `close` forgets the result. */
export const VACATION_ACTS = ['start', 'end', 'close'] as const;

export const vacationBodySchema = z.strictObject({
  uid: uidField,
  act: z.enum(VACATION_ACTS, `must be ${VACATION_ACTS.join(', ')}`),
});

/** The most refused asks that the answer names. */
export const MAX_SHOWN_REFUSALS = 100;

export const vacationSchema = z.object({
  state: z.enum(VACATION_STATES),
  /** ISO 8601 in UTC; null without one. */
  startedAt: z.nullable(z.string()),
  /** The number of asks that are paused, or about to be. */
  paused: z.int(),
  /** The number of asks that are back, or have sold when they came back. */
  back: z.int(),
  /** The number of asks that could not be brought back. They stay remembered. */
  refusedAsks: z.int(),
  /** The first 100 of them, each with the sentence of its refusal. */
  refusals: z.array(
    z.object({
      order: z.string(),
      name: z.string(),
      size: z.string(),
      price: z.int(),
      answer: z.string(),
    }),
  ),
});

export type Vacation = z.infer<typeof vacationSchema>;

export const NO_VACATION: Vacation = {
  state: 'none',
  startedAt: null,
  paused: 0,
  back: 0,
  refusedAsks: 0,
  refusals: [],
};

/** A remembered ask in the export. */
export const exportedVacationSchema = z.object({
  startedAt: z.string(),
  state: z.enum(VACATION_STATES),
  asks: z.array(
    z.object({
      order: z.string(),
      name: z.string(),
      size: z.string(),
      price: z.int(),
      /** The floor of the ask's rule; null without one. */
      floor: z.nullable(z.int()),
      /** True if it is placed again if its buyer does not pay. */
      relist: z.boolean(),
      state: z.enum(['pausing', 'away', 'back', 'refused']),
      answer: z.nullable(z.string()),
    }),
  ),
});
