import type { Deal } from '@perkex/core/deals/deal.js';
import type { ProviderCall, Stepped } from '@perkex/core/deals/step.js';
import { openedDeal, stepAgain } from '../deals/deal-events.js';
import type { DealRecords, EventRecord } from './deal-records.js';

/** Applies the recorded events of a deal again. @returns what differs from the record, in sentences */
export function replayDeal({ stored, events, calls }: DealRecords): string[] {
  let deal = openedDeal(stored.opening);
  for (const event of events) {
    const result = steppedOrFault(deal, event);
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
    deal = result.deal;
  }
  return differences(deal, stored.deal);
}

function steppedOrFault(deal: Deal, event: EventRecord): Stepped | string {
  try {
    const result = stepAgain(deal, event);
    return result.kind === 'stepped' ? result : `would be refused: ${result.code}`;
  } catch (error) {
    return `fails: ${(error as Error).message}`;
  }
}

function callsOf(calls: readonly ProviderCall[]): string[] {
  return calls.map(({ kind, amountCents, isOfCarried }) => `${kind} ${amountCents} ${isOfCarried}`).sort();
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
