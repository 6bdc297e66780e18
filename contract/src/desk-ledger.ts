import { ACCOUNTS } from '@perkex/core/deals/accounts.js';
import { DEAL_EVENTS } from '@perkex/core/deals/deal-event.js';
import { isDay } from '@perkex/core/figures/days.js';
import * as z from 'zod/mini';
import { deskDealParamsSchema } from './desk.js';

/** The days and the transfers of a page. */
export const MAX_LEDGER_DAYS = 31;
export const MAX_LEDGER_TRANSFERS = 100;
/** The transfers of one file. The next file begins after its last one. */
export const MAX_EXPORTED_TRANSFERS = 5_000;

const accountField = z.enum(ACCOUNTS, `must be one of ${ACCOUNTS.join(', ')}`);
const dayField = z.string('must be a day').check(z.refine(isDay, 'must be a day such as 2026-11-26'));
const POSITION =
  /^\d{1,13}\.\d{1,9}\.[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}\.\d{1,9}\.\d{1,9}$/;
const none = z.literal('');

/** Sums in dollars with cents, and the number of transfers. */
const sums = { in: z.number(), out: z.number(), balance: z.number(), transfers: z.int() };

/** `day` is a UTC day; without it, the sums are those of all days. */
export const ledgerQuerySchema = z.object({ day: z.optional(z.union([none, dayField], 'must be a day')) });
export const ledgerSchema = z.object({ accounts: z.array(z.object({ account: accountField, ...sums })) });

export const ledgerAccountParamsSchema = z.object({ account: accountField });
/** `before` is the `next` of the page before. */
export const ledgerAccountQuerySchema = z.object({
  before: z.optional(z.union([none, dayField], 'must be a day')),
});
export const ledgerAccountSchema = z.object({
  days: z.array(z.object({ day: z.string(), ...sums })),
  next: z.nullable(z.string()),
});

/** `after` is the `next` of the page before, or the position of the last row of a file. */
export const ledgerTransfersQuerySchema = z.object({
  day: dayField,
  account: z.optional(z.union([none, accountField], 'must be an account')),
  after: z.optional(z.union([none, z.string().check(z.regex(POSITION))], 'must be the next of a page')),
});
export const ledgerTransferSchema = z.object({
  /** The code of the deal. */
  code: z.string(),
  event: z.enum(DEAL_EVENTS),
  at: z.string(),
  from: accountField,
  to: accountField,
  amount: z.number(),
});
export const ledgerTransfersSchema = z.object({
  transfers: z.array(ledgerTransferSchema),
  next: z.nullable(z.string()),
});

export const ledgerDealParamsSchema = deskDealParamsSchema;
export const ledgerDealSchema = z.object({ code: z.string(), transfers: z.array(ledgerTransferSchema) });
