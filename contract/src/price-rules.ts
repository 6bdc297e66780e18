import * as z from 'zod/mini';
import { orderIdField, priceField, uidField } from './fields.js';
import { MAX_COMMANDS_IN_BATCH } from './order-batch.js';
import { productOfOrderField } from './orders.js';

const ruleSchema = z.strictObject({
  id: orderIdField,
  productId: productOfOrderField,
  floor: z.nullable(priceField),
});

/** An ask may be named with its product or without, but not in both ways at once. */
function nameEachOnce(rules: readonly z.infer<typeof ruleSchema>[]): boolean {
  const idsAlone = new Set(rules.flatMap(({ id, productId }) => (productId === undefined ? [id] : [])));
  const names = new Set(rules.map(({ id, productId = 0 }) => `${productId}/${id}`));
  return names.size === rules.length && rules.every(({ id, productId }) => !productId || !idsAlone.has(id));
}

/** Rules for up to 500 of the user's open asks (orders-beyond, "Many pairs"); a `floor` of null ends one. */
export const priceRulesBodySchema = z.strictObject({
  uid: uidField,
  rules: z
    .array(ruleSchema, 'must be a list')
    .check(
      z.minLength(1, 'must have at least one rule'),
      z.maxLength(MAX_COMMANDS_IN_BATCH, `must have at most ${MAX_COMMANDS_IN_BATCH} rules`),
      z.refine(nameEachOnce, 'must name each ask once'),
    ),
});

export type PriceRuleBody = z.infer<typeof priceRulesBodySchema>;

/**
 * The effect of a rule: none, since it is the lowest, since a price below the lowest ask of another seller
 * would be below the floor, or since a bid is in the way; or it goes to a price at a time.
 */
const PRICE_RULE_STATES = ['lowest', 'at-floor', 'bid-in-the-way', 'waits'] as const;

const priceRuleSchema = z.object({
  /** The id of the ask. */
  id: z.string(),
  productId: z.int(),
  /** The lowest price that the rule sets, in dollars. */
  floor: z.int(),
  state: z.enum(PRICE_RULE_STATES),
  /** The price of the lowest ask at the floor, of the bid in the way, or to come; null for the lowest ask. */
  price: z.nullable(z.int()),
  /** When the price to come is set, at the earliest: ISO 8601 in UTC. Null without one. */
  from: z.nullable(z.string()),
  /** Why the last price was refused; null if it was not. */
  refusal: z.nullable(z.string()),
});

export type PriceRuleRow = z.infer<typeof priceRuleSchema>;

export const priceRulesSchema = z.object({ rules: z.array(priceRuleSchema) });

/** A rule in the export. */
export const exportedPriceRuleSchema = z.object({
  order: z.string(),
  name: z.string(),
  size: z.string(),
  floor: z.int(),
});
