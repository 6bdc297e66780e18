import { centsToDollars } from '@perkex/core/money.js';
import { ORDER_REFUSALS, type OrderRefusal } from '@perkex/core/order-book/order.js';
import type pg from 'pg';
import { forgetRows } from '../database/forget-rows.js';
import { msOf } from '../database/ms-of.js';
import { RowSet } from '../database/row-set.js';
import {
  bool,
  float8,
  int4,
  oneOf,
  orNull,
  type RowOf,
  statement,
  text,
  texts,
  uuid,
} from '../database/statement.js';
import type { Transaction } from '../database/transaction.js';
import type { ExportPart } from '../users/user-export.js';

/** The lease of a rule that a server looks at, longer than the matching engine's patience. */
const LEASE_SECONDS = 60;

const COLUMNS = `rule.user_id as "userId", rule.order_id as "orderId", rule.product_id as "productId", rule.size, rule.seq,
           rule.floor_cents as "floorCents", rule.lowest_until_cents as "lowestUntilCents",
           ${msOf('rule.changes_from')} as "changesFromMs", rule.refusal,
           rule.successors::text[] as successors`;

const RULE = {
  userId: text,
  orderId: uuid,
  productId: int4,
  size: text,
  seq: int4,
  floorCents: int4,
  lowestUntilCents: int4,
  changesFromMs: float8,
  refusal: orNull(oneOf(ORDER_REFUSALS)),
  /** The ids of orders that replaced the ask in an earlier version. */
  successors: texts,
};

const CLAIM_RULES = statement({
  name: 'claim-price-rules',
  text: `update price_rules as rule
         set look_at = null, leased_until = now() + make_interval(secs => $2)
         from (
           select user_id, order_id, product_id from price_rules
           where least(look_at, leased_until) <= now() and (leased_until is null or leased_until <= now())
           order by least(look_at, leased_until) limit $1 for update skip locked
         ) as due
         where rule.user_id = due.user_id and rule.order_id = due.order_id and rule.product_id = due.product_id
         returning ${COLUMNS}`,
  row: RULE,
});

/** The rule of an ask. `seq` is the ask's number in its book when the rule was last looked at. */
export type PriceRule = RowOf<typeof CLAIM_RULES>;

/**
 * Claims rules to look at, the longest due first. Another server gets them if this one does not settle them in a
 * minute.
 */
export function claimRules(pool: pg.Pool, limit: number): Promise<PriceRule[]> {
  return CLAIM_RULES.rows(pool, [limit, LEASE_SECONDS]);
}

const READ_RULES = statement({
  name: 'read-price-rules',
  text: `select ${COLUMNS} from price_rules as rule where rule.user_id = $1 order by rule.order_id, rule.product_id`,
  row: RULE,
});

/** All rules of a user. */
export function readRules(pool: pg.Pool, userId: string): Promise<PriceRule[]> {
  return READ_RULES.rows(pool, [userId]);
}

const READ_RULES_OF_PRODUCTS = statement({
  name: 'read-price-rules-of-products',
  text: `select ${COLUMNS} from price_rules as rule where rule.user_id = $1 and rule.product_id = any($2::int4[])`,
  row: RULE,
});

/** The rules of a user's asks for these products. */
export function readRulesOfProducts(
  pool: pg.Pool,
  userId: string,
  productIds: readonly number[],
): Promise<PriceRule[]> {
  return READ_RULES_OF_PRODUCTS.rows(pool, [userId, productIds]);
}

/** The ask of a rule when it was last looked at. */
export type RuleKey = Pick<PriceRule, 'userId' | 'orderId' | 'productId'>;

/** The result of a look at a rule: the present place of its ask, and the time of the next look. */
export interface Look {
  /** The rule's ask at the time of the look. */
  readonly rule: RuleKey;
  readonly orderId: string;
  readonly seq: number;
  readonly lowestUntilCents: number;
  readonly changesFromMs: number;
  /** Null to wait until the book changes. */
  readonly lookAtMs: number | null;
  readonly refusal: OrderRefusal | null;
}

/** If the asks of two rules have become one, the rule that was set for the later ask stays. */
const DROP_DOUBLE = statement({
  name: 'drop-double-price-rule',
  text: `delete from price_rules as rule using price_rules as other
         where rule.user_id = $1 and rule.order_id = $2 and rule.product_id = $3
           and other.user_id = $1 and other.order_id = $4 and other.product_id = $3 and $2 <> $4`,
});

/** A book that has changed since the look has its own time for the next one. */
const SETTLE_RULE = statement({
  name: 'settle-price-rule',
  text: `update price_rules
         set order_id = $4, seq = $5, lowest_until_cents = $6, changes_from = to_timestamp($7::float8 / 1000),
           look_at = least(look_at, to_timestamp($8::float8 / 1000)), leased_until = null, refusal = $9
         where user_id = $1 and order_id = $2 and product_id = $3`,
});

