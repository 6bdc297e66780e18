import { statement } from '../database/statement.js';
import type { Transaction } from '../database/transaction.js';
import { takeAlerts } from './send-alerts.js';

/** A size that the other product does not have becomes a watch of all sizes, without an alert. */
const COPY_WATCHES = statement({
  name: 'copy-watches',
  text: `insert into watches (user_id, product_id, size, alert_cents, made_at)
         select watch.user_id, $2, coalesce(book.size, ''), case when watch.size = '' or book.size is not null then watch.alert_cents end,
           watch.made_at
         from watches as watch
         left join books as book on book.product_id = $2 and book.size = watch.size
         where watch.product_id = $1
         order by watch.user_id, watch.size
         on conflict (user_id, product_id, size) do nothing`,
});

const DELETE_WATCHES = statement({
  name: 'delete-watches-of-product',
  text: 'delete from watches where product_id = $1',
});

/** Moves all watches of a product to another one. Users who watch that one already keep their own. */
export async function moveWatches(tx: Transaction, from: number, to: number): Promise<void> {
  await takeAlerts(tx);
  await COPY_WATCHES.run(tx, [from, to]);
  await DELETE_WATCHES.run(tx, [from]);
}
