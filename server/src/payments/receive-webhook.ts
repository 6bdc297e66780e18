import type pg from 'pg';
import { statement } from '../database/statement.js';
import { transaction } from '../database/transaction.js';
import type { Maintenance } from '../process/maintenance.js';
import { sweepOut } from '../process/sweep.js';
import type { PaymentCalls } from './payment-calls.js';
import type { CardProvider, WebhookReading } from './payment-provider.js';

const SAVE_PROVIDER_EVENT = statement({
  name: 'save-provider-event',
  text: 'insert into provider_events (provider, event_id) values ($1, $2) on conflict do nothing',
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
  readonly calls: Pick<PaymentCalls, 'sendCheck'>;
}

/**
 * Receives a webhook of the provider, as the raw bytes that arrived. The first with an id causes a check. Repeats are
 * ignored.
 * @param header its signature
 */
export async function receiveWebhook(
  { pool, provider, calls }: WebhookSources,
  body: Buffer,
  header: string,
  nowMs: number,
): Promise<WebhookReading['kind']> {
  const reading = provider.readWebhook(body, header, nowMs);
  if (reading.kind === 'event') {
    const { id, ref } = reading;
    await transaction(pool, async (tx) => {
      const isNew = (await SAVE_PROVIDER_EVENT.run(tx, [provider.name, id])) === 1;
      if (isNew && ref !== null) {
        await calls.sendCheck(tx, ref);
      }
    });
  }
  return reading.kind;
}

/** Maintenance every hour: deletes webhooks that cannot come again. */
export function oldWebhooksMaintenance(pool: pg.Pool): Maintenance {
  return {
    work: () => sweepOut(pool, DELETE_OLD_EVENTS),
    everyMs: DELETION_INTERVAL_MS,
    failure: 'old webhooks of the payment provider were not deleted',
  };
}
