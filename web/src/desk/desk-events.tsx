import type { DealState } from '@perkex/core/deals/deal.js';
import type { ActorKind } from '@perkex/core/deals/deal-event.js';
import type { DeskDeal } from '../api/desk.js';
import { eventWords } from '../deals/event-words.js';
import { Details } from '../deals/step-details.js';
import { SaleTime } from '../products/local-sale-time.js';

type Entry = DeskDeal['events'][number];

/** Where members read other words than the buyer. */
const WORDS: Partial<Record<Entry['event'], string>> = {
  trade: 'Traded',
  send: 'Sent to the buyer',
  'return-pair': 'Sent back to the seller',
  'refund-failed': 'The refund failed',
  'payout-done': 'Paid out',
  'payout-failed': 'The payout failed',
};

const ACTORS: Readonly<Record<ActorKind, string>> = {
  buyer: 'Buyer',
  seller: 'Seller',
  member: 'Member',
  provider: 'Payment service',
  clock: 'Automatic',
};

function wordsOf({ event, by, state, version, date }: Entry, before: DealState | null): string {
  return WORDS[event] ?? eventWords({ version, event, by, state, date, details: null }, before, 'buyer');
}

function actorOf({ by, event, member }: Entry): string {
  if (by === 'provider' && event.startsWith('parcel-')) {
    return 'Carrier';
  }
  return member ?? ACTORS[by];
}

/** The events of a deal, newest first: who acted, when and why. */
export function DeskEvents({ events }: Pick<DeskDeal, 'events'>) {
  const entries = events.map((entry, index) => ({
    ...entry,
    words: wordsOf(entry, events[index - 1]?.state ?? null),
    actor: actorOf(entry),
  }));
  return (
    <ol className="flex flex-col gap-4">
      {entries.reverse().map(({ version, words, actor, date, ...details }) => (
        <li key={version}>
          <p className="font-semibold">{words}</p>
          <p className="text-sm text-muted">
            {actor} · <SaleTime date={date} />
          </p>
          <Details {...details} />
        </li>
      ))}
    </ol>
  );
}
