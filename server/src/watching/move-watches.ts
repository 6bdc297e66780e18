import { statement, text } from '../database/statement.js';
import type { Transaction } from '../database/transaction.js';
import type { NotificationWriter } from '../notifications/notification-writer.js';
import { sendAlerts, takeAlerts } from './send-alerts.js';

/** Keeps each transaction short: alerts wait for it. */
const WATCHES_AT_ONCE = 500;

/** A size that the other product does not have becomes a watch of all sizes, without an alert. */
const MOVE_WATCHES = statement({
  name: 'move-watches',
  text: `with moving as (
           select user_id, size, alert_cents, made_at from watches
           where product_id = $1 order by user_id, size limit ${WATCHES_AT_ONCE}
         ), copied as (
           insert into watches (user_id, product_id, size, alert_cents, made_at)
           select watch.user_id, $2, coalesce(book.size, ''),
             case when watch.size = '' or book.size is not null then watch.alert_cents end, watch.made_at
           from moving as watch
           left join books as book on book.product_id = $2 and book.size = watch.size
           order by watch.user_id, watch.size
           on conflict (user_id, product_id, size) do nothing
         )
         delete from watches as watch using moving
         where watch.product_id = $1 and watch.user_id = moving.user_id and watch.size = moving.size
         returning watch.size`,
  row: { size: text },
});

/**
 * Moves some watches of a product to another one, whose open asks send their alerts. Users who watch that one already
 * keep their own.
 * @returns how many were moved: 0 once none is left
 */
export async function moveSomeWatches(
  tx: Transaction,
  { from, to }: { readonly from: number; readonly to: number },
  writer: NotificationWriter,
  nowMs: number,
): Promise<number> {
  await takeAlerts(tx);
  const moved = await MOVE_WATCHES.rows(tx, [from, to]);
  const sizes = [...new Set(moved.map(({ size }) => size))];
  await sendAlerts(
    tx,
    writer,
    sizes.map((size) => ({ productId: to, size })),
    nowMs,
  );
  return moved.length;
}
