import type { Database } from '../src/database/connect.js';
import { consumeNext } from '../src/feed/consume.js';
import { type Consumer, registerConsumers } from '../src/feed/consumer.js';

/** For writers whose entries no subscriber needs. */
export const silentFeed = { handOver() {} };

/** Lets a consumer process everything that is new, as a server does all the time. */
export async function consumeAll({ pool }: Pick<Database, 'pool'>, consumer: Consumer): Promise<void> {
  await registerConsumers(pool, [consumer]);
  while (await consumeNext(pool, consumer)) {}
}
