import type { Deal } from '@perkex/core/deals/deal.js';
import { openDeal, type Stepped, step } from '@perkex/core/deals/step.js';
import type { Holidays } from '@perkex/core/deals/working-days.js';
import { actorOfRecord } from '../deals/actor-record.js';
import type { DealRecords, EventRecord } from './deal-records.js';

/** Only deadlines depend on holidays, and each event has recorded its own. */
const NO_HOLIDAYS: Holidays = new Set();

/** Applies the recorded events of a deal again. @returns what differs from the record, in sentences */
export function replayDeal({ stored, events, calls }: DealRecords): string[] {
  const { terms, method, dueAtMs } = stored.opening;
  let deal: Deal = { ...openDeal(terms, method, NO_HOLIDAYS), dueAtMs };
  for (const event of events) {
    const result = stepAgain(deal, event);
    if (typeof result === 'string') {
      return [`version ${event.version}, ${event.event.type}, ${result}`];
    }
    const recordedCalls = calls.filter(({ version }) => version === event.version);
    if (!isSame(result.transfers, event.transfers)) {
      return [`version ${event.version}, ${event.event.type}, has other transfers`];
    }
    if (!isSame(callsOf(result.calls), callsOf(recordedCalls))) {
      return [`version ${event.version}, ${event.event.type}, has other calls`];
    }
    deal = { ...result.deal, dueAtMs: event.dueAtMs };
  }
  return differences(deal, stored.deal);
}

function stepAgain(deal: Deal, { event, actor, atMs }: EventRecord): Stepped | string {
  const command = { event, actor: actorOfRecord(actor), seenVersion: null };
  try {
    const result = step(deal, command, { nowMs: atMs, holidays: NO_HOLIDAYS });
    return result.kind === 'stepped' ? result : `would be refused: ${result.code}`;
  } catch (error) {
    return `fails: ${(error as Error).message}`;
  }
}

function callsOf(calls: readonly { readonly kind: string; readonly amountCents: number }[]): string[] {
  return calls.map(({ kind, amountCents }) => `${kind} ${amountCents}`).sort();
}

function differences(replayed: Deal, stored: Deal): string[] {
  return (Object.keys(replayed) as (keyof Deal)[])
    .filter((field) => !isSame(replayed[field], stored[field]))
    .map(
      (field) => `${field} is ${JSON.stringify(stored[field])}, should be ${JSON.stringify(replayed[field])}`,
    );
}

function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
