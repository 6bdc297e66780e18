import { KEY_SCOPES, type KeyScope } from '@perkex/contract/key-scopes.js';
import { type KeyTerms, MAX_KEYS, type NewKey, type OwnKey } from '@perkex/contract/keys.js';
import { centsToDollars, dollarsToCents } from '@perkex/core/money.js';
import { SIDES } from '@perkex/core/order-book/order.js';
import type pg from 'pg';
import { forgetRows } from '../database/forget-rows.js';
import {
  bool,
  float8,
  int4,
  ints,
  oneOf,
  orNull,
  type RowOf,
  statement,
  text,
  texts,
  timestamptz,
  uuid,
} from '../database/statement.js';
import type { Transaction } from '../database/transaction.js';
import type { Refusal } from '../http/problems.js';
import { lockUser } from '../users/lock-user.js';
import type { ExportPart } from '../users/user-export.js';

/** Today (UTC), as the limit of a day counts it. */
const TODAY = `(now() at time zone 'utc')::date`;
const IS_VALID = '(key.expires_at is null or key.expires_at > now())';

const FIND_KEY = statement({
  name: 'find-key',
  text: `select key.user_id as "userId", key.id, key.version, key.scopes, key.side, key.product_ids as "productIds",
           key.max_order_cents as "maxOrderCents", key.max_day_cents::float8 as "maxDayCents", key.addresses,
           coalesce((select email_verified from identity_users as known where known.id = key.user_id), true)
             as "isEmailProved",
           exists (select from identity_handovers as handover
                   where handover.user_id = key.user_id and handover.cleared_at is null) as "isBeingCleared",
           exists (select from accounts where accounts.user_id = key.user_id and accounts.blocked_at is not null)
             as "isBlocked",
           key.last_used_at is null or key.last_used_at < now() - interval '1 minute' as "isUseDue"
         from api_keys as key where key.key_hash = $1 and ${IS_VALID}`,
  row: {
    userId: text,
    id: uuid,
    version: int4,
    scopes: texts,
    side: orNull(oneOf(SIDES)),
    productIds: orNull(ints),
    maxOrderCents: orNull(int4),
    maxDayCents: orNull(float8),
    addresses: orNull(texts),
    isEmailProved: bool,
    isBeingCleared: bool,
    isBlocked: bool,
    isUseDue: bool,
  },
});

/** A valid key, its user's state, and what it may do. */
export interface FoundKey extends Omit<RowOf<typeof FIND_KEY>, 'scopes'> {
  readonly scopes: readonly KeyScope[];
}

/**
 * The key with this hash; null if there is none, or it has expired. A hosted identity service has verified the e-mails
 * of users without a row here.
 */
export async function findKey(pool: pg.Pool, hash: string): Promise<FoundKey | null> {
  const row = await FIND_KEY.row(pool, [hash]);
  return row ? { ...row, scopes: scopesOf(row.scopes) } : null;
}

const HOLD_KEY = statement({
  name: 'hold-key',
  text: `select key.id from api_keys as key where key.key_hash = $1 and ${IS_VALID} for key share`,
  row: { id: uuid },
});

/** Checks whether a key is valid. It is not revoked before the transaction ends. */
export async function holdKey(tx: Transaction, hash: string): Promise<boolean> {
  return (await HOLD_KEY.row(tx, [hash])) !== undefined;
}

const NOTE_USE = statement({
  name: 'note-use-of-key',
  text: `update api_keys set last_used_at = now()
         where user_id = $1 and id = $2 and (last_used_at is null or last_used_at < now() - interval '1 minute')`,
});

export async function noteUse(pool: pg.Pool, { userId, id }: Pick<FoundKey, 'userId' | 'id'>): Promise<void> {
  await NOTE_USE.run(pool, [userId, id]);
}

const READ_KEYS = statement({
  name: 'read-keys-of-user',
  text: `select key.id, key.name, key.scopes, key.side, key.product_ids as "productIds",
           array(select product.name from unnest(key.product_ids) with ordinality as wanted (id, place)
                 join products as product on product.id = wanted.id order by place) as "productNames",
           key.max_order_cents as "maxOrderCents", key.max_day_cents::float8 as "maxDayCents",
           case when key.placed_on = ${TODAY} then key.placed_cents else 0 end::float8 as "placedCents",
           key.addresses, key.made_at as "madeAt", key.expires_at as "expiresAt", not ${IS_VALID} as "isExpired",
           key.last_used_at as "lastUsedAt"
         from api_keys as key where key.user_id = $1 order by key.made_at desc, key.id limit ${MAX_KEYS}`,
  row: {
    id: uuid,
    name: text,
    scopes: texts,
    side: orNull(oneOf(SIDES)),
    productIds: orNull(ints),
    productNames: texts,
    maxOrderCents: orNull(int4),
    maxDayCents: orNull(float8),
    placedCents: float8,
    addresses: orNull(texts),
    madeAt: timestamptz,
    expiresAt: orNull(timestamptz),
    isExpired: bool,
    lastUsedAt: orNull(timestamptz),
  },
});

