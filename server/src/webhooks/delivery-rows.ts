import { EVENT_KINDS } from '@perkex/contract/event-kinds.js';
import { EVENT_DAYS } from '@perkex/contract/events.js';
import {
  DELIVERIES_KEPT,
  DELIVERY_STATUSES,
  type Delivery,
  type DeliveryStatus,
} from '@perkex/contract/webhooks.js';
import type pg from 'pg';
import {
  bool,
  float8,
  int4,
  oneOf,
  orNull,
  type RowOf,
  statement,
  text,
  timestamptz,
} from '../database/statement.js';
import { transaction } from '../database/transaction.js';
import type { Refusal } from '../http/problems.js';
import type { Maintenance } from '../process/maintenance.js';
import { sweepOut } from '../process/sweep.js';
import type { ExportPart } from '../users/user-export.js';
import { readWebhooks } from './webhook-rows.js';

const READ_DELIVERIES = statement({
  name: 'read-deliveries',
  text: `select number::float8 as number, kind, status, attempts, attempted_at as "attemptedAt", due_at as "dueAt",
           answer_status as "answerStatus", answer
         from webhook_deliveries
         where user_id = $1 and webhook_id = $2 and ($3::bigint is null or number < $3)
           and ($4::text is null or status = $4)
         order by number desc limit $5`,
  row: {
    number: float8,
    kind: oneOf(EVENT_KINDS),
    status: oneOf(DELIVERY_STATUSES),
    attempts: int4,
    attemptedAt: orNull(timestamptz),
    dueAt: orNull(timestamptz),
    answerStatus: orNull(int4),
    answer: orNull(text),
  },
});

interface DeliveryPage {
  /** Only those below this number; null for all. */
  readonly before: number | null;
  /** Only those with this status; null for all. */
  readonly status: DeliveryStatus | null;
  readonly limit: number;
}

/** The deliveries of a user's webhook, of the newest events first. */
export async function readDeliveries(
  pool: pg.Pool,
  userId: string,
  webhookId: string,
  { before, status, limit }: DeliveryPage,
): Promise<Delivery[]> {
  return (await READ_DELIVERIES.rows(pool, [userId, webhookId, before, status, limit])).map(deliveryOf);
}

function deliveryOf({ attemptedAt, dueAt, ...shown }: RowOf<typeof READ_DELIVERIES>): Delivery {
  return {
    ...shown,
    attemptedAt: attemptedAt?.toISOString() ?? null,
    nextAt: dueAt?.toISOString() ?? null,
  };
}

/** The deliveries of a webhook that may wait at a time, with those that are replayed. */
const MAX_WAITING_WITH_REPLAYED = 3_000;

const LOCK_WEBHOOK = statement({
  name: 'lock-webhook-for-replay',
  text: `select hook.off_reason is not null as "isOff",
           (select count(*)::int from webhook_deliveries as delivery
            where delivery.user_id = hook.user_id and delivery.webhook_id = hook.id and delivery.status = 'waiting')
             as waiting,
           coalesce((select min(number) from user_events where user_id = hook.user_id), 0)::float8 as oldest,
           hook.last_number::float8 as newest
         from webhooks as hook where hook.user_id = $1 and hook.id = $2 for no key update of hook`,
  row: { isOff: bool, waiting: int4, oldest: float8, newest: float8 },
});

/** Its user knows better than an earlier Retry-After. */
const END_PAUSE = statement({
  name: 'end-pause-of-webhook',
  text: `update webhooks set paused_until = '-infinity' where user_id = $1 and id = $2`,
});

const REPLAY = statement({
  name: 'replay-deliveries',
  text: `insert into webhook_deliveries as delivery (user_id, webhook_id, number, kind, saved_at, replayed_at)
         select hook.user_id, hook.id, event.number, event.kind, event.saved_at, now()
         from webhooks as hook join user_events as event on event.user_id = hook.user_id
         where hook.user_id = $1 and hook.id = $2 and event.user_id = $1
           and event.number >= $3::bigint and event.number <= $4::bigint and event.kind = any(hook.kinds)
         on conflict (user_id, webhook_id, number) do update
         set status = 'waiting', due_at = now(), former_attempts = delivery.attempts, replayed_at = now()
         where not delivery.is_under_way or delivery.due_at <= now()`,
});

