import { DEAL_PARTIES } from '@perkex/contract/deals.js';
import type { ByParty } from '@perkex/core/deals/by-party.js';
import { OWN_MONEY } from '@perkex/core/deals/own-money.js';
import { centsToDollars } from '@perkex/core/money.js';
import { saveAtEnd, type Transaction } from '../database/transaction.js';
import { type NewUserEvent, saveUserEvents } from '../drop-copy/save-user-events.js';
import { concerns } from './deal-timeline.js';
import type { ChangedLine, MovedMoney } from './money-lines.js';
import type { TakenStep } from './save-steps.js';

/** Adds steps and the money that they move to the drop copies of their users, at the end of the transaction. */
export function noteUserEvents(
  tx: Transaction,
  steps: readonly TakenStep[],
  { users, lines }: MovedMoney,
): void {
  saveAtEnd(tx, saveUserEvents, [
    ...steps.flatMap((step) => dealEvents(step, users.get(step.stored.key.id))),
    ...lines.map(moneyEvent),
  ]);
}

function dealEvents(
  { stored: { key, deal: before }, command: { event, actor }, stepped }: TakenStep,
  users: ByParty<string> | undefined,
): NewUserEvent[] {
  const { state, version, atMs } = stepped.deal;
  const data = { deal: key.id, event: event.type, by: actor.kind, state, version };
  return DEAL_PARTIES.flatMap((party): NewUserEvent[] =>
    users && concerns(party, actor.kind, before, stepped)
      ? [{ userId: users[party], kind: 'deal', atMs, data: { ...data, party } }]
      : [],
  );
}

function moneyEvent({ key, userId, atMs, kind, cents, changeCents }: ChangedLine): NewUserEvent {
  const [amount, change] = [centsToDollars(cents), centsToDollars(changeCents)];
  return {
    userId,
    atMs,
    kind: 'money',
    data: { deal: key.id, line: kind, place: OWN_MONEY[kind], amount, change },
  };
}
