import { SIDES } from '@perkex/core/order-book/order.js';
import { BLOCK_REASONS, UNBLOCK_REASONS } from '@perkex/core/users/blocks.js';
import * as z from 'zod/mini';
import { DEAL_GROUPS, DEAL_PARTIES, dealRowSchema } from './deals.js';
import { orderIdField, priceField, requiredLine, searchField, uidField } from './fields.js';
import { membershipSchema } from './membership.js';
import { moneySumSchema } from './money.js';

/** The users that a search finds. */
export const MAX_FOUND_USERS = 20;
/** The most open orders and notes of a user that the desk shows, and the most deals on a page. */
export const MAX_SHOWN_ORDERS = 100;
export const MAX_SHOWN_DEALS = 20;
export const MAX_SHOWN_NOTES = 50;
const MAX_NOTE_LENGTH = 1_000;
/** More than any market allows. */
const MAX_LIMIT = 100_000;

/** `search` is an id, or the beginning of an e-mail or of a name, in any case. */
export const deskUsersQuerySchema = z.object({
  search: searchField,
});

/** A user in a list. `email` is null where this service does not know it. */
export const deskUserRowSchema = z.object({
  user: z.string(),
  name: z.string(),
  email: z.nullable(z.string()),
  isEmailProved: z.boolean(),
  since: z.nullable(z.string()),
  isBlocked: z.boolean(),
});
export type DeskUserRow = z.infer<typeof deskUserRowSchema>;
export const deskUsersSchema = z.object({ users: z.array(deskUserRowSchema), hasMore: z.boolean() });

export const deskUserParamsSchema = z.object({ user: uidField });

export const userNoteSchema = z.object({ member: z.string(), text: z.string(), at: z.string() });
const openOrderSchema = z.object({
  side: z.enum(SIDES),
  productId: z.int(),
  name: z.string(),
  size: z.string(),
  price: z.int(),
  placedAt: z.string(),
});

/**
 * Limits of one user, below those of the market; null for none. `price` is the highest of an order, in whole dollars.
 */
export const userLimitsSchema = z.object({
  openOrders: z.nullable(z.int()),
  price: z.nullable(z.int()),
  reason: z.enum(BLOCK_REASONS),
  at: z.string(),
});

/**
 * A user as admins see them: nothing about their password, second factor, sessions, address or the other side of a
 * deal.
 */
export const deskUserSchema = z.extend(deskUserRowSchema, {
  /** True if it is the member's own account. Another member decides about it. */
  isOwn: z.boolean(),
  member: z.nullable(membershipSchema),
  block: z.nullable(z.object({ reason: z.enum(BLOCK_REASONS), by: z.string(), at: z.string() })),
  ownLimits: z.nullable(z.extend(userLimitsSchema, { by: z.string() })),
  /** The debt, in dollars with cents, and its first moment; null for none. Until `deferredUntil` it stops nothing. */
  debt: z.nullable(
    z.object({
      amount: z.number(),
      since: z.string(),
      stopsSelling: z.boolean(),
      deferredUntil: z.nullable(z.string()),
    }),
  ),
  /** Until when the user cannot buy unless they save a card, because two payments failed; null if they can buy. */
  needsCardUntil: z.nullable(z.string()),
  /** Since when the account is being erased; null if it is not. */
  erasedAt: z.nullable(z.string()),
  /** The newest ones, up to 100. */
  orders: z.array(openOrderSchema),
  limits: z.object({
    openOrders: z.int(),
    /** Null without a limit. */
    maxOpenOrders: z.nullable(z.int()),
    /** Undone trades of the last 30 days. */
    undos: z.int(),
  }),
  /** In dollars with cents. */
  balances: z.array(moneySumSchema),
  /** Newest first. */
  notes: z.array(userNoteSchema),
});
export type DeskUser = z.infer<typeof deskUserSchema>;

export const deskUserDealsQuerySchema = z.object({
  party: z.enum(DEAL_PARTIES, `must be ${DEAL_PARTIES.join(' or ')}`),
  group: z.enum(DEAL_GROUPS, `must be ${DEAL_GROUPS.join(' or ')}`),
  before: z.optional(z.union([z.literal(''), orderIdField], 'must be the next of a page')),
});
/** Newest first. `code` is the one on the papers of the deal. */
export const deskUserDealsSchema = z.object({
  deals: z.array(
    z.extend(
      z.pick(dealRowSchema, { name: true, size: true, price: true, total: true, date: true, state: true }),
      {
        code: z.string(),
      },
    ),
  ),
  next: z.nullable(z.string()),
});

const decided = { uid: uidField, user: uidField };
export const blockUserBodySchema = z.strictObject({
  ...decided,
  reason: z.enum(BLOCK_REASONS, `must be one of ${BLOCK_REASONS.join(', ')}`),
});
export const unblockUserBodySchema = z.strictObject({
  ...decided,
  reason: z.enum(UNBLOCK_REASONS, `must be one of ${UNBLOCK_REASONS.join(', ')}`),
});
const openOrdersField = z
  .int('must be a whole number')
  .check(z.gte(0, 'must be 0 or more'), z.lte(MAX_LIMIT, `must be at most ${MAX_LIMIT}`));
export const ownLimitsSchema = z.strictObject({
  openOrders: z.nullable(openOrdersField),
  price: z.nullable(priceField),
});
/** `seen` are the limits that the member has seen. Two nulls as `limits` end them. */
export const limitUserBodySchema = z.strictObject({
  ...decided,
  seen: ownLimitsSchema,
  limits: ownLimitsSchema,
  reason: z.enum(BLOCK_REASONS, `must be one of ${BLOCK_REASONS.join(', ')}`),
});
export const deferDebtBodySchema = z.strictObject(decided);
/** `note` is created by the client. */
export const noteUserBodySchema = z.strictObject({
  ...decided,
  note: orderIdField,
  text: requiredLine(MAX_NOTE_LENGTH, 'Write a note.'),
});
