import type { CallAnswer } from '@perkex/contract/calls.js';
import { MAX_WATCHES } from '@perkex/contract/watching.js';
import { centsToDollars } from '@perkex/core/money.js';
import { bool, int4, orNull, statement } from '../database/statement.js';
import type { Transaction } from '../database/transaction.js';
import type { Refusal } from '../http/problems.js';
import { lockUser } from '../users/lock-user.js';
import { asksInReach } from './lowest-ask.js';
import { takeAlerts } from './send-alerts.js';
import type { WatchKey } from './watch-key.js';

const COUNT_OTHERS = statement({
  name: 'count-other-watches',
  text: `select count(*)::int as watches from watches
         where user_id = $1 and (product_id, size) <> ($2::int, $3::text)`,
  row: { watches: int4 },
});

/** A changed price is a new alert, so the pause after the last notification does not apply to it. */
const SAVE_WATCH = statement({
  name: 'save-watch',
  text: `insert into watches as watch (user_id, product_id, size, alert_cents) values ($1, $2, $3, $4)
         on conflict (user_id, product_id, size) do update set
           alert_cents = case when $5 then excluded.alert_cents else watch.alert_cents end,
           is_armed = case
             when $5 and excluded.alert_cents is distinct from watch.alert_cents then true else watch.is_armed
           end,
           alerted_at = case
             when $5 and excluded.alert_cents is distinct from watch.alert_cents then null else watch.alerted_at
           end
         returning alert_cents as "alertCents"`,
  row: { alertCents: orNull(int4) },
});

/** The answer reports an ask that already meets the alert, so there is no notification of it. */
const FIND_MET = statement({
  name: 'find-ask-that-meets-alert',
  text: `with armed as materialized (
           select user_id, product_id, size, alert_cents from watches
           where user_id = $1 and product_id = $2 and size = $3
         )
         select true as "isMet" from ${asksInReach('armed')}
         where ask.price_cents <= watch.alert_cents limit 1`,
  row: { isMet: bool },
});

const DISARM = statement({
  name: 'disarm-alert',
  text: 'update watches set is_armed = false where user_id = $1 and product_id = $2 and size = $3',
});

const REMOVE_WATCH = statement({
  name: 'remove-watch',
  text: 'delete from watches where user_id = $1 and product_id = $2 and size = $3',
});

const HAS_WATCHES = statement({
  name: 'has-watches',
  text: 'select true as "hasWatches" from watches where user_id = $1 limit 1',
  row: { hasWatches: bool },
});

const FORGET_WATCHES = statement({
  name: 'forget-watches',
  text: 'delete from watches where user_id = $1',
});

/**
 * Saves a watch of an existing product or one of its sizes.
 * @param alertCents the price at or below which an ask is reported; null for no alert, undefined to leave it unchanged
 */
export async function setWatch(
  tx: Transaction,
  { userId, productId, size }: WatchKey,
  alertCents: number | null | undefined,
): Promise<CallAnswer<'watch'> | Refusal<'too-many-watches'>> {
  if (alertCents) {
    await takeAlerts(tx);
  }
  await lockUser(tx, userId);
  const others = (await COUNT_OTHERS.row(tx, [userId, productId, size]))?.watches ?? 0;
  if (others >= MAX_WATCHES) {
    return { refused: 'too-many-watches' };
  }
  const key = [userId, productId, size];
  const saved = await SAVE_WATCH.row(tx, [...key, alertCents ?? null, alertCents !== undefined]);
  const isMet = Boolean(alertCents) && (await FIND_MET.row(tx, key)) !== undefined;
  if (isMet) {
    await DISARM.run(tx, key);
  }
  return { alert: saved?.alertCents ? centsToDollars(saved.alertCents) : null, isMet };
}

export async function removeWatch(tx: Transaction, { userId, productId, size }: WatchKey): Promise<void> {
  await REMOVE_WATCH.run(tx, [userId, productId, size]);
}

/** Deletes the watches of a user on account erasure or account transfer. */
export async function forgetWatches(tx: Transaction, userId: string): Promise<void> {
  if (await HAS_WATCHES.row(tx, [userId])) {
    await takeAlerts(tx);
    await FORGET_WATCHES.run(tx, [userId]);
  }
}