/** A user's keys, newest first. */
export async function readKeys(client: pg.Pool | Transaction, userId: string): Promise<OwnKey[]> {
  return (await READ_KEYS.rows(client, [userId])).map(
    (row): OwnKey => ({
      key: row.id,
      name: row.name,
      scopes: scopesOf(row.scopes),
      maxOrder: dollarsOrNull(row.maxOrderCents),
      maxDay: dollarsOrNull(row.maxDayCents),
      placedToday: centsToDollars(row.placedCents),
      side: row.side,
      products: row.productIds?.map((id, place) => ({ id, name: row.productNames[place] ?? '' })) ?? null,
      addresses: row.addresses,
      madeAt: row.madeAt.toISOString(),
      expiresAt: row.expiresAt?.toISOString() ?? null,
      isExpired: row.isExpired,
      lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
    }),
  );
}

function scopesOf(names: readonly string[]): KeyScope[] {
  return KEY_SCOPES.filter((scope) => names.includes(scope));
}

function dollarsOrNull(cents: number | null): number | null {
  return cents === null ? null : centsToDollars(cents);
}

const COUNT_PRODUCTS = statement({
  name: 'count-products-of-key',
  text: 'select count(*)::int as known from products where id = any($1::int[])',
  row: { known: int4 },
});

/** The products without repetitions; null for any. */
async function productsOf(
  tx: Transaction,
  { products }: Pick<KeyTerms, 'products'>,
): Promise<number[] | null | Refusal<'unknown-product'>> {
  if (products === null) {
    return null;
  }
  const ids = [...new Set(products)];
  const { known = 0 } = (await COUNT_PRODUCTS.row(tx, [ids])) ?? {};
  return known === ids.length ? ids : { refused: 'unknown-product' };
}

const INSERT_KEY = statement({
  name: 'insert-key',
  text: `insert into api_keys (user_id, id, key_hash, name, scopes, max_order_cents, max_day_cents, side, product_ids,
           addresses, expires_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, now() + make_interval(days => $11))`,
});

/** Makes a key of a user. @returns null once it is made */
export async function insertKey(
  tx: Transaction,
  userId: string,
  { id, hash }: { readonly id: string; readonly hash: string },
  terms: NewKey,
): Promise<Refusal<'too-many-keys' | 'unknown-product'> | null> {
  await lockUser(tx, userId);
  if ((await readKeys(tx, userId)).length >= MAX_KEYS) {
    return { refused: 'too-many-keys' };
  }
  const products = await productsOf(tx, terms);
  if (products !== null && 'refused' in products) {
    return products;
  }
  await INSERT_KEY.run(tx, [userId, id, hash, ...columnsOf(terms, products), terms.days]);
  return null;
}

function columnsOf(terms: KeyTerms, products: readonly number[] | null): unknown[] {
  const { name, scopes, maxOrder, maxDay, side, addresses } = terms;
  const cents = (dollars: number | null) => (dollars === null ? null : dollarsToCents(dollars));
  return [name.trim(), scopes, cents(maxOrder), cents(maxDay), side, products, addresses];
}

const UPDATE_KEY = statement({
  name: 'update-key',
  text: `update api_keys set name = $3, scopes = $4, max_order_cents = $5, max_day_cents = $6, side = $7,
           product_ids = $8, addresses = $9, version = version + 1
         where user_id = $1 and id = $2`,
});

/** Changes a key of a user. @returns null once it is changed */
export async function updateKey(
  tx: Transaction,
  userId: string,
  id: string,
  terms: KeyTerms,
): Promise<Refusal<'unknown-key' | 'unknown-product'> | null> {
  const products = await productsOf(tx, terms);
  if (products !== null && 'refused' in products) {
    return products;
  }
  const changed = await UPDATE_KEY.run(tx, [userId, id, ...columnsOf(terms, products)]);
  return changed === 1 ? null : { refused: 'unknown-key' };
}

const DELETE_KEY = statement({
  name: 'delete-key',
  text: 'delete from api_keys where user_id = $1 and id = $2',
});

/** Revokes a key of a user. @returns false if there is none */
export async function deleteKey(tx: Transaction, userId: string, id: string): Promise<boolean> {
  return (await DELETE_KEY.run(tx, [userId, id])) === 1;
}

/** Deletes the keys of a user whose account is erased or transferred, and what their orders have used. */
export const forgetKeys = forgetRows('forget-keys', 'api_keys');

/** The keys of a user, for their export. Nothing in it can be used as a key. */
export function keyExport(pool: pg.Pool): ExportPart<'keys'> {
  return async (userId) => ({ keys: await readKeys(pool, userId) });
}
