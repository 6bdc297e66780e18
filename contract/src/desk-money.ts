import * as z from 'zod/mini';
import { deskRowSchema } from './desk.js';
import { base64Field, line, requiredLine, uidField } from './fields.js';
import { PROVIDER_NAMES } from './payment-setup.js';

/**
 * The queues of deals whose money waits. `debts` has a deal for each user who owes us money: that of the oldest debt.
 */
export const MONEY_QUEUES = [
  'payments',
  'claims',
  'appeals',
  'disputes',
  'failed-payouts',
  'failed-refunds',
  'debts',
] as const;
export type MoneyQueue = (typeof MONEY_QUEUES)[number];

/** The rows of a page of money. */
export const MAX_DESK_MONEY_PAGE = 50;

/**
 * The largest file of the bank that the desk takes. Reading it delays orders, so larger ones are for the command line.
 */
export const MAX_STATEMENT_BYTES = 1_000_000;
/** The lines of such a file. */
export const MAX_STATEMENT_LINES = 5_000;

const wholeNumber = (least: number) =>
  z.int('must be a whole number').check(z.gte(least, `must be at least ${least}`));
const MAX_INT4 = 2_147_483_647;
const numberField = wholeNumber(1).check(z.lte(MAX_INT4, 'must be a number'));
const versionField = wholeNumber(0);
const numberText = z.string().check(z.refine((text) => /^\d{1,9}$/.test(text), 'must be a number'));
/** The `next` of the previous page. */
const afterNumber = z.optional(z.union([z.literal(''), numberText], 'must be the next of a page'));

/** How many parts, and their sum in dollars with cents. */
export const moneyTotalSchema = z.object({ count: z.int(), amount: z.number() });

/** How many wait, with their sum in dollars with cents, and since when the first one waits. Counts end at 1,000. */
const waitingSchema = z.object({ count: z.int(), amount: z.number(), oldest: z.nullable(z.string()) });

export const deskMoneySchema = z.object({
  provider: z.nullable(z.enum(PROVIDER_NAMES)),
  queues: z.array(z.extend(waitingSchema, { queue: z.enum(MONEY_QUEUES) })),
  /** Null in a market without bank transfers. */
  bank: z.nullable(
    z.object({
      /** Lines of statements that belong to no deal. */
      lines: waitingSchema,
      /** Money that leaves with the next list. */
      payouts: moneyTotalSchema,
      /** Money that waits for an account. */
      withoutAccount: moneyTotalSchema,
      /** Lists that wait for a second member, and those that are at the bank. */
      proposed: moneyTotalSchema,
      atBank: moneyTotalSchema,
    }),
  ),
});
export type DeskMoney = z.infer<typeof deskMoneySchema>;