/** Sends events again, from one number to another. @returns how many, or a refusal */
export function replayEvents(
  pool: pg.Pool,
  userId: string,
  webhookId: string,
  { from, to }: { readonly from: number; readonly to: number },
): Promise<number | Refusal<'unknown-webhook' | 'webhook-off' | 'webhook-behind' | 'events-gone'>> {
  return transaction(pool, async (tx) => {
    const hook = await LOCK_WEBHOOK.row(tx, [userId, webhookId]);
    if (!hook) {
      return { refused: 'unknown-webhook' };
    }
    if (hook.isOff) {
      return { refused: 'webhook-off' };
    }
    if (hook.oldest === 0 || from < hook.oldest || to > hook.newest) {
      return { refused: 'events-gone', detail: goneDetail(hook) };
    }
    if (hook.waiting + to - from >= MAX_WAITING_WITH_REPLAYED) {
      return { refused: 'webhook-behind' };
    }
    await END_PAUSE.run(tx, [userId, webhookId]);
    return REPLAY.run(tx, [userId, webhookId, from, to]);
  });
}

function goneDetail({ oldest, newest }: { readonly oldest: number; readonly newest: number }): string {
  return oldest === 0
    ? `No events are stored. They are stored for ${EVENT_DAYS} days.`
    : `Events ${oldest} to ${newest} can be sent again. Events are stored for ${EVENT_DAYS} days.`;
}

const SWEEP_INTERVAL_MS = 10 * 60 * 1_000;

const DELETE_OLD = statement({
  name: 'delete-old-deliveries',
  text: `delete from webhook_deliveries as delivery using (
           select user_id, webhook_id, number from webhook_deliveries
           where saved_at < now() - make_interval(days => $1) order by saved_at limit $2
         ) as old
         where delivery.user_id = old.user_id and delivery.webhook_id = old.webhook_id and delivery.number = old.number`,
});

const DELETE_SURPLUS = statement({
  name: 'delete-surplus-deliveries',
  text: `delete from webhook_deliveries as delivery using (
           select surplus.user_id, surplus.webhook_id, surplus.number from webhooks as hook cross join lateral (
             select each.user_id, each.webhook_id, each.number from webhook_deliveries as each
             where each.user_id = hook.user_id and each.webhook_id = hook.id
               and each.number <= hook.last_number - ${DELIVERIES_KEPT} and each.status <> 'waiting'
               and (each.replayed_at is null or each.replayed_at < now() - interval '1 day')
             order by each.number limit $1
           ) as surplus limit $1
         ) as old
         where delivery.user_id = old.user_id and delivery.webhook_id = old.webhook_id and delivery.number = old.number`,
});

/**
 * Deletes the deliveries of events that are no longer stored, and settled ones beyond those of the newest events.
 * Replayed ones stay for a day.
 */
export async function deleteOldDeliveries(pool: pg.Pool): Promise<void> {
  await sweepOut(pool, DELETE_OLD, EVENT_DAYS);
  await sweepOut(pool, DELETE_SURPLUS);
}

export function oldDeliveriesMaintenance(pool: pg.Pool): Maintenance {
  return {
    work: () => deleteOldDeliveries(pool),
    everyMs: SWEEP_INTERVAL_MS,
    failure: 'old deliveries of webhooks were not deleted',
  };
}

/** The webhooks of a user, with their listed deliveries, for the data export. */
export function webhookExport(pool: pg.Pool): ExportPart<'webhooks'> {
  return async (userId) => ({
    webhooks: exportedWebhooks(pool, userId),
  });
}

async function* exportedWebhooks(pool: pg.Pool, userId: string) {
  for (const webhook of await readWebhooks(pool, userId)) {
    const page = { before: null, status: null, limit: DELIVERIES_KEPT };
    yield [{ ...webhook, deliveries: await readDeliveries(pool, userId, webhook.webhook, page) }];
  }
}
