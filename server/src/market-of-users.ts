import type pg from 'pg';
import { beginErasure } from './accounts/account-erasures.js';
import { forgetFormerSettings } from './accounts/forget-settings.js';
import { readContents } from './accounts/read-contents.js';
import { deleteEarlierNotifications } from './notifications/read-notifications.js';
import type { CancelOpenOrders } from './orders/cancel-open-orders.js';
import type { UserIndex } from './user-index/user-index.js';
import type { MarketOfUsers } from './users/identity.js';

/** The market as the identity service uses it. */
export function marketOfUsers(
  pool: pg.Pool,
  cancelOpenOrders: CancelOpenOrders,
  userIndex: UserIndex | null = null,
): MarketOfUsers {
  return {
    forgetSettings: forgetFormerSettings,
    beginErasure,
    cancelOpenOrders,
    contentsOf: (userId) => readContents(pool, userId, userIndex),
    deleteEarlierNotifications: (userId, until) => deleteEarlierNotifications(pool, userId, until),
  };
}
