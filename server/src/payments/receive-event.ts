import type pg from 'pg';
import { statement } from '../database/statement.js';
import { transaction } from '../database/transaction.js';
import type { PaymentCalls } from './payment-calls.js';
import type { EventReading, PaymentProvider } from './payment-provider.js';

const SAVE_PROVIDER_EVENT = statement({
  name: 'save-provider-event',
  text: 'insert into provider_events (provider, event_id) values ($1, $2) on conflict do nothing',
});

export interface EventSources {
  readonly pool: pg.Pool;
  readonly provider: PaymentProvider;
  readonly calls: Pick<PaymentCalls, 'sendLook'>;
}

/**
 * Receives a message of the provider, as the raw bytes that arrived. The first of its id causes a look, and nothing
 * else does.
 * @param header its signature
 */
export async function receiveEvent(
  { pool, provider, calls }: EventSources,
  body: Buffer,
  header: string,
  nowMs: number,
): Promise<EventReading['kind']> {
  const reading = provider.readEvent(body, header, nowMs);
  if (reading.kind === 'event') {
    const { id, ref } = reading;
    await transaction(pool, async (tx) => {
      const isNew = (await SAVE_PROVIDER_EVENT.run(tx, [provider.name, id])) === 1;
      if (isNew && ref !== null) {
        await calls.sendLook(tx, ref);
      }
    });
  }
  return reading.kind;
}
