import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '../database/connect.js';
import type { Feed } from '../feed/feed.js';
import type { UserIndex } from '../user-index/user-index.js';
import { countOpenOrdersInAll } from './batch-reads.js';
import { countWhileAllAnswer } from './count-in-all.js';
import { MatchingEngine, type MatchingEngineOptions } from './matching-engine.js';
import { connectForOrders } from './order-connection.js';
import { groupsOf } from './order-groups.js';

export interface OrderSettings
  extends Required<Pick<MatchingEngineOptions, 'openOrderLimits' | 'maxDebtCents'>> {
  /** The orders that may share a batch, unless the database is distributed. */
  readonly orderGroups: 'all' | 'product';
}

interface Parts extends Pick<MatchingEngineOptions, 'newId'> {
  readonly database: Pick<Database, 'pool' | 'address'>;
  readonly feed: Pick<Feed, 'handOver' | 'doubt'>;
  readonly log: Pick<FastifyBaseLogger, 'error'>;
  /** Counts the open orders of users without asking all shards; null where there are none. */
  readonly userIndex: Pick<UserIndex, 'countOpenOrders'> | null;
}

/** Opens the matching engine of a process. It connects with its first order. */
export async function openMatchingEngine(
  { orderGroups, openOrderLimits, maxDebtCents }: OrderSettings,
  { database, feed, newId, log, userIndex }: Parts,
): Promise<MatchingEngine> {
  const groups = await groupsOf(database.pool, orderGroups);
  return new MatchingEngine({
    connect: (node) => connectForOrders(database.address, { node }),
    newId,
    onBatch: (batch) => feed.handOver(batch),
    onUncertain: () => feed.doubt(),
    onFailure: (error, willRepeat) => log.error({ err: error, willRepeat }, 'a batch of orders failed'),
    openOrderLimits,
    maxDebtCents,
    groups,
    ...(groups.isInShard && {
      countInAll: countWhileAllAnswer(
        async (userIds) =>
          (await userIndex?.countOpenOrders(userIds)) ?? countOpenOrdersInAll(database.pool, userIds),
      ),
    }),
  });
}
