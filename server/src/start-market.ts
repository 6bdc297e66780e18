import { remainsMaintenance } from './accounts/erasure-remains.js';
import { erasuresMaintenance } from './accounts/erasures-maintenance.js';
import { oldAgentCallsMaintenance } from './agents/agent-log.js';
import type { Config } from './config.js';
import { demoTradingMaintenance } from './demonstration.js';
import { oldInvitationsMaintenance } from './desk/members/invitations.js';
import { oldUserEventsMaintenance } from './drop-copy/read-user-events.js';
import { oldEntriesMaintenance } from './feed/old-entries.js';
import { oldKeyOrdersMaintenance } from './keys/key-orders.js';
import { ledgerMaintenance } from './ledger/ledger-days.js';
import type { Market, Surroundings } from './open-market.js';
import { openOrderCanceller } from './orders/cancel-open-orders.js';
import { expiredOrdersMaintenance } from './orders/expired-orders.js';
import { expiryReminders } from './orders/expiry-reminders.js';
import { oldRefusalsMaintenance } from './orders/old-refusals.js';
import { listenError } from './process/last-words.js';
import { startMaintenance } from './process/maintenance.js';
import { watchingMaintenance } from './watching/watching-maintenance.js';
import { oldDeliveriesMaintenance } from './webhooks/delivery-rows.js';

/**
 * Starts the background work of an open market, and listens.
 * @throws UserError when the address cannot be used
 */
export async function startMarket(
  market: Market,
  config: Pick<Config, 'host' | 'port' | 'demoTrading'>,
  surroundings: Surroundings,
): Promise<void> {
  const {
    app,
    engine,
    feed,
    consumers,
    userIndex,
    jobs,
    notifications,
    identity,
    deals,
    userBlocks,
    payments,
    digests,
    labels,
    pictures,
    webhooks,
    priceRules,
  } = market;
  const { database, closers, clock, newId, demonstration, log } = surroundings;
  const { pool } = database;
  await feed.subscribe({ onEntry: (entry) => engine.noteEntry(entry), onMissed: () => engine.noteMissed() });
  await userIndex?.follow();
  await consumers.start();
  // Orders need none of it, and a call that does waits for it.
  void app.readAhead().catch((error: unknown) => log.warn({ err: error }, 'preloading failed'));
  const { host, port } = config;
  try {
    await app.listen({ host, port });
  } catch (error) {
    throw listenError(error, { host, port });
  }
  jobs.start();
  webhooks?.start();
  const isWatched = () => app.countStreams() > 0;
  const demoTrading = config.demoTrading
    ? demonstration?.openTrading({ pool, engine, clock, newId, isWatched })
    : null;
  closers.add('the trading of the demonstration market', () => demoTrading?.close());
  const maintenance = [
    ...identity.maintenance,
    expiredOrdersMaintenance(pool, engine),
    priceRules.maintenance,
    expiryReminders(pool, notifications.newWriter()),
    oldRefusalsMaintenance(pool),
    oldKeyOrdersMaintenance(pool),
    oldAgentCallsMaintenance(pool),
    oldEntriesMaintenance(pool),
    oldDeliveriesMaintenance(pool),
    oldUserEventsMaintenance(pool),
    erasuresMaintenance(pool, openOrderCanceller(pool, engine), log),
    remainsMaintenance(pool, { provider: payments.erasing, pictures }, (error) =>
      log.error({ err: error }, 'what is left of an erased account was not deleted'),
    ),
    notifications.maintenance,
    ...(notifications.closeMails ? [notifications.closeMails.maintenance] : []),
    ...watchingMaintenance(pool, () => notifications.newWriter(), clock),
    ledgerMaintenance(pool),
    userBlocks.maintenance,
    ...(digests ? [digests.maintenance] : []),
    oldInvitationsMaintenance(pool),
    ...deals.maintenance,
    ...payments.maintenance,
    ...(labels ? [labels.maintenance] : []),
    ...(demoTrading ? [demoTradingMaintenance(demoTrading)] : []),
  ];
  closers.add('the maintenance', startMaintenance(maintenance, log));
  // First of all, however long the maintenance takes, new requests are refused.
  closers.add('new requests', () => {
    app.close().catch((error: unknown) => log.error({ err: error }, 'the requests were not closed'));
  });
}
