import { createHmac } from 'node:crypto';
import type pg from 'pg';
import { json, statement, text } from '../../database/statement.js';
import type { Faults } from './faults.js';

/** An event as it arrives, with its signature. */
export interface SignedEvent {
  readonly body: Buffer;
  readonly header: string;
}

/**
 * Receives events, of which there is at least one. @returns for each, true if it was accepted; otherwise it is sent
 * again
 */
export type EventReceiver = (events: readonly SignedEvent[]) => Promise<readonly boolean[]>;

export interface EventDelivery {
  readonly pool: pg.Pool;
  readonly secret: string;
  readonly nowMs: () => number;
  readonly receive: EventReceiver;
  readonly faults: Faults;
}

/** Bounds one delivery. The rest waits for the next. */
const MAX_EVENTS = 500;

const READ_EVENTS = statement({
  name: 'read-play-events',
  text: `select seq::text as seq, event from play_events order by seq limit ${MAX_EVENTS}`,
  row: { seq: text, event: json<object>() },
});

const REMOVE_EVENTS = statement({
  name: 'remove-play-events',
  text: 'delete from play_events where seq = any($1::bigint[])',
});

/**
 * Delivers the waiting events, with their faults. Refused and late events wait for the next delivery. An event arrives
 * more than once if two servers deliver it, or if a server is killed before the end.
 */
export async function deliverEvents({ pool, faults, secret, nowMs, receive }: EventDelivery): Promise<void> {
  const waiting = await READ_EVENTS.rows(pool);
  const sent: (SignedEvent & { readonly seq: string })[] = [];
  const gone: string[] = [];
  for (const { seq, event } of faults.isReordered() ? waiting.toReversed() : waiting) {
    const body = Buffer.from(JSON.stringify(event));
    const signedWith = (key: string) => ({
      seq,
      body,
      header: signature(body, key, Math.floor(nowMs() / 1_000)),
    });
    const fault = faults.nextEvent();
    if (fault === 'lost') {
      gone.push(seq);
    } else if (fault !== 'late') {
      sent.push(signedWith(fault === 'wrongly-signed' ? `${secret}-not` : secret));
    }
    if (fault === 'twice') {
      sent.push(signedWith(secret));
    }
  }
  if (sent.length > 0) {
    const accepted = await receive(sent);
    gone.push(...sent.flatMap(({ seq }, index) => (accepted[index] ? [seq] : [])));
  }
  if (gone.length > 0) {
    await REMOVE_EVENTS.run(pool, [gone]);
  }
}

/** The header of a signed message: https://docs.stripe.com/webhooks/signature */
export function signature(body: Buffer, secret: string, atSeconds: number): string {
  const code = createHmac('sha256', secret).update(`${atSeconds}.`).update(body).digest('hex');
  return `t=${atSeconds},v1=${code}`;
}