const POSITION = /^\d{1,16}\.\d{1,9}\.[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/;

/** `after` is the `next` of the page before. */
export const deskMoneyDealsQuerySchema = z.object({
  queue: z.enum(MONEY_QUEUES, `must be one of ${MONEY_QUEUES.join(', ')}`),
  after: z.optional(
    z.union([z.literal(''), z.string().check(z.regex(POSITION))], 'must be the next of a page'),
  ),
});
/** The longest waiting ones first. `amount` is in dollars with cents. */
export const deskMoneyDealsSchema = z.object({
  deals: z.array(z.extend(deskRowSchema, { amount: z.number(), waitsSince: z.string() })),
  next: z.nullable(z.string()),
});
export type MoneyDealRow = z.infer<typeof deskMoneyDealsSchema>['deals'][number];

/** The results of booking a line of a statement. */
const BOOKING_RESULT_NAMES = [
  'exact',
  'part',
  'too-much',
  'too-little',
  'late',
  'unknown',
  'ambiguous',
  'own',
  'waiting',
  'booked',
  'taken-back',
  'skipped',
] as const;
export type BookingResultName = (typeof BOOKING_RESULT_NAMES)[number];

const referenceField = requiredLine(60, 'must be a reference');

/** A file of the bank, in base64. */
export const statementBodySchema = z.strictObject({
  uid: uidField,
  content: base64Field(MAX_STATEMENT_BYTES),
});

/**
 * A line of a statement. `amount` is the text of the file, as a line that cannot be booked may have any. `code` and
 * `reference` are those of the deal that it is booked to. `text` has the payer's words, where no deal is known.
 */
export const statementLineSchema = z.object({
  line: z.int(),
  amount: z.string(),
  result: z.enum(BOOKING_RESULT_NAMES),
  code: z.nullable(z.string()),
  reference: z.nullable(z.string()),
  text: z.nullable(z.string()),
});
export type StatementLine = z.infer<typeof statementLineSchema>;

/** `booked` counts the lines that a deal gets, `kept` those that wait for a member. */
export const statementSchema = z.object({
  lines: z.array(statementLineSchema),
  booked: z.int(),
  kept: z.int(),
  /** True if all incoming lines were known before: the file was imported already. */
  isKnown: z.boolean(),
});
export type Statement = z.infer<typeof statementSchema>;

/** A line that no deal has. `payer` is as the bank names them, for the member who looks for the deal. */
const bankLineSchema = z.object({
  number: z.int(),
  version: z.int(),
  amount: z.number(),
  bookedOn: z.string(),
  text: z.string(),
  payer: z.nullable(z.string()),
  hasAccount: z.boolean(),
  reason: z.enum(['unknown', 'ambiguous', 'own-deal', 'corrected']),
  importedBy: z.string(),
  importedAt: z.string(),
});
export type BankLine = z.infer<typeof bankLineSchema>;

export const bankLinesQuerySchema = z.object({ after: afterNumber });
export const bankLinesSchema = z.object({ lines: z.array(bankLineSchema), next: z.nullable(z.string()) });

const LINE_FIELDS = { uid: uidField, number: numberField, version: versionField };
export const bookBankLineBodySchema = z.strictObject({ ...LINE_FIELDS, reference: referenceField });
/** An account as its owner would type it. */
const enteredAccountSchema = z.strictObject({
  holder: requiredLine(70, 'must name the account holder'),
  account: requiredLine(40, 'must be an IBAN or an account number'),
  bankCode: line(20),
});
/** `account`: where the bank has not named the payer; null otherwise. */
export const returnBankLineBodySchema = z.strictObject({
  ...LINE_FIELDS,
  account: z.optional(z.nullable(enteredAccountSchema)),
});

export const bookedBankLinesParamsSchema = z.object({ code: line(60) });
/** A line that was booked to a deal. `correction`: it was booked by mistake. */
const bookedBankLineSchema = z.object({
  id: z.string(),
  amount: z.number(),
  bookedOn: z.string(),
  payer: z.nullable(z.string()),
  bookedBy: z.string(),
  correction: z.nullable(z.object({ by: z.string(), reason: z.string() })),
});
export type BookedBankLine = z.infer<typeof bookedBankLineSchema>;
export const bookedBankLinesSchema = z.object({ lines: z.array(bookedBankLineSchema) });
export const correctBankLineBodySchema = z.strictObject({
  uid: uidField,
  id: requiredLine(200, 'must be a line'),
  reason: requiredLine(200, 'must say why'),
});

/** Outgoing money. `code` is that of its deal; null for a line that no deal has. */
const outgoingSchema = z.object({
  kind: z.enum(['pay-out', 'refund', 'return', 'credit']),
  amount: z.number(),
  code: z.nullable(z.string()),
});

export const waitingPayoutsQuerySchema = z.object({
  after: z.optional(z.union([z.literal(''), line(100)], 'must be the next of a page')),
});
/** `isOwn`: the member's own deal, which is on the list of another one. `releaseAbove` is the limit of one member. */
export const waitingPayoutsSchema = z.object({
  payouts: z.array(z.extend(outgoingSchema, { hasAccount: z.boolean(), isOwn: z.boolean() })),
  next: z.nullable(z.string()),
  releaseAbove: z.number(),
  /** The number of the newest list; 0 before the first one. */
  lastList: z.int(),
});
export type WaitingPayout = z.infer<typeof waitingPayoutsSchema>['payouts'][number];

/** `lastList` is the one that the member saw: if there is a newer one, another member was first. */
export const proposePayoutsBodySchema = z.strictObject({ uid: uidField, lastList: versionField });

/**
 * A list of outgoing money. `decidedBy` is the member who released or withdrew it; null for a list within the limit of
 * one member.
 */
const payoutListRowSchema = z.object({
  list: z.int(),
  version: z.int(),
  state: z.enum(['proposed', 'released', 'withdrawn']),
  createdBy: z.string(),
  createdAt: z.string(),
  decidedBy: z.nullable(z.string()),
  listed: moneyTotalSchema,
  paid: moneyTotalSchema,
  returned: moneyTotalSchema,
});
export type PayoutListRow = z.infer<typeof payoutListRowSchema>;

/** Newest first. */
export const payoutListsQuerySchema = z.object({ before: afterNumber });
export const payoutListsSchema = z.object({
  lists: z.array(payoutListRowSchema),
  next: z.nullable(z.string()),
});

export const payoutListParamsSchema = z.object({ list: numberText });
export const payoutListQuerySchema = z.object({ after: afterNumber });
/** `account` has the last characters of the account. */
export const payoutEntrySchema = z.extend(outgoingSchema, {
  entry: z.int(),
  state: z.enum(['listed', 'paid', 'returned']),
  account: z.string(),
  reason: z.nullable(z.string()),
});
export type PayoutEntry = z.infer<typeof payoutEntrySchema>;
/**
 * A list with a page of its entries. `isOwn`: one of them belongs to a deal of the member, who leaves it to others.
 * `hasEntered`: the member has entered the account of one of them, and leaves its release to others.
 */
export const payoutListSchema = z.extend(payoutListRowSchema, {
  isOwn: z.boolean(),
  hasEntered: z.boolean(),
  entries: z.array(payoutEntrySchema),
  next: z.nullable(z.string()),
});
export type PayoutList = z.infer<typeof payoutListSchema>;

const PAYOUT_FORMS = ['pain001', 'csv'] as const;
export const payoutFileQuerySchema = z.object({
  form: z.enum(PAYOUT_FORMS, `must be ${PAYOUT_FORMS.join(' or ')}`),
});

const LIST_FIELDS = { uid: uidField, list: numberField, version: versionField };
export const decidePayoutListBodySchema = z.strictObject({
  ...LIST_FIELDS,
  decision: z.enum(['release', 'withdraw'], 'must be release or withdraw'),
});

/** `entries` are those of the report; null for all of them. `reason` is that of the bank, for money that came back. */
export const reportPayoutsBodySchema = z
  .strictObject({
    ...LIST_FIELDS,
    state: z.enum(['paid', 'returned'], 'must be paid or returned'),
    entries: z.nullable(
      z
        .array(numberField)
        .check(z.minLength(1, 'must name an entry'), z.maxLength(500, 'must have at most 500 entries')),
    ),
    reason: z.nullable(requiredLine(140, 'must say why')),
  })
  .check(
    z.refine(
      ({ state, entries, reason }) =>
        state === 'paid' ? reason === null : entries !== null && reason !== null,
      'money that came back needs its entries and a reason, and money that was paid has none',
    ),
  );
