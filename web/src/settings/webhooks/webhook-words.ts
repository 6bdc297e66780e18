import type { EventKind } from '@perkex/contract/event-kinds.js';
import { counted } from '@perkex/core/counted.js';
import type { OwnWebhook } from '../../api/webhooks.js';
import { dayText, momentText } from '../../ui/moment.js';

export const KIND_WORDS: Readonly<Record<EventKind, { readonly label: string; readonly hint: string }>> = {
  order: { label: 'Orders', hint: 'A bid or ask was accepted, traded or cancelled.' },
  trade: { label: 'Trades', hint: 'You sold or bought a pair.' },
  deal: { label: 'Deals', hint: 'A step after a trade, by either side or by PerkeX.' },
  money: { label: 'Money', hint: 'What you are paid or owe has changed.' },
};

const OFF_WORDS: Readonly<Record<NonNullable<OwnWebhook['off']>['reason'], string>> = {
  owner: 'You turned it off.',
  failing: 'An event failed ten times over three days.',
  gone: 'The receiver answered 410: it wants no more events.',
  secret: 'Its secret can no longer be read. Make a new one first.',
};

/** Why a webhook is off, and when it was turned off; null while it is on. */
export function offText({ off }: OwnWebhook): string | null {
  return off === null ? null : `Off since ${momentText('local', off.at)}. ${OFF_WORDS[off.reason]}`;
}

/** The kinds of events of a webhook, when it was made, and until when its former secret counts. */
export function detailsOf({ kinds, madeAt, formerSecretUntil }: OwnWebhook): string {
  const wanted = kinds.map((kind) => KIND_WORDS[kind].label).join(', ');
  const former =
    formerSecretUntil === null
      ? ''
      : `. The former secret also signs until ${momentText('local', formerSecretUntil)}`;
  return `${wanted}. Made ${dayText('local', madeAt)}${former}`;
}

/** The number of events that wait for an attempt. */
export function waitingText({ waiting }: OwnWebhook): string {
  return waiting === 0 ? 'No event waits' : counted(waiting, 'event waits', 'events wait');
}
