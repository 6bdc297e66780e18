import type pg from 'pg';
import { statement } from '../database/statement.js';
import type { FoundOrder } from './find-order.js';

/** A removal that arrives within this time after the sale was meant to prevent it. */
const MOMENT_SECONDS = 10;

/** A seller whose order took another one has the right to undo the trade anyway. */
const NOTE_MISSED_REMOVAL = statement({
  name: 'note-missed-removal',
  text: `update trades set is_removal_missed = true
         where product_id = $1 and size = $2 and ask_seq = $3 and seller_id = $4 and seq <> ask_seq
           and traded_at > now() - make_interval(secs => ${MOMENT_SECONDS}) and not is_removal_missed`,
});

/** Notes that a seller tried to remove this ask, if it has traded within the last seconds. */
export type NoteMissedRemoval = (
  sellerId: string,
  ask: Pick<FoundOrder, 'productId' | 'size' | 'seq'>,
) => Promise<void>;

/** For the right to undo a sale of a pair that was sold elsewhere (orders-beyond, "Sold elsewhere"). */
export function missedRemovals(pool: pg.Pool | pg.ClientBase): NoteMissedRemoval {
  return async (sellerId, { productId, size, seq }) => {
    await NOTE_MISSED_REMOVAL.run(pool, [productId, size, seq, sellerId]);
  };
}
