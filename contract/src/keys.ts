import { SIDES } from '@perkex/core/order-book/order.js';
import * as z from 'zod/mini';
import { priceField, requiredLine, uidField } from './fields.js';
import { KEY_SCOPES } from './key-scopes.js';

export const MAX_KEYS = 20;
export const MAX_KEY_NAME = 60;
/** The most products and addresses that a key can be limited to. */
const MAX_KEY_PRODUCTS = 50;
const MAX_KEY_ADDRESSES = 20;
/** The most days that a key lasts, unless it never expires. */
const MAX_KEY_DAYS = 3_650;
/** A day of a key at this limit, in whole dollars, is as good as none. */
export const MAX_KEY_DAY_DOLLARS = 100_000_000;

const LONGEST_ADDRESS = 43;

/** Whole dollars of a day. */
const dayField = z
  .int('must be whole dollars')
  .check(
    z.minimum(1, 'must be at least 1'),
    z.maximum(MAX_KEY_DAY_DOLLARS, `must be at most ${MAX_KEY_DAY_DOLLARS}`),
  );

/** An address or a network, such as 203.0.113.7, 203.0.113.0/24 or 2001:db8::/32. */
export const keyAddressField = requiredLine(LONGEST_ADDRESS, 'must be an address or a network').check(
  z.refine(isAddressOrNetwork, 'must be an address or a network, such as 203.0.113.7 or 203.0.113.0/24'),
);

const ADDRESS_FORMS = [z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()];

function isAddressOrNetwork(text: string): boolean {
  return ADDRESS_FORMS.some((form) => z.safeParse(form, text).success);
}

/** The scopes of a key, and its limits; null for none. */
const keyTerms = {
  name: requiredLine(MAX_KEY_NAME, 'must have a name'),
  scopes: z.array(z.enum(KEY_SCOPES, `must be among ${KEY_SCOPES.join(', ')}`)).check(
    z.minLength(1, 'must name at least one scope'),
    z.maxLength(KEY_SCOPES.length, 'must name each scope once'),
    z.refine((scopes) => new Set(scopes).size === scopes.length, 'must name each scope once'),
  ),
  /** The most that one order may bid or ask, in whole dollars. */
  maxOrder: z.nullable(priceField),
  /** The most that the orders of a day (UTC) may bid and ask together, in whole dollars. */
  maxDay: z.nullable(dayField),
  /** The only side of its orders. */
  side: z.nullable(z.enum(SIDES, `must be ${SIDES.join(' or ')}`)),
  /** The only products of its orders. */
  products: z.nullable(
    z
      .array(z.int().check(z.minimum(1), z.maximum(2 ** 31 - 1)))
      .check(z.minLength(1, 'must name a product'), z.maxLength(MAX_KEY_PRODUCTS, 'names too many products')),
  ),
  /** The only addresses and networks that it works from. */
  addresses: z.nullable(
    z
      .array(keyAddressField)
      .check(
        z.minLength(1, 'must name an address'),
        z.maxLength(MAX_KEY_ADDRESSES, 'names too many addresses'),
      ),
  ),
};

export const makeKeyBodySchema = z.strictObject({
  uid: uidField,
  ...keyTerms,
  /** In how many days it expires; null for never. */
  days: z.nullable(
    z.int('must be whole days').check(z.minimum(1, 'must be at least 1'), z.maximum(MAX_KEY_DAYS)),
  ),
});
export type NewKey = Omit<z.infer<typeof makeKeyBodySchema>, 'uid'>;

const keyField = z.guid('must be a UUID').check(z.toLowerCase());

/** The expiry stays. */
export const changeKeyBodySchema = z.strictObject({ uid: uidField, key: keyField, ...keyTerms });
export type KeyTerms = Omit<z.infer<typeof changeKeyBodySchema>, 'uid' | 'key'>;

export const revokeKeyBodySchema = z.strictObject({ uid: uidField, key: keyField });

/** A product that a key is limited to. */
export const keyProductSchema = z.object({ id: z.int(), name: z.string() });

/** A key of the user. Its text is shown once, when it is made. */
export const keySchema = z.object({
  key: z.string(),
  name: z.string(),
  scopes: z.array(z.enum(KEY_SCOPES)),
  maxOrder: z.nullable(z.int()),
  maxDay: z.nullable(z.int()),
  /** The sum of today's orders, which counts against `maxDay`, in whole dollars. */
  placedToday: z.int(),
  side: z.nullable(z.enum(SIDES)),
  products: z.nullable(z.array(keyProductSchema)),
  addresses: z.nullable(z.array(z.string())),
  madeAt: z.string(),
  /** Null for never. */
  expiresAt: z.nullable(z.string()),
  isExpired: z.boolean(),
  /** To the minute; null until its first use. */
  lastUsedAt: z.nullable(z.string()),
});
export type OwnKey = z.infer<typeof keySchema>;

/** The newest first. */
export const keysSchema = z.object({ keys: z.array(keySchema) });

/** `text` is the key itself. It is stored nowhere, so it is never shown again. */
export const madeKeySchema = z.object({ text: z.string(), key: keySchema });
