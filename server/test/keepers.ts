import type { Database } from '../src/database/connect.js';
import { type Keeper, keepNext } from '../src/feed/keeper.js';

/** For tests that hand rows to a feed without subscribers. */
export const silentFeed = { handOver() {} };

/** Has a consumer handle everything that is new, as a server does all the time. */
export async function keepAll({ pool }: Pick<Database, 'pool'>, keeper: Keeper): Promise<void> {
  while (await keepNext(pool, keeper)) {}
}