/** Saves a look, and ends its lease. */
export async function settleRule(tx: Transaction, look: Look): Promise<void> {
  const { rule, orderId, seq, lowestUntilCents, changesFromMs, lookAtMs, refusal } = look;
  const own = [rule.userId, rule.orderId, rule.productId];
  await DROP_DOUBLE.run(tx, [...own, orderId]);
  await SETTLE_RULE.run(tx, [...own, orderId, seq, lowestUntilCents, changesFromMs, lookAtMs, refusal]);
}

const ASK_KEYS = new RowSet<Omit<RuleKey, 'userId'>>({
  order_id: [uuid, ({ orderId }) => orderId],
  product_id: [int4, ({ productId }) => productId],
});

const LOCK_RULES = statement({
  name: 'lock-price-rules',
  text: `select coalesce(rule.leased_until > now(), false) as "isLeased"
         from price_rules as rule join ${ASK_KEYS.as('named', 1)}
           on rule.order_id = named.order_id and rule.product_id = named.product_id
         where rule.user_id = $1 order by rule.order_id, rule.product_id for update of rule`,
  row: { isLeased: bool },
});

/** Keeps servers from looking at these rules until the transaction ends. @returns if a server looks at each now */
export async function lockRules(
  tx: Transaction,
  userId: string,
  asks: readonly Omit<RuleKey, 'userId'>[],
): Promise<boolean[]> {
  const rows = await LOCK_RULES.rows(tx, [userId, ...ASK_KEYS.values(asks)]);
  return rows.map(({ isLeased }) => isLeased);
}

const END_RULES = statement({
  name: 'end-price-rules',
  text: `delete from price_rules as rule using ${ASK_KEYS.as('ended', 1)}
         where rule.user_id = $1 and rule.order_id = ended.order_id and rule.product_id = ended.product_id`,
});

/** Ends the rules of these asks. */
export async function endRules(
  connection: pg.Pool | Transaction,
  userId: string,
  asks: readonly Omit<RuleKey, 'userId'>[],
): Promise<void> {
  await END_RULES.run(connection, [userId, ...ASK_KEYS.values(asks)]);
}

/** Deletes all rules of a user, on account erasure and on account transfer. */
export const forgetPriceRules = forgetRows('forget-price-rules', 'price_rules');

/** A rule to be set for an open ask. */
export interface NewRule {
  readonly orderId: string;
  readonly productId: number;
  readonly size: string;
  readonly seq: number;
  readonly floorCents: number;
}

const NEW_RULES = new RowSet<NewRule>({
  order_id: [uuid, ({ orderId }) => orderId],
  product_id: [int4, ({ productId }) => productId],
  size: [text, ({ size }) => size],
  seq: [int4, ({ seq }) => seq],
  floor_cents: [int4, ({ floorCents }) => floorCents],
});

/** Its look finds the rest. */
const SET_RULES = statement({
  name: 'set-price-rules',
  text: `insert into price_rules
           (user_id, order_id, product_id, size, seq, floor_cents, lowest_until_cents, changes_from, look_at, set_at)
         select $1, new.order_id, new.product_id, new.size, new.seq, new.floor_cents, 0, now(), now(), now()
         from ${NEW_RULES.as('new', 1)}
         on conflict (user_id, order_id, product_id) do update
         set floor_cents = excluded.floor_cents, refusal = null, look_at = now()`,
});

/** Sets rules of a user, or changes their floors. A server looks at them at once. */
export async function saveRules(tx: Transaction, userId: string, rules: readonly NewRule[]): Promise<void> {
  await SET_RULES.run(tx, [userId, ...NEW_RULES.values(rules)]);
}

const TAKE_RULES = statement({
  name: 'take-price-rules',
  text: `delete from price_rules as rule
         where rule.user_id = $1 and rule.set_at <= to_timestamp($2::float8 / 1000) and rule.leased_until is null
         returning ${COLUMNS}`,
  row: RULE,
});

const IS_ANY_LEFT = statement({
  name: 'is-any-price-rule-left',
  text: `select exists (
           select from price_rules where user_id = $1 and set_at <= to_timestamp($2::float8 / 1000)
         ) as "isLeft"`,
  row: { isLeft: bool },
});

/** Takes the rules of a user that were set up to a time. @returns null while a server looks at one of them */
export async function takeRules(
  tx: Transaction,
  userId: string,
  untilMs: number,
): Promise<PriceRule[] | null> {
  const rules = await TAKE_RULES.rows(tx, [userId, untilMs]);
  return (await IS_ANY_LEFT.row(tx, [userId, untilMs]))?.isLeft ? null : rules;
}

const EXPORT_RULES = statement({
  name: 'export-price-rules-of-user',
  text: `select rule.order_id as "order", product.name, rule.size, rule.floor_cents as "floorCents"
         from price_rules as rule join products as product on product.id = rule.product_id
         where rule.user_id = $1 order by rule.order_id, rule.product_id`,
  row: { order: uuid, name: text, size: text, floorCents: int4 },
});

/** The rules of a user's asks. */
export function priceRuleExport(pool: pg.Pool): ExportPart<'priceRules'> {
  return async (userId) => ({
    priceRules: (await EXPORT_RULES.rows(pool, [userId])).map(({ floorCents, ...rule }) => ({
      ...rule,
      floor: centsToDollars(floorCents),
    })),
  });
}
