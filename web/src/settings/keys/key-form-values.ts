import { KEY_SCOPES, type KeyScope } from '@perkex/contract/key-scopes.js';
import { keyAddressField, MAX_KEY_DAY_DOLLARS, MAX_KEY_NAME } from '@perkex/contract/keys.js';
import { centsToDollars, MAX_PRICE_CENTS } from '@perkex/core/money.js';
import * as z from 'zod/mini';
import type { KeyTerms, OwnKey } from '../../api/keys.js';

/** The terms of a key as its owner types them. Empty is no limit. */
export interface KeyFormValues {
  readonly name: string;
  readonly scopes: readonly KeyScope[];
  readonly maxOrder: string;
  readonly maxDay: string;
  readonly side: 'ask' | 'bid' | '';
  /** Numbers of products or addresses of their pages, with spaces, commas or lines between them. */
  readonly products: string;
  readonly addresses: string;
}

export type KeyFormErrors = Partial<Record<keyof KeyFormValues, string>>;

/** A new key may read, which shows the least. */
const NEW: KeyFormValues = {
  name: '',
  scopes: ['read'],
  maxOrder: '',
  maxDay: '',
  side: '',
  products: '',
  addresses: '',
};

/** @param key the key that is changed; null for a new one */
export function formValuesOf(key: OwnKey | null): KeyFormValues {
  return key === null
    ? NEW
    : {
        name: key.name,
        scopes: key.scopes,
        maxOrder: key.maxOrder === null ? '' : String(key.maxOrder),
        maxDay: key.maxDay === null ? '' : String(key.maxDay),
        side: key.side ?? '',
        products: key.products?.map(({ id }) => id).join(', ') ?? '',
        addresses: key.addresses?.join(', ') ?? '',
      };
}

/** The terms of a form, or what is wrong with it. */
export function parseKeyForm(typed: KeyFormValues): { terms: KeyTerms } | { errors: KeyFormErrors } {
  const errors: KeyFormErrors = {};
  const name = typed.name.trim();
  if (name === '' || name.length > MAX_KEY_NAME) {
    errors.name = name === '' ? 'Enter a name.' : `Enter at most ${MAX_KEY_NAME} characters.`;
  }
  if (typed.scopes.length === 0) {
    errors.scopes = 'Choose what the key may do.';
  }
  const dollars = (field: 'maxOrder' | 'maxDay', most: number) => {
    const text = typed[field].trim().replace(/^\$|\$$/, '');
    if (text === '') {
      return null;
    }
    if (!/^\d{1,9}$/.test(text) || Number(text) < 1 || Number(text) > most) {
      errors[field] = `Enter whole dollars, from 1 to ${most}.`;
    }
    return Number(text);
  };
  const maxOrder = dollars('maxOrder', centsToDollars(MAX_PRICE_CENTS));
  const maxDay = dollars('maxDay', MAX_KEY_DAY_DOLLARS);
  const products = wordsOf(typed.products).map((word) => {
    const [, id] = /^(?:\S*\/product\/)?(\d{1,10})(?:[?#]\S*)?$/.exec(word) ?? [];
    if (id === undefined) {
      errors.products = `"${word}" is not a product. Enter its number, or the address of its page.`;
    }
    return Number(id);
  });
  const addresses = wordsOf(typed.addresses);
  const wrong = addresses.find((address) => !z.safeParse(keyAddressField, address).success);
  if (wrong !== undefined) {
    errors.addresses = `"${wrong}" is not an address. Enter one such as 203.0.113.7 or 203.0.113.0/24.`;
  }
  if (Object.keys(errors).length > 0) {
    return { errors };
  }
  return {
    terms: {
      name,
      scopes: KEY_SCOPES.filter((scope) => typed.scopes.includes(scope)),
      maxOrder,
      maxDay,
      side: typed.side === '' ? null : typed.side,
      products: products.length > 0 ? products : null,
      addresses: addresses.length > 0 ? addresses : null,
    },
  };
}

function wordsOf(text: string): string[] {
  return text.split(/[\s,;]+/).filter((word) => word !== '');
}
