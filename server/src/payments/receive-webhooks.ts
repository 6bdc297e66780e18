import type pg from 'pg';
import { statement, text } from '../database/statement.js';
import { transaction } from '../database/transaction.js';
import type { Maintenance } from '../process/maintenance.js';
import { sweeping } from '../process/sweep.js';
import type { PaymentCalls } from './payment-calls.js';
import type { CardProvider, WebhookReading } from './payment-provider.js';

const SAVE_PROVIDER_EVENTS = statement({
  name: 'save-provider-events',
  text: `insert into provider_events (provider, event_id) select $1, unnest($2::text[])
         on conflict do nothing returning event_id as id`,
  row: { id: text },
});

/** Stripe repeats a webhook for three days. */
const DELETE_OLD_EVENTS = statement({
  name: 'delete-old-provider-events',
  text: `delete from provider_events as event using (
           select provider, event_id from provider_events where received_at < now() - interval '30 days' limit $1
         ) as old
         where event.provider = old.provider and event.event_id = old.event_id`,
});

const DELETION_INTERVAL_MS = 3_600_000;

export interface WebhookSources {
  readonly pool: pg.Pool;
  readonly provider: CardProvider;
  readonly calls: Pick<PaymentCalls, 'sendChecks'>;
}

/** A webhook as it arrived: its raw bytes, and its signature. */
export interface ArrivedWebhook {
  readonly body: Buffer;
  readonly header: string;
}

/**
 * Receives webhooks of the provider. The first with an id causes a check. Repeats are ignored.
 * @returns for each, whether it is one
 */
export async function receiveWebhooks(
  { pool, provider, calls }: WebhookSources,
  webhooks: readonly ArrivedWebhook[],
  nowMs: number,
): Promise<WebhookReading['kind'][]> {
  const readings = webhooks.map(({ body, header }) => provider.readWebhook(body, header, nowMs));
  const refById = new Map(readings.flatMap((read) => (read.kind === 'event' ? [[read.id, read.ref]] : [])));
  if (refById.size > 0) {
    await transaction(pool, async (tx) => {
      const saved = await SAVE_PROVIDER_EVENTS.rows(tx, [provider.name, [...refById.keys()]]);
      const refs = new Set(saved.flatMap(({ id }) => refById.get(id) ?? []));
      if (refs.size > 0) {
        await calls.sendChecks(tx, [...refs]);
      }
    });
  }
  return readings.map(({ kind }) => kind);
}

/** Maintenance every hour: deletes webhooks that cannot come again. */
export function oldWebhooksMaintenance(pool: pg.Pool): Maintenance {
  const failure = 'old webhooks of the payment provider were not deleted';
  return sweeping(pool, failure, DELETION_INTERVAL_MS, DELETE_OLD_EVENTS);
}
