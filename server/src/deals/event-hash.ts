import { createHash } from 'node:crypto';
import type { Transfer } from '@perkex/core/deals/accounts.js';
import type { DealTerms, PaymentMethod } from '@perkex/core/deals/deal.js';
import type { DealEvent } from '@perkex/core/deals/deal-event.js';
import type { ActorRecord } from './actor-record.js';
import type { DealKey } from './deal-key.js';

/** The terms and the first deadline of a deal. */
export interface Opening {
  readonly terms: DealTerms;
  readonly method: PaymentMethod;
  readonly dueAtMs: number;
}

/** An accepted event of a deal, with all that it changed for ever. */
export interface RecordedEvent {
  readonly version: number;
  readonly event: DealEvent;
  readonly actor: ActorRecord;
  readonly atMs: number;
  /** The clock after the event. */
  readonly dueAtMs: number | null;
  readonly transfers: readonly Transfer[];
}

/** The first hash of a deal's chain, as hexadecimal digits. */
export function openingHash({ productId, id }: DealKey, { terms, method, dueAtMs }: Opening): string {
  return sha256([productId, id, sortedEntries({ ...terms }), method, dueAtMs]);
}

/** The hash of an event and, through the hash before it, of all earlier ones, as hexadecimal digits. */
export function eventHash(previousHash: string, { productId, id }: DealKey, recorded: RecordedEvent): string {
  const { version, event, actor, atMs, dueAtMs, transfers } = recorded;
  return sha256([
    previousHash,
    productId,
    id,
    version,
    sortedEntries({ ...event }),
    actor.kind,
    actor.id,
    atMs,
    dueAtMs,
    transfers.map(({ from, to, amountCents }) => [from, to, amountCents]),
  ]);
}

/** JSON in the database forgets the order of its keys. */
function sortedEntries(values: Readonly<Record<string, unknown>>): [string, unknown][] {
  return Object.entries(values).sort(([a], [b]) => (a < b ? -1 : 1));
}

function sha256(canonical: readonly unknown[]): string {
  return createHash('sha256').update(JSON.stringify(canonical)).digest('hex');
}
