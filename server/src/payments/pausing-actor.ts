import { ACTOR_KINDS } from '@perkex/core/deals/deal-event.js';
import { oneOf, statement } from '../database/statement.js';
import type { Transaction } from '../database/transaction.js';
import type { DealKey } from '../deals/deal-key.js';

const READ_PAUSING_ACTOR = statement({
  name: 'read-pausing-actor',
  text: `select actor_kind as "actorKind" from deal_events
         where product_id = $1 and deal_id = $2 and event = 'pause-clock' order by version desc limit 1`,
  row: { actorKind: oneOf(ACTOR_KINDS) },
});

/** True if the platform itself has made the last pause of a deal's clock, and not a member. */
export async function isPausedByClock(tx: Transaction, { productId, id }: DealKey): Promise<boolean> {
  return (await READ_PAUSING_ACTOR.row(tx, [productId, id]))?.actorKind === 'clock';
}
