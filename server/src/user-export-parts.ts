import type pg from 'pg';
import { settingsExport } from './accounts/export-settings.js';
import { tradeExport } from './accounts/export-trades.js';
import { agentCallExport } from './agents/agent-log.js';
import { collectionExport } from './collection/export-collection.js';
import { dealExport } from './deals/export-deals.js';
import { filterExport } from './desk/members/saved-filters.js';
import { noteExport } from './desk/users/user-notes.js';
import { userEventExport } from './drop-copy/read-user-events.js';
import { keyExport } from './keys/key-rows.js';
import { notificationExport } from './notifications/export-notifications.js';
import { orderExport } from './orders/export-orders.js';
import { bankAccountExport } from './payments/bank-accounts.js';
import { paymentAccountsExport } from './payments/payment-accounts.js';
import type { PictureStore } from './pictures/picture-store.js';
import { priceRuleExport } from './price-rules/rule-rows.js';
import type { UserIndex } from './user-index/user-index.js';
import { blockExport } from './users/blocks.js';
import type { Identity } from './users/identity.js';
import { memberExport } from './users/members.js';
import type { AnyExportPart } from './users/user-export.js';
import { limitsExport } from './users/user-limits.js';
import { vacationExport } from './vacations/vacation-rows.js';
import { claimPhotoExport } from './verification/claim-photos.js';
import { watchExport } from './watching/read-watches.js';
import { webhookExport } from './webhooks/delivery-rows.js';

/** The parts of a user's data export, each by the room that stores its data. */
export function userExportParts(
  pool: pg.Pool,
  identity: Pick<Identity, 'exportAccount'>,
  pictures: PictureStore,
  userIndex: UserIndex | null,
): AnyExportPart[] {
  return [
    async (userId) => ({ account: await identity.exportAccount(userId) }),
    settingsExport(pool),
    memberExport(pool),
    filterExport(pool),
    blockExport(pool),
    limitsExport(pool),
    noteExport(pool),
    keyExport(pool),
    agentCallExport(pool),
    webhookExport(pool),
    paymentAccountsExport(pool),
    bankAccountExport(pool),
    watchExport(pool),
    collectionExport(pool),
    vacationExport(pool),
    priceRuleExport(pool),
    orderExport(pool),
    tradeExport(pool, userIndex),
    dealExport(pool),
    claimPhotoExport(pool, pictures),
    notificationExport(pool),
    userEventExport(pool),
  ];
}
