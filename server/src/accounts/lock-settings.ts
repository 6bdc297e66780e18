import type { MoneyMethod, Shipping, StoredShipping } from '@perkex/contract/user-data.js';
import { type RowOf, statement } from '../database/statement.js';
import type { Transaction } from '../database/transaction.js';
import { ensureAccount } from './ensure-account.js';
import { SETTINGS_COLUMNS } from './read-user-data.js';

const LOCK_SETTINGS = statement({
  name: 'lock-settings',
  text: `select name, surname, street, street_number, city, zip, country, phone, payout, payment
         from accounts where user_id = $1 for update`,
  row: SETTINGS_COLUMNS,
});

/** A user's settings before a change. */
export type UserSettings = RowOf<typeof LOCK_SETTINGS>;

/** The effect of a new value: it fills an empty setting, changes it, or equals it. */
export type SettingChange = 'set' | 'changed' | 'none';

/** Reads and locks a user's settings. Other changes to them wait until the transaction ends. */
export async function lockSettings(tx: Transaction, userId: string): Promise<UserSettings> {
  await ensureAccount(tx, userId);
  const settings = await LOCK_SETTINGS.row(tx, [userId]);
  if (!settings) {
    throw new Error('An account disappeared during a transaction.');
  }
  return settings;
}

export function payoutChange({ payout }: UserSettings, chosen: MoneyMethod): SettingChange {
  return methodChange(payout, chosen);
}

export function paymentChange({ payment }: UserSettings, chosen: MoneyMethod): SettingChange {
  return methodChange(payment, chosen);
}

function methodChange(before: MoneyMethod | null, chosen: MoneyMethod): SettingChange {
  if (before === null) {
    return 'set';
  }
  return before === chosen ? 'none' : 'changed';
}

export function shippingChange(before: UserSettings, shipping: Shipping): SettingChange {
  if (before.street === '') {
    return 'set';
  }
  return isStoredShipping(before, shipping) ? 'none' : 'changed';
}

export function isStoredShipping(before: UserSettings, shipping: StoredShipping): boolean {
  const fields = Object.keys(shipping) as (keyof StoredShipping)[];
  return fields.every((field) => before[field] === shipping[field]);
}
