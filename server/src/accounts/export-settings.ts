import type pg from 'pg';
import type { ExportPart } from '../users/user-export.js';
import { readAccount } from './read-user-data.js';
import { readSizePreference } from './size-preference.js';

/** The settings of a user. */
export function settingsExport(pool: pg.Pool): ExportPart<'shipping' | 'payout' | 'payment' | 'sizes'> {
  return async (userId) => {
    const { payout, payment, ...shipping } = await readAccount(pool, userId);
    return {
      shipping,
      payout: { type: payout ?? '' },
      payment: { type: payment ?? '' },
      sizes: await readSizePreference(pool, userId),
    };
  };
}
